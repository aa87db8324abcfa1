internal import InstrumentTuning
internal import MusicTheory

/// The note that sounds, from its first reading to its last, for the history.
struct SoundingNote {
  /// Shorter notes are not told of, in seconds: they are touched strings.
  static let shortest = 0.1

  private(set) var midiNumber = 0
  private(set) var startTime = 0.0
  private(set) var cents = RunningStatistics()
  private(set) var timeInTune = 0.0
  private var lastTime = 0.0

  /// Seconds from the first reading to the last.
  var duration: Double { lastTime - startTime }

  /// Takes the next reading.
  ///
  /// - Parameter result: What the tuner said.
  /// - Returns: The note that has ended with it, if there is one.
  mutating func update(_ result: TargetReading) -> SoundingNote? {
    guard let reading = result.reading else { return end() }
    guard !result.isHeld else { return nil }
    let isSame = cents.count > 0 && reading.note.midiNumber == midiNumber
    let ended = isSame ? nil : end()
    if cents.count == 0 {
      midiNumber = reading.note.midiNumber
      startTime = result.time
    } else if reading.state == .inTune {
      timeInTune += result.time - lastTime
    }
    lastTime = result.time
    cents.add(reading.cents)
    return ended
  }

  /// Ends the note.
  ///
  /// - Returns: The note, unless it was too short.
  mutating func end() -> SoundingNote? {
    let ended = self
    self = SoundingNote()
    return ended.duration >= Self.shortest ? ended : nil
  }
}
