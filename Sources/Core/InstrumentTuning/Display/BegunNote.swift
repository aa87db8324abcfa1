import PitchEstimation

/// Shows the name of a note that has just begun, before its readings are decided.
///
/// A screen shows it sooner; lines, statistics and records wait for the readings. What it shows is
/// not held, and not in tune for long enough to say so.
package struct BegunNote: Sendable {
  /// The longest time until the readings have the note, in seconds.
  private static var longestTime: Double { 0.4 }

  private var shown: (target: TuningTarget, deviation: NoteDeviation)?
  private var end = 0.0
  private var last: TuningTarget?

  /// Creates one that shows nothing.
  package init() {}

  /// Replaces a reading by the note that has begun, until the readings change.
  ///
  /// - Parameters:
  ///   - reading: The next one of the engine.
  ///   - engine: The engine, after that reading.
  /// - Returns: The reading to show.
  package mutating func show(_ reading: TunerReading, by engine: TunerEngine) -> TunerReading {
    if reading.target != last {
      last = reading.target
      if last != nil { shown = nil }
    }
    if let beginning = reading.pitch.beginning, beginning.isClear || reading.deviation == nil {
      shown = engine.glance(at: beginning.frequency)
      if shown?.target == reading.target { shown = nil }
      end = reading.time + Self.longestTime
    }
    guard let shown, reading.time < end else { return reading }
    return TunerReading(
      pitch: reading.pitch, target: shown.target, deviation: shown.deviation, isHeld: false,
      isInTune: false, hasSeveralTones: reading.hasSeveralTones)
  }
}
