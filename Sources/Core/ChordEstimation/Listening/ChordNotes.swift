/// A note of several that sound together, from its beginning to its end.
public struct SoundedNote: Sendable {
  /// The time of the first reading that has it, in seconds.
  public var onset: Double
  /// The time after the last reading that has it, in seconds.
  public var offset: Double
  /// The median of its frequency, in hertz.
  public var frequency: Double
  /// The highest level, in dBFS.
  public var level: Double
  /// The mean of its confidence, 0...1.
  public var confidence: Double
}

/// Makes notes with a beginning and an end of the readings of a ``ChordTracker``.
///
/// Gaps of up to 0.1 s are bridged, and notes of less than 0.08 s left out. A note that is struck
/// again while it sounds is one note.
///
/// - Complexity: O(1) time for a reading. No allocation after `init`, if all notes are taken.
public struct ChordNotes: Sendable {
  /// The longest gap in a note, in seconds.
  public static let longestGap = 0.1
  /// The shortest note, in seconds.
  public static let shortest = 0.08

  private let hop: Double
  private var voices: ChordVoices
  private var ended: [SoundedNote] = []

  /// Creates a detector at the start of a stream.
  ///
  /// - Parameter hopDuration: The time from reading to reading, in seconds.
  public init(hopDuration: Double = 0.01) {
    hop = hopDuration
    voices = ChordVoices(stride: 1, isRecent: false)
    ended.reserveCapacity(ChordVoices.mostCount)
  }

  /// Adds the next reading.
  ///
  /// - Parameter reading: Of a time after those before.
  public mutating func add(_ reading: ChordReading) {
    endVoices(before: reading.time - Self.longestGap - 1e-9)
    voices.add(reading)
  }

  /// Ends the stream, and with it all notes.
  public mutating func finish() { endVoices(before: .infinity) }

  /// Returns the next note that has ended, the earliest and lowest first among those that ended
  /// together.
  public mutating func next() -> SoundedNote? {
    var first: Int?
    for index in ended.indices {
      guard let other = first else {
        first = index
        continue
      }
      let (a, b) = (ended[index], ended[other])
      if a.onset < b.onset || a.onset == b.onset && a.frequency < b.frequency { first = index }
    }
    return first.map { ended.remove(at: $0) }
  }

  private mutating func endVoices(before time: Double) {
    for index in voices.voices.indices {
      guard let voice = voices.voices[index], voice.last < time else { continue }
      let note = SoundedNote(
        onset: voice.onset, offset: voice.last + hop, frequency: voices.median(index),
        level: voice.loudest, confidence: voice.confidence / Double(max(1, voice.count)))
      if note.offset - note.onset >= Self.shortest { ended.append(note) }
      voices.end(index)
    }
  }
}
