/// The pitch of one string at one fret.
public struct FretMeasurement: Sendable, Hashable {
  /// The accepted frets; 0 is the open string.
  public static var fretLimits: ClosedRange<Int> { 0...24 }

  /// 0 for the open string, or the number of the fret.
  public var fret: Int
  /// The frequency, in hertz.
  public var frequency: Double
  /// One standard error, in cents.
  public var error: Double

  /// Creates a measurement.
  ///
  /// - Parameters:
  ///   - fret: 0 for the open string, or the number of the fret, in ``fretLimits``.
  ///   - frequency: Hertz, greater than zero.
  ///   - error: One standard error, in cents, greater than zero.
  public init(fret: Int, frequency: Double, error: Double) {
    self.fret = fret
    self.frequency = frequency
    self.error = error
  }
}

/// Measurements from which no compensation follows.
public enum FretFitError: Error, Equatable, Sendable {
  /// The scale length, in metres, must be in ``StringTension/lengthLimits``.
  case lengthOutOfRange(Double)
  /// There must be the open string, and at least one fret.
  case tooFewFrets
  /// The fret must be in ``FretMeasurement/fretLimits``.
  case fretOutOfRange(Int)
  /// Frequency and error must be finite and greater than zero.
  case invalidMeasurement(fret: Int)
  /// The tone is this many cents, more than 90, from its fret: another fret or string was played.
  case wrongFret(Int, cents: Double)
}

#if !hasFeature(Embedded)
  extension FretFitError: CustomStringConvertible {
    /// One or two sentences with the offending value and what to do.
    public var description: String {
      switch self {
      case .lengthOutOfRange(let length):
        StringError.lengthOutOfRange(length).description
      case .tooFewFrets:
        "The open string and at least one fret are needed. Measure open, 12, and 1 to 3."
      case .fretOutOfRange(let fret):
        "A fret must be between 0 (open) and 24, but is \(fret)."
      case .invalidMeasurement(let fret):
        "The measurement at fret \(fret) is not a pitch. Measure it again."
      case .wrongFret(let fret, let cents):
        """
        The tone at fret \(fret) is \(Int(cents.rounded())) cents from where it belongs. Another \
        fret or string was played. Measure it again.
        """
      }
    }
  }
#endif
