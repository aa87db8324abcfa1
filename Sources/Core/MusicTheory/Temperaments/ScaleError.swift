internal import SignalProcessing

/// An error for an impossible scale, or for one that cannot be used for its purpose.
public enum ScaleError: Error, Equatable, Sendable {
  /// The number of degrees must be in ``Scale/countLimits``.
  case countOutOfRange(Int)
  /// The degree, counted from 1, is not a ratio of positive numbers, or is more than
  /// ``ScaleInterval/limit`` away from the root.
  case invalidDegree(Int)
  /// The last degree, which is the period, must be above the root.
  case periodNotPositive(cents: Double)
  /// The text does not name a temperament; `near` has similar names.
  case unknownName(String, near: [String])
  /// Note names need twelve degrees in an octave, but the scale has a different number or period.
  case notTwelveDegrees(count: Int, period: Double)
  /// Note names need rising degrees, but this degree, counted from 1, does not rise.
  case notRising(degree: Int)
}

#if !hasFeature(Embedded)
  extension ScaleError: CustomStringConvertible {
    /// One sentence with the offending value and what to do.
    public var description: String {
      switch self {
      case .countOutOfRange(let count):
        """
        A scale has \(Scale.countLimits.lowerBound) to \(Scale.countLimits.upperBound) degrees, \
        but this one has \(count).
        """
      case .invalidDegree(let degree):
        """
        Degree \(degree) must be a ratio of positive whole numbers, or a number of cents within \
        ±\(Int(ScaleInterval.limit)).
        """
      case .periodNotPositive(let cents):
        "The last degree is the period and must be above the root, but is at \(cents.plainText) cents."
      case .unknownName(let name, let near):
        if near.isEmpty {
          "'\(name)' is not a temperament. To list them, run kammerton temperaments."
        } else {
          """
          '\(name)' is not a temperament. Did you mean \(near.joined(separator: " or "))? To list \
          them, run kammerton temperaments.
          """
        }
      case .notTwelveDegrees(let count, let period):
        """
        Note names need 12 degrees in an octave of 1200 cents, but this scale has \(count) in \
        \(((period * 100).rounded() / 100).plainText) cents. To see it, use kammerton note or scale.
        """
      case .notRising(let degree):
        """
        Note names need degrees that rise, but degree \(degree) does not. Sort the degrees of the \
        scale.
        """
      }
    }
  }
#endif
