internal import InstrumentTuning
internal import PitchEstimation

/// The steady tone that sets the concert pitch, for the page.
final class CalibrationCore: Core {
  private var tone = SteadyToneDetector()

  /// Processes the next reading.
  ///
  /// - Parameters:
  ///   - frequency: Hertz; 0 for silence.
  ///   - time: Seconds.
  /// - Returns: The mean frequency, in hertz, once the tone is steady; 0 before.
  func process(_ frequency: Double, at time: Double) -> Double {
    guard frequency > 0 else { return 0 }
    let candidate = PitchCandidate(frequency: frequency, periodicity: 1)
    let reading = PitchReading(
      time: time, candidate: candidate, isVoiced: true, level: 0, peakLevel: 0)
    return tone.update(reading) ?? 0
  }
}

/// Creates a listener that waits for a steady tone.
@_cdecl("calibration_create")
func createCalibration() -> Handle? { handle(CalibrationCore()) }

/// Takes the next reading, and returns the mean frequency once the tone was steady for two
/// seconds, else 0.
@_cdecl("calibration_take")
func takeForCalibration(
  _ calibration: Handle, _ frequency: Hertz, _ time: Seconds
) -> OrNone<Hertz> {
  (object(calibration) as CalibrationCore).process(frequency, at: time)
}
