internal import SignalProcessing

/// The measured frequency of one partial.
public struct MeasuredPartial: Sendable, Hashable {
  /// The number k of the partial; 1 is the lowest.
  public var order: Int
  /// Its frequency, in hertz, above 0.
  public var frequency: Double
  /// The standard deviation of ``frequency`` that noise makes, in hertz, 0 or more.
  public var uncertainty: Double

  /// Creates a measured partial.
  ///
  /// - Parameters:
  ///   - order: The number of the partial, 1 or more.
  ///   - frequency: Its frequency, in hertz, above 0.
  ///   - uncertainty: The standard deviation of the frequency, in hertz; equal values give equal
  ///     weights.
  public init(order: Int, frequency: Double, uncertainty: Double) {
    self.order = order
    self.frequency = frequency
    self.uncertainty = uncertainty
  }
}

/// The stiff string that best fits measured partials: f(k) = k f₀ √(1 + B k²).
///
/// It is a weighted least-squares line through (f(k)/k)² over k². The weight of a partial depends
/// on its uncertainty and on the scatter of all partials.
///
/// - SeeAlso: H. Fletcher, "Normal vibration frequencies of a stiff piano string", J. Acoust. Soc.
///   Am. 36(1), 1964, [doi:10.1121/1.1918933](https://doi.org/10.1121/1.1918933).
public struct InharmonicityFit: Sendable, Hashable {
  /// The smallest number of partials that determines B: two fit any line.
  public static let fewestPartials = 3
  /// The largest B of a string; the shortest strings of pianos reach half of it.
  public static let largestInharmonicity = 0.05
  /// The largest average distance of the partials of a string from the fit, in cents.
  public static let largestResidual = 10.0

  /// f₀, in hertz: the frequency that the string would have without stiffness. Its first partial is
  /// at `frequency(ofPartial: 1)`.
  public let fundamental: Double
  /// B. Noise may make it slightly negative: compare with ``uncertainty``.
  public let inharmonicity: Double
  /// The standard deviation of ``inharmonicity``.
  public let uncertainty: Double
  /// The number of fitted partials.
  public let partialCount: Int
  /// The root mean square of the residuals, in cents.
  public private(set) var meanResidual = 0.0

  /// Fits a string.
  ///
  /// The result is `nil` for fewer than ``fewestPartials`` partials, and for partials that cannot
  /// be those of a string: if B would be beyond ±``largestInharmonicity``, or ``meanResidual``
  /// above ``largestResidual``.
  ///
  /// - Parameter partials: The partials; the first 32 that are positive and finite are used.
  /// - Complexity: O(*n*) time for *n* partials, no allocation.
  public init?(_ partials: Span<MeasuredPartial>) {
    var fit = PartialFit(unit: 1)
    var highest = 0.0
    for index in partials.indices where partials[index].isUsable {
      let partial = partials[index]
      let variance = Elementary.square(partial.uncertainty)
      fit.add(order: Double(partial.order), frequency: partial.frequency, noise: variance)
      highest = max(highest, Double(partial.order))
    }
    guard fit.count >= Self.fewestPartials else { return nil }
    let line = fit.solve(sloped: true, steps: 6)
    guard let (value, information) = line.inharmonicity, information > 0,
      value.magnitude <= Self.largestInharmonicity, 1 + value * highest * highest > 0
    else { return nil }
    fundamental = fit.fundamental(inharmonicity: value)
    inharmonicity = value
    uncertainty = 1 / information.squareRoot()
    partialCount = fit.count
    guard fundamental > 0, fundamental.isFinite else { return nil }
    var sum = 0.0
    for index in partials.indices where partials[index].isUsable {
      sum += Elementary.square(residual(of: partials[index]))
    }
    meanResidual = (sum / Double(fit.count)).squareRoot()
    guard meanResidual <= Self.largestResidual else { return nil }
  }

  /// Returns the frequency of a partial of the string.
  ///
  /// - Parameter order: The number k of the partial, 1 or more.
  /// - Returns: k f₀ √(1 + B k²), in hertz; NaN beyond the fitted partials if B is below 0.
  public func frequency(ofPartial order: Int) -> Double {
    let k = Double(order)
    return k * fundamental * (1 + inharmonicity * k * k).squareRoot()
  }

  /// Returns the deviation of a measured partial from the string's partial.
  ///
  /// - Parameter partial: The partial.
  /// - Returns: Cents, above 0 if it is sharp.
  public func residual(of partial: MeasuredPartial) -> Double {
    Elementary.cents(ofRatio: partial.frequency / frequency(ofPartial: partial.order))
  }
}

extension MeasuredPartial {
  fileprivate var isUsable: Bool {
    order >= 1 && frequency > 0 && frequency.isFinite && uncertainty >= 0 && uncertainty.isFinite
  }
}
