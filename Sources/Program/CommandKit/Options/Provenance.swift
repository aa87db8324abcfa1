import MusicTheory
import PitchEstimation

/// How a result came about: the first members of the JSON of commands that analyse sound, so that it
/// can be made again.
package enum Provenance {
  /// The version of the program.
  package static var program: JSON { ["version": .text(programVersion)] }

  /// The version of the program and the settings of pitch analysis.
  ///
  /// - Parameters:
  ///   - analysis: The settings.
  ///   - searchRange: The frequencies that were searched, in hertz.
  ///   - temperament: The name of the temperament.
  ///   - estimator: What measures the pitch, unless the settings say so.
  /// - Returns: An object with the keys `version`, `estimator`, `range`, `concertPitch` and
  ///   `temperament`.
  package static func of(
    _ analysis: Analysis, searchRange: ClosedRange<Double>, temperament: String,
    estimator: String? = nil
  ) -> JSON {
    let methods = ([analysis.method] + analysis.others).map(\.rawValue)
    return program + [
      "estimator": .text(estimator ?? methods.joined(separator: ",")),
      "range": [
        .number(searchRange.lowerBound, decimals: 2), .number(searchRange.upperBound, decimals: 2),
      ],
      "concertPitch": .number(analysis.concertPitch.frequency, decimals: 4),
      "temperament": .text(temperament),
    ]
  }
}
