internal import MusicTheory

/// By how much the clock of a sound device is wrong.
///
/// A device that says 48 000 samples a second and takes 48 005 makes every tone 104 parts in a
/// million, 0.18 cents, too low. A tone of known frequency tells by how much.
public struct ClockCalibration: Sendable, Hashable {
  /// The accepted factors. Clocks of 0.7 % have been measured; beyond 1 % the tone is another one.
  public static var limits: ClosedRange<Double> { 0.99...1.01 }

  /// A clock that is right.
  public static var none: ClockCalibration { ClockCalibration(unchecked: 1) }

  /// What to multiply a measured frequency by.
  public let factor: Double

  /// Creates a calibration that is known.
  ///
  /// - Parameter factor: What to multiply a measured frequency by, in ``limits``.
  /// - Throws: ``CalibrationError/factorOutOfRange(_:)``.
  public init(factor: Double) throws(CalibrationError) {
    guard Self.limits.contains(factor) else { throw .factorOutOfRange(factor) }
    self.factor = factor
  }

  /// Creates the calibration under which a tone has the frequency that it is known to have.
  ///
  /// - Parameters:
  ///   - reference: The true frequency, in hertz.
  ///   - measured: What the uncorrected device measures, in hertz.
  /// - Throws: ``CalibrationError``.
  public init(reference: Double, measured: Double) throws(CalibrationError) {
    for frequency in [reference, measured] where !(frequency.isFinite && frequency > 0) {
      throw .invalidFrequency(frequency)
    }
    try self.init(factor: reference / measured)
  }

  private init(unchecked factor: Double) {
    self.factor = factor
  }

  /// Returns the true frequency.
  ///
  /// - Parameter measured: What the device measures, in hertz.
  /// - Returns: Hertz.
  public func corrected(_ measured: Double) -> Double { factor * measured }

  /// How far measured frequencies are corrected, in cents.
  public var cents: Double { Interval.cents(from: 1, to: factor) }

  /// How far measured frequencies are corrected, in parts in a million.
  public var partsPerMillion: Double { (factor - 1) * 1e6 }
}
