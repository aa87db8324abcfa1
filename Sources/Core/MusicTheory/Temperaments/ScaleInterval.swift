import SignalProcessing

/// The distance of a degree of a scale from the root, in the form in which it was written.
public enum ScaleInterval: Sendable, Hashable {
  /// A distance in cents.
  case cents(Double)
  /// A ratio of frequencies, such as 3/2.
  case ratio(Int64, Int64)

  /// The largest distance from the root, up or down, in cents: a hundred octaves.
  public static var limit: Double { 120_000 }

  /// The distance in cents; NaN or infinite for a ratio of numbers that are not positive.
  public var cents: Double {
    switch self {
    case .cents(let cents): cents
    case .ratio(let numerator, let denominator):
      Interval.cents(from: Double(denominator), to: Double(numerator))
    }
  }

  var isValid: Bool {
    if case .ratio(let numerator, let denominator) = self, numerator <= 0 || denominator <= 0 {
      return false
    }
    return cents.magnitude <= Self.limit  // false for NaN
  }
}
