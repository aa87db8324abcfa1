package import PitchEstimation

/// Follows a note into its decay, where a tracker that decides frame by frame would stop too early.
///
/// A note is acquired by a voiced reading with at least ``acquirePeriodicity``. It then continues
/// through unvoiced readings whose candidate is still at the same pitch, above the gate, and at
/// least as periodic as ``holdPeriodicity``. It must have lasted for ``establishedTime``, because
/// an unvoiced reading in an attack is not a decay. It is released once it has been missing for
/// ``releaseTime``.
package struct VoicingHold: Sendable, Hashable {
  /// The largest distance from the note of a candidate that belongs to it, in cents.
  package static var pitchTolerance: Double { 40 }

  /// How long a note must have lasted before unvoiced readings can continue it, in seconds.
  package static var establishedTime: Double { 0.2 }

  /// The lowest periodicity that starts a note, in 0...1; 0 leaves it to the tracker.
  package let acquirePeriodicity: Double
  /// The lowest periodicity of an unvoiced reading that continues a note, in 0...1.
  package let holdPeriodicity: Double
  /// How long a note may be missing, in seconds.
  package let releaseTime: Double
  private var frequency: Double?
  private var startTime = 0.0
  private var lastTime = -Double.infinity

  /// Creates thresholds.
  ///
  /// - Parameters:
  ///   - acquirePeriodicity: The lowest periodicity that starts a note, in 0...1. 0, the default,
  ///     leaves it to the tracker, whose scale depends on the method.
  ///   - holdPeriodicity: The lowest periodicity of an unvoiced reading that continues a note.
  ///   - releaseTime: How long a note may be missing, in seconds.
  package init(
    acquirePeriodicity: Double = 0, holdPeriodicity: Double = 0.6, releaseTime: Double = 0.25
  ) {
    self.acquirePeriodicity = min(1, max(0, acquirePeriodicity))
    self.holdPeriodicity = min(1, max(0, holdPeriodicity))
    self.releaseTime = max(0, releaseTime)
  }

  /// Processes the next reading.
  ///
  /// - Parameter reading: The next reading of a track, in chronological order.
  /// - Returns: The reading, voiced or unvoiced according to the thresholds.
  package mutating func judge(_ reading: PitchReading) -> PitchReading {
    if reading.time - lastTime > releaseTime { frequency = nil }
    var judged = reading
    judged.isVoiced = frequency.map { goesOn(reading, at: $0) } ?? starts(reading)
    if judged.isVoiced {
      if frequency == nil { startTime = reading.time }
      frequency = judged.frequency
      lastTime = reading.time
    }
    return judged
  }

  private func starts(_ reading: PitchReading) -> Bool {
    reading.isVoiced && reading.periodicity >= acquirePeriodicity
  }

  private func goesOn(_ reading: PitchReading, at frequency: Double) -> Bool {
    guard let candidate = reading.candidate else { return false }
    let ratio = candidate.frequency / frequency
    // 2^(±40 / 1200); a comparison needs no logarithm.
    let isSamePitch = (0.97716...1.02337).contains(ratio)
    if reading.isVoiced { return isSamePitch || starts(reading) }
    let isEstablished = reading.time - startTime >= Self.establishedTime
    return isEstablished && isSamePitch && reading.isAboveGate
      && reading.periodicity >= holdPeriodicity
  }
}
