import MusicTheory
import SignalProcessing

/// The error of a sound device's clock.
///
/// A device that claims 48 000 samples per second but delivers 48 005 makes every tone too low by
/// 104 parts per million, or 0.18 cents. A tone of known frequency shows the error.
public struct ClockCalibration: Sendable, Hashable {
  /// The accepted factors. Errors of 0.7 % have been measured; beyond 1 %, it is a different tone.
  public static var limits: ClosedRange<Double> { 0.99...1.01 }

  /// The calibration of an accurate clock.
  public static var none: ClockCalibration { ClockCalibration(unchecked: 1) }

  /// The factor for measured frequencies.
  public let factor: Double

  /// Creates a known calibration.
  ///
  /// - Parameter factor: The factor for measured frequencies, in ``limits``.
  /// - Throws: ``CalibrationError/factorOutOfRange(_:)``.
  public init(factor: Double) throws(CalibrationError) {
    guard Self.limits.contains(factor) else { throw .factorOutOfRange(factor) }
    self.factor = factor
  }

  /// Creates the calibration that gives a known tone its true frequency.
  ///
  /// - Parameters:
  ///   - reference: The true frequency, in hertz.
  ///   - measured: The frequency that the uncorrected device measures, in hertz.
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
  /// - Parameter measured: The measured frequency, in hertz.
  /// - Returns: Hertz.
  public func corrected(_ measured: Double) -> Double { factor * measured }

  /// The correction of measured frequencies, in cents.
  public var cents: Double { Interval.cents(from: 1, to: factor) }

  /// The correction of measured frequencies, in parts per million.
  public var partsPerMillion: Double { (factor - 1) * 1e6 }
}

/// An error for a tone that cannot calibrate a clock.
public enum CalibrationError: Error, Equatable, Sendable {
  /// A frequency, in hertz, must be finite and above 0.
  case invalidFrequency(Double)
  /// The factor must be in ``ClockCalibration/limits``.
  case factorOutOfRange(Double)
}

#if !hasFeature(Embedded)
  extension CalibrationError: CustomStringConvertible {
    /// One sentence with the offending value and what to do.
    public var description: String {
      switch self {
      case .invalidFrequency(let frequency):
        "A frequency must be a finite number of hertz above 0, but is \(frequency.plainText)."
      case .factorOutOfRange(let factor):
        """
        The tone is off by a factor of \(factor.plainText), which is too much for a clock. Play the \
        reference tone itself, and give its frequency.
        """
      }
    }
  }
#endif
