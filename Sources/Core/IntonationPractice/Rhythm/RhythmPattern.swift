/// A bar of a rhythm.
public struct RhythmPattern: Sendable, Hashable {
  /// The meter.
  public var meter: PracticeMeter
  /// Sounds in a beat, in 1...16.
  public var subdivision: Int
  /// For each beat whether it is played; `nil` for all.
  public var beats: [Bool]?

  /// Creates a rhythm.
  ///
  /// - Parameters:
  ///   - meter: The meter.
  ///   - subdivision: Sounds in a beat, in 1...16.
  ///   - beats: For each beat whether it is played; `nil` for all. One of them must be.
  public init(meter: PracticeMeter, subdivision: Int = 1, beats: [Bool]? = nil) {
    self.meter = meter
    self.subdivision = min(16, max(1, subdivision))
    self.beats = beats?.contains(true) == true ? beats : nil
  }

  /// The number of sounds in a bar.
  public var soundCount: Int { events.count }

  /// The times of the sounds in a bar, in quarter notes.
  var events: [Double] {
    (0..<meter.beatCount).flatMap { beat -> [Double] in
      guard let beats, beat < beats.count, !beats[beat] else {
        return (0..<subdivision).map {
          (Double(beat) + Double($0) / Double(subdivision)) * meter.beat
        }
      }
      return []
    }
  }

  /// Returns the rhythm as a score, of a pitch that means nothing.
  ///
  /// - Parameter eventCount: The number of sounds, at least 1.
  /// - Returns: Bars up to the last of them.
  public func score(eventCount: Int) -> PracticeScore {
    let events = events
    let count = max(1, eventCount)
    let barCount = (count + events.count - 1) / events.count
    let notes = (0..<count).map { index in
      let (bar, event) = index.quotientAndRemainder(dividingBy: events.count)
      return PracticeNote(
        midiNumber: 60, onset: Double(bar) * meter.length + events[event],
        duration: meter.beat / Double(subdivision))
    }
    let bars = (0..<barCount).map {
      PracticeBar(
        number: BarNumber($0 + 1), onset: Double($0) * meter.length, length: meter.length,
        meter: meter)
    }
    return PracticeScore(notes: notes, bars: bars)
  }
}
