/// A measurement of single strokes: of a piano's keys, or of bells and their kin.
package protocol StrokeMeter: Sendable {
  /// The file that measurements are kept in.
  associatedtype File: MeasurementFile
  /// The reason why a stroke was not measured.
  associatedtype Refusal: Error

  /// The longest stroke that is waited for, in seconds.
  static var longestStroke: Double { get }
  /// The age of a stroke at which it gives a first result, in seconds; `nil` if it gives none.
  static var preview: Double? { get }

  /// Creates a meter for a sample rate in hertz.
  init(sampleRate: Double) throws(Refusal)

  /// Measures one stroke.
  ///
  /// - Parameters:
  ///   - samples: The stroke, from just before its onset.
  ///   - file: The file that it would be kept in, which says what is measured.
  ///   - aim: The circumstances.
  /// - Returns: The entry for the file.
  /// - Throws: The reason if there is nothing to measure.
  mutating func entry(
    of samples: [Float], for file: File, _ aim: MeasuringAim
  ) throws(Refusal) -> File.Entry
}

extension KeyMeter: StrokeMeter {
  package static var longestStroke: Double { StrokeSplitter.longest }
  package static var preview: Double? { nil }

  package mutating func entry(
    of samples: [Float], for file: PianoFile, _ aim: MeasuringAim
  ) throws(KeyMeterError) -> PianoFile.Entry {
    PianoFile.Entry(
      try measure(samples), stage: aim.purpose.stage ?? .before, date: aim.date)
  }
}
