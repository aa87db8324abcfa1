internal import SignalProcessing

/// Fits a stiff string to the frequencies of its partials: f1 and B by weighted least squares, in
/// which partials that disagree count less and less (Tukey's biweight).
package struct SeriesFit: Sendable {
  /// Cents in a natural logarithm of a ratio.
  package static let centsPerUnit = 1200 / Elementary.log(2.0)

  package private(set) var series = StringSeries(frequency: 1, inharmonicity: 0)
  /// One standard error of f1, in cents.
  package private(set) var error = Double.infinity
  /// One standard error of B.
  package private(set) var stiffnessError = Double.infinity
  /// The square of the ratio of the residuals to the stated errors of the partials: 1 or more.
  package private(set) var inflation = 1.0

  private var orders: [Double]
  private var logarithms: [Double]  // ln(f / k)
  private var sigmas: [Double]  // their standard errors
  private var weights: [Double]
  private var scratch: [Double]
  private var count = 0
  private var normal = (offset: 0.0, mixed: 0.0, stiffness: 0.0)

  package init(capacity: Int) {
    orders = Array(repeating: 0, count: capacity)
    logarithms = orders
    sigmas = orders
    weights = orders
    scratch = orders
  }

  /// Forgets all partials.
  package mutating func removeAll() { count = 0 }

  /// Adds partial `order` at a frequency, with its relative standard error.
  package mutating func add(order: Int, frequency: Double, sigma: Double) {
    orders[count] = Double(order)
    logarithms[count] = Elementary.log(frequency / Double(order))
    sigmas[count] = sigma
    count += 1
  }

  /// Fits the string, from a first guess whose B has a standard deviation of `deviation`.
  package mutating func fit(from start: StringSeries, deviation: Double) {
    let precision = 1 / (deviation * deviation)
    var stiffness = start.inharmonicity
    var offset =
      Elementary.log(start.frequency) - 0.5 * Elementary.log(1 + start.inharmonicity)
    for _ in 0..<12 {
      weigh(offset, stiffness)
      normal = (1e-6, 0, precision)
      var right = (0.0, (start.inharmonicity - stiffness) * precision)
      for index in 0..<count {
        let slope = slope(index, stiffness)
        let weighted = weights[index] * residual(index, offset, stiffness)
        normal.offset += weights[index]
        normal.mixed += weights[index] * slope
        normal.stiffness += weights[index] * slope * slope
        right.0 += weighted
        right.1 += weighted * slope
      }
      let determinant = normal.offset * normal.stiffness - normal.mixed * normal.mixed
      offset += (normal.stiffness * right.0 - normal.mixed * right.1) / determinant
      stiffness = max(
        0, stiffness + (normal.offset * right.1 - normal.mixed * right.0) / determinant)
    }
    series = StringSeries(
      frequency: Elementary.exp(offset) * (1 + stiffness).squareRoot(), inharmonicity: stiffness)
    measureErrors(offset, stiffness)
  }

  private func residual(_ index: Int, _ offset: Double, _ stiffness: Double) -> Double {
    logarithms[index] - offset
      - 0.5 * Elementary.log(1 + stiffness * orders[index] * orders[index])
  }

  private func slope(_ index: Int, _ stiffness: Double) -> Double {
    let square = orders[index] * orders[index]
    return 0.5 * square / (1 + stiffness * square)
  }

  private mutating func weigh(_ offset: Double, _ stiffness: Double) {
    var usable = 0
    for index in 0..<count where sigmas[index] < 0.02 {
      scratch[usable] = (residual(index, offset, stiffness) / sigmas[index]).magnitude
      usable += 1
    }
    var spread = 1.0
    if usable > 0 {
      scratch.withUnsafeMutableBufferPointer {
        let values = UnsafeMutableBufferPointer(rebasing: $0[0..<usable])
        spread = max(1, 1.48 * Selection.value(atRank: usable / 2, of: values))
      }
    }
    for index in 0..<count {
      let distance = residual(index, offset, stiffness) / sigmas[index] / spread / 4
      let weight = max(1e-6, 1 - distance * distance)
      weights[index] = weight * weight / (sigmas[index] * sigmas[index])
    }
  }

  private mutating func measureErrors(_ offset: Double, _ stiffness: Double) {
    var (squares, effective) = (0.0, 0.0)
    for index in 0..<count {
      let residual = residual(index, offset, stiffness)
      squares += weights[index] * residual * residual
      effective += weights[index] * sigmas[index] * sigmas[index]
    }
    inflation = max(1, squares / max(1, effective - 2))
    let determinant = normal.offset * normal.stiffness - normal.mixed * normal.mixed
    let share = 0.5 / (1 + stiffness)  // of B in ln f1
    let variance =
      (normal.stiffness - 2 * share * normal.mixed + share * share * normal.offset) / determinant
    error = Self.centsPerUnit * max(0, variance * inflation).squareRoot()
    stiffnessError = max(0, normal.offset / determinant * inflation).squareRoot()
  }
}

/// The partials of a stiff string: partial k lies at k f1 √((1 + B k²) / (1 + B)).
///
/// - SeeAlso: H. Fletcher, "Normal vibration frequencies of a stiff piano string", J. Acoust. Soc.
///   Am. 36(1), 1964, [doi:10.1121/1.1918933](https://doi.org/10.1121/1.1918933).
package struct StringSeries: Sendable {
  /// The frequency of the first partial, in hertz.
  package var frequency: Double
  /// B.
  package var inharmonicity: Double

  package init(frequency: Double, inharmonicity: Double) {
    self.frequency = frequency
    self.inharmonicity = inharmonicity
  }

  /// Returns the frequency of partial `order`, in hertz.
  package func partial(_ order: Int) -> Double {
    let order = Double(order)
    let stretch = (1 + inharmonicity * order * order) / (1 + inharmonicity)
    return order * frequency * stretch.squareRoot()
  }
}
