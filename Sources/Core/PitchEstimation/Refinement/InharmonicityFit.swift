import SignalProcessing

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

/// A stiff string, whose partials are at f(k) = k f₀ √(1 + B k²), seen from its first partial.
///
/// - SeeAlso: H. Fletcher, "Normal vibration frequencies of a stiff piano string", J. Acoust. Soc.
///   Am. 36(1), 1964, [doi:10.1121/1.1918933](https://doi.org/10.1121/1.1918933).
enum StiffString {
  /// Returns how far a partial is above a multiple of the first one.
  ///
  /// - Parameters:
  ///   - order: The number k of the partial.
  ///   - inharmonicity: B.
  /// - Returns: (f(k)/(k f(1)))² = (1 + B k²)/(1 + B).
  @inline(never)
  static func squaredStretch(ofPartial order: Double, _ inharmonicity: Double) -> Double {
    (1 + inharmonicity * order * order) / (1 + inharmonicity)
  }

  /// Returns the frequency of a partial, from that of the first one.
  @inline(never)
  static func frequency(
    ofPartial order: Double, first: Double, _ inharmonicity: Double
  ) -> Double {
    order * first * squaredStretch(ofPartial: order, inharmonicity).squareRoot()
  }

  /// Returns B by the frequencies of two partials: 0 for harmonic ones and for flat ones.
  ///
  /// - Parameters:
  ///   - order: The number k of the other partial, 2 or more.
  ///   - frequency: Its frequency, in the unit of `first`.
  ///   - first: The frequency of the first one.
  /// - Returns: B, 0 or more.
  @inline(never)
  static func inharmonicity(
    byPartial order: Double, at frequency: Double, first: Double
  ) -> Double {
    let stretch = Elementary.square(frequency / (order * first))
    return max(0, (stretch - 1) / max(0.1, order * order - stretch))
  }

  /// The largest B of a string whose first partial is at a frequency, in hertz: it grows with the
  /// square of the frequency.
  static func largestInharmonicity(at first: Double) -> Double {
    TrackerParameters.Strings.largestAt1000Hz * Elementary.square(first / 1000)
  }
}

/// The inharmonicity of the sounding string, accumulated over frames: it stays constant, so that
/// several frames decide what one leaves open.
struct InharmonicityMemory: Sendable {
  private typealias Parameters = TrackerParameters.Strings

  private let retention: Double
  private let share: Double  // of a frame's information that the frames before do not have
  private var value = 0.0
  private var information = 0.0  // 1/variance
  private var fundamental = 0.0  // in radians per sample

  /// - Parameters:
  ///   - hopDuration: The time from frame to frame, in seconds.
  ///   - duration: The length of the frames, in seconds.
  init(hopDuration: Double, duration: Double) {
    retention = Elementary.power(Parameters.retention, hopDuration / 0.01)
    share = min(1, hopDuration / duration)
  }

  /// Forgets everything if the pitch is that of another string.
  mutating func approach(_ fundamental: Double) {
    guard information > 0 else { return }
    if Elementary.log2(fundamental / self.fundamental).magnitude > Parameters.sameString {
      information = 0
    }
  }

  /// B by the frames before; 0 if it is not significant.
  var believed: Double { Self.significant(value, information) }

  /// B by the frames before and this one; 0 if it is not significant.
  func believed(with frame: (value: Double, information: Double)) -> Double {
    let (value, total) = combined(with: frame)
    return Self.significant(value, max(frame.information, total))
  }

  /// Adds the evidence of a frame.
  mutating func learn(_ frame: (value: Double, information: Double), fundamental: Double) {
    (value, information) = combined(with: frame)
    self.fundamental = fundamental
  }

  private func combined(
    with frame: (value: Double, information: Double)
  ) -> (value: Double, information: Double) {
    let (old, new) = (retention * information, share * frame.information)
    guard old + new > 0 else { return (0, 0) }
    return ((old * value + new * frame.value) / (old + new), old + new)
  }

  /// B, or 0 if it is not significant.
  static func significant(_ value: Double, _ information: Double) -> Double {
    value * information.squareRoot() > Parameters.significance
      ? min(value, Parameters.largestInharmonicity) : 0
  }
}
