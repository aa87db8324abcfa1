package import PitchEstimation

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

  /// Replaces the note of a reading by the one that has begun, until the readings change.
  ///
  /// - Parameters:
  ///   - reading: The next one of the engine.
  ///   - beginning: The note that has begun, if any.
  ///   - engine: The engine, after that reading.
  package mutating func show(
    in reading: inout TunerReading, beginning: BeginningNote?, by engine: inout TunerEngine
  ) {
    if reading.target != last {
      last = reading.target
      if last != nil { shown = nil }
    }
    if let beginning, beginning.isClear || reading.deviation == nil {
      shown = engine.glance(at: beginning.frequency)
      if shown?.target == reading.target { shown = nil }
      end = reading.time + Self.longestTime
    }
    if let shown, reading.time < end { reading.show(shown.target, shown.deviation) }
  }
}

extension TunerReading {
  /// Shows another note, which is that of a tone.
  fileprivate mutating func show(_ target: TuningTarget, _ deviation: NoteDeviation) {
    (self.target, self.deviation) = (target, deviation)
    (isHeld, isInTune, sound) = (false, false, .tone)
  }
}
