internal import SignalProcessing

/// The shifts of saddle and nut that bring the frets of one string in tune with it.
///
/// Weighted least squares over the measured frets. A saddle that stands s too far back, and a nut
/// that stands n too far forward, change the tone at fret k by the ratio (L + s − n) / L · L_k /
/// (L_k + s), where L_k is the length from the fret. The s and n that explain the deviations best
/// are searched, and the shifts are their opposites. A third unknown is the open string, so that
/// its error, which all frets share, counts once. A few Gauss-Newton steps solve it; the standard
/// errors follow from the normal matrix. If the frets scatter more than their errors allow, as
/// uneven frets do, all errors grow by that factor.
public struct FretFit: Sendable, Hashable {
  /// A shift with its standard error, in metres.
  public struct Shift: Sendable, Hashable {
    /// Metres.
    public var value: Double
    /// One standard error, in metres.
    public var error: Double
  }

  /// A fret, before and after the shifts.
  public struct Fret: Sendable, Hashable {
    /// The number of the fret.
    public var fret: Int
    /// The deviation from its equal-tempered pitch above the open string, in cents.
    public var deviation: Double
    /// One standard error of ``deviation``, without that of the open string, in cents.
    public var error: Double
    /// The deviation that is left after both shifts, in cents.
    public var remainder: Double
  }

  /// The shift of the saddle away from the nut; negative towards it.
  public let saddle: Shift
  /// The shift of the nut towards the saddle; `nil` if only one fret was measured.
  public let nut: Shift?
  /// The measured frets without the open string, by number; a fret measured twice is its mean.
  public let frets: [Fret]
  /// The root of the mean square of the remainders, in cents.
  public let remainder: Double

  /// Calculates the shifts.
  ///
  /// - Parameters:
  ///   - measurements: The open string and frets, in any order, each of them any number of times.
  ///   - scaleLength: The nominal scale length, in metres, in ``StringTension/lengthLimits``.
  /// - Throws: ``FretFitError``.
  /// - Complexity: O(*n*) for *n* measurements.
  public init(_ measurements: [FretMeasurement], scaleLength: Double) throws(FretFitError) {
    guard StringTension.lengthLimits.contains(scaleLength) else {
      throw .lengthOutOfRange(scaleLength)
    }
    let means = try Self.means(measurements)
    guard let open = means.first, open.fret == 0, means.count > 1 else { throw .tooFewFrets }
    let fitsNut = means.count > 2
    var system = FretSystem(scaleLength: scaleLength, fitsNut: fitsNut)
    for mean in means.dropFirst() {
      let cents =
        Elementary.cents(ofRatio: mean.frequency / open.frequency)
        - 100 * Double(mean.fret)
      guard cents.magnitude <= 90 else { throw .wrongFret(mean.fret, cents: cents) }
      system.rows.append(
        FretSystem.Row(fret: mean.fret, deviation: cents, error: mean.error))
    }
    system.openError = open.error
    let solution = system.solve()
    let scatter = max(1, solution.scatter)
    saddle = Shift(value: -solution.saddle, error: solution.saddleError * scatter)
    nut =
      fitsNut ? Shift(value: -solution.nut, error: solution.nutError * scatter) : nil
    frets = system.rows.map { row in
      Fret(
        fret: row.fret, deviation: row.deviation, error: row.error,
        remainder: row.deviation
          - system.deviation(atFret: row.fret, saddle: solution.saddle, nut: solution.nut))
    }
    let squares = frets.reduce(0) { $0 + $1.remainder * $1.remainder }
    remainder = (squares / Double(frets.count)).squareRoot()
  }

  /// Returns one measurement for each fret, by number: weighted means.
  private static func means(
    _ measurements: [FretMeasurement]
  ) throws(FretFitError) -> [FretMeasurement] {
    var means: [FretMeasurement] = []
    for fret in FretMeasurement.fretLimits {
      var (weights, logarithms) = (0.0, 0.0)
      for measurement in measurements where measurement.fret == fret {
        guard measurement.frequency > 0, measurement.frequency.isFinite, measurement.error > 0,
          measurement.error.isFinite
        else { throw .invalidMeasurement(fret: fret) }
        let weight = 1 / (measurement.error * measurement.error)
        weights += weight
        logarithms += weight * Elementary.log(measurement.frequency)
      }
      guard weights > 0 else { continue }
      means.append(
        FretMeasurement(
          fret: fret, frequency: Elementary.exp(logarithms / weights),
          error: 1 / weights.squareRoot()))
    }
    for measurement in measurements
    where !FretMeasurement.fretLimits.contains(measurement.fret) {
      throw .fretOutOfRange(measurement.fret)
    }
    return means
  }
}

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

/// A fault in the measurements that leaves no compensation to calculate.
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
