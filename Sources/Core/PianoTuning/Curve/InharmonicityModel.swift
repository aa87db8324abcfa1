internal import SignalProcessing

/// B over the keyboard as the sum of two exponentials: ln B falls along one line in the bass and
/// rises along another in the treble.
///
/// Four numbers are fitted to the measured keys by weighted least squares on ln B. They start from
/// a usual piano's, which also bounds them where few keys are measured. Then each measured key is
/// shrunk towards the model: by its own variance, and that of keys about the model.
///
/// - SeeAlso: F. Rigaud, B. David, L. Daudet, "A parametric model and estimation techniques for the
///   inharmonicity and tuning of the piano", JASA 133(5), 2013,
///   [doi:10.1121/1.4799806](https://doi.org/10.1121/1.4799806).
public struct InharmonicityModel: Sendable {
  /// The bass's line: ln B at A0, and its slope per key.
  public private(set) var bass = (offset: 0.0, slope: 0.0)
  /// The treble's line: ln B at A4, and its slope per key.
  public private(set) var treble = (offset: 0.0, slope: 0.0)
  /// The scatter of ln B of the keys about the model, at least 0.01.
  public private(set) var scatter = 0.1
  /// B of each of the 88 keys, shrunk towards the model where it was measured.
  public private(set) var values: [Double] = []

  /// The parameters of a usual piano, and the standard deviations of others about them.
  private static let usual = [-0.0847 * 21 - 5.82, -0.0847, 0.0926 * 69 - 13.64, 0.0926]
  private static let deviations = [0.8, 0.02, 0.5, 0.008]

  /// Fits measured keys.
  ///
  /// - Parameter measurements: Any number of keys, each once.
  public init(_ measurements: [KeyMeasurement]) {
    let usable = measurements.filter {
      $0.inharmonicity > 1e-6 && $0.inharmonicity < 0.2 && $0.isInharmonicityKnown
    }
    var parameters = Self.usual
    for _ in 0..<30 {
      parameters = Self.improved(parameters, usable, scatter)
      scatter = Self.scatter(parameters, usable)
    }
    bass = (parameters[0], parameters[1])
    treble = (parameters[2], parameters[3])
    values = PianoKey.all.map { Elementary.exp(Self.logarithm(parameters, $0)) }
    smooth(usable, parameters)
  }

  /// Returns B of the model for a key, whatever was measured there.
  public func modelValue(_ key: PianoKey) -> Double {
    Elementary.exp(
      Self.logarithm([bass.offset, bass.slope, treble.offset, treble.slope], key))
  }

  /// Returns B of a key.
  public func value(_ key: PianoKey) -> Double { values[key.index] }

  /// Returns the parameters after one Gauss-Newton step.
  private static func improved(
    _ parameters: [Double], _ measurements: [KeyMeasurement], _ scatter: Double
  ) -> [Double] {
    var matrix = DenseMatrix(size: 4)
    var right = [0.0, 0, 0, 0]
    for index in 0..<4 {
      let precision = 1 / square(deviations[index])
      matrix[index, index] += precision
      right[index] += precision * (usual[index] - parameters[index])
    }
    for measurement in measurements {
      let (low, high) = parts(parameters, measurement.key)
      let share = low / (low + high)
      let gradient = [
        share, share * Double(measurement.key.index), 1 - share,
        (1 - share) * Double(measurement.key.midi - 69),
      ]
      let residual = Elementary.log(measurement.inharmonicity / (low + high))
      let variance = square(measurement.inharmonicityError) + square(scatter)
      // Residuals beyond three deviations count less (Huber).
      let size = residual.magnitude / variance.squareRoot()
      let weight = (size > 3 ? 3 / size : 1) / variance
      for row in 0..<4 {
        right[row] += weight * gradient[row] * residual
        for column in 0..<4 { matrix[row, column] += weight * gradient[row] * gradient[column] }
      }
    }
    let step = matrix.solution(right)
    return (0..<4).map { parameters[$0] + step[$0] }
  }

  /// The scatter of keys beyond their own errors, by the median.
  private static func scatter(_ parameters: [Double], _ measurements: [KeyMeasurement]) -> Double {
    guard measurements.count >= 6 else { return 0.1 }
    let squares = measurements.map { measurement in
      square(
        Elementary.log(measurement.inharmonicity) - logarithm(parameters, measurement.key))
    }.sorted()
    let errors = measurements.map { square($0.inharmonicityError) }.sorted()
    let middle = squares.count / 2
    return max(1e-4, 2.2 * squares[middle] - errors[middle]).squareRoot()
  }

  /// Residuals of measured keys, shrunk by 1/σ² and carried to neighbours that were not measured.
  private mutating func smooth(_ measurements: [KeyMeasurement], _ parameters: [Double]) {
    guard !measurements.isEmpty else { return }
    let reach = 1.0  // keys; wires change their diameter every few keys
    let own = Self.square(scatter)
    func covariance(_ one: PianoKey, _ other: PianoKey) -> Double {
      let distance = Double(one.midi - other.midi) / reach
      return own * Elementary.exp(-distance.magnitude)
    }
    var matrix = DenseMatrix(size: measurements.count)
    var residuals: [Double] = []
    for (row, measurement) in measurements.enumerated() {
      residuals.append(
        Elementary.log(measurement.inharmonicity)
          - Self.logarithm(parameters, measurement.key))
      for (column, other) in measurements.enumerated() {
        matrix[row, column] = covariance(measurement.key, other.key)
      }
      matrix[row, row] += max(1e-8, Self.square(measurement.inharmonicityError))
    }
    let weights = matrix.solution(residuals)
    for key in PianoKey.all {
      var shift = 0.0
      for (weight, measurement) in zip(weights, measurements) {
        shift += weight * covariance(key, measurement.key)
      }
      values[key.index] *= Elementary.exp(shift)
    }
  }

  private static func parts(_ parameters: [Double], _ key: PianoKey) -> (Double, Double) {
    (
      Elementary.exp(parameters[0] + parameters[1] * Double(key.index)),
      Elementary.exp(parameters[2] + parameters[3] * Double(key.midi - 69))
    )
  }

  private static func logarithm(_ parameters: [Double], _ key: PianoKey) -> Double {
    let (low, high) = parts(parameters, key)
    return Elementary.log(low + high)
  }

  private static func square(_ value: Double) -> Double { value * value }
}
