public import MusicTheory

/// A chord whose notes have stood for a moment: its name, each note's cents, and the beats.
public struct HeardChord: Sendable {
  /// One of the notes, from the lowest.
  public struct Note: Sendable, Equatable {
    /// Semitones above C-1: 69 is A4.
    public var midiNumber: Int
    /// The median frequency, in hertz.
    public var frequency: Double
    /// The deviation from the note under the concert pitch, in cents; positive if it is sharp.
    public var cents: Double
    /// The newest level, in dBFS.
    public var level: Double
    /// False while it is not heard, for a moment before the chord changes.
    public var isSounding: Bool
    /// The pure interval that it is nearest to, above the root, or above the lowest note of a chord
    /// without one; octaves left out.
    public var ratio: JustRatio
    /// The deviation from that pure interval, in cents; positive if it is sharp.
    public var centsFromRatio: Double
  }

  /// Two partials of two notes that are nearly one, and beat.
  public struct Beat: Sendable, Equatable {
    /// The place of the lower note.
    public var lower: Int
    /// The place of the upper note.
    public var upper: Int
    /// The number of the lower note's partial.
    public var lowerPartial: Int
    /// The number of the upper note's partial, which is near it.
    public var upperPartial: Int
    /// The difference of the two, in hertz.
    public var rate: Double
    /// True if it is slower than ``ChordListener/lockedRate``.
    public var isLocked: Bool
  }

  /// Counts the chords from 1; 0 before the first.
  public internal(set) var number = 0
  /// The time of its first reading, in seconds.
  public internal(set) var start = 0.0
  /// The time of its last reading, in seconds.
  public internal(set) var time = 0.0
  /// What it is called.
  public internal(set) var name = ChordName.unnamed
  /// The place of the note that the pure intervals stand on.
  public internal(set) var base = 0
  /// The notes, from the lowest; none while nothing sounds.
  public internal(set) var notes: [Note] = []
  /// The beats, from the lowest pair.
  public internal(set) var beats: [Beat] = []
  /// True if it is what is left of the chord before it.
  public internal(set) var isRest = false

  /// True if it lasted for less than 0.3 s, which is too short for a verdict.
  public var isBrief: Bool { time - start < Self.shortest - 1e-9 }
  private static let shortest = 0.3

  /// Creates a chord without notes.
  public init() {}

  /// Moves the times of a chord from a stream that began later.
  ///
  /// - Parameter seconds: The beginning of that stream, in seconds.
  public mutating func delay(by seconds: Double) {
    start += seconds
    time += seconds
  }

  /// Ends the chord where the next one begins, which is known only when that one is told. It keeps
  /// the 0.3 s that it needs for a verdict.
  ///
  /// - Parameter next: The chord that follows in the same stream.
  public mutating func end(before next: HeardChord) {
    time = next.endOfLast(start: start, time: time)
  }

  /// Returns when the chord before this one ended.
  ///
  /// - Parameters:
  ///   - start: The beginning of that chord, in seconds.
  ///   - time: The time of its last report, in seconds.
  /// - Returns: In seconds; `time` if this one has no notes.
  package func endOfLast(start: Double, time: Double) -> Double {
    notes.isEmpty ? time : min(time, max(start + Self.shortest, self.start))
  }

  /// Returns a note as the chord spells it.
  ///
  /// - Parameters:
  ///   - index: The place of the note, from the lowest.
  ///   - spelling: The spelling of notes that are not in a named chord.
  /// - Returns: The note.
  public func note(_ index: Int, spelling: Spelling) -> MusicTheory.Note {
    name.note(notes[index].midiNumber, spelling: spelling)
  }
}

extension HeardChord: Hashable {
  /// Hashes what tells apart the chords of one stream.
  ///
  /// - Parameter hasher: Takes the number and the time.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(number)
    hasher.combine(time)
  }
}
