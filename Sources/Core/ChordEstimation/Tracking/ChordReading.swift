/// One of the notes that sound at a time.
public struct ChordNote: Sendable, Hashable {
  /// The fundamental frequency, in hertz.
  public var frequency: Double
  /// The root-mean-square level of its partials, in dBFS; a sine of amplitude 1 has -3.
  public var level: Double
  /// How likely it is that the note sounds, 0...1.
  public var confidence: Double
  /// One standard error of the frequency, in cents.
  public var error: Double

  /// Creates a note of these properties.
  public init(frequency: Double, level: Double, confidence: Double, error: Double) {
    (self.frequency, self.level) = (frequency, level)
    (self.confidence, self.error) = (confidence, error)
  }
}

/// The notes that sound at a time, from the lowest.
public struct ChordReading: Sendable {
  /// The time, in seconds since the start of the stream.
  public let time: Double
  /// The number of notes, 0...``ChordTracker/mostNotes``.
  public private(set) var count = 0
  private var storage = InlineArray<6, ChordNote>(
    repeating: ChordNote(frequency: 0, level: 0, confidence: 0, error: 0))

  /// Creates a reading of silence.
  ///
  /// - Parameter time: In seconds.
  public init(time: Double) { self.time = time }

  /// Creates a reading.
  ///
  /// - Parameters:
  ///   - time: In seconds.
  ///   - notes: From the lowest; at most ``ChordTracker/mostNotes`` are kept.
  public init(time: Double, notes: [ChordNote]) {
    self.time = time
    for note in notes { append(note) }
  }

  /// The notes as an array, which is allocated anew.
  public var notes: [ChordNote] {
    var notes: [ChordNote] = []
    for index in 0..<count { notes.append(storage[index]) }
    return notes
  }

  /// A note, by its number from the lowest.
  ///
  /// - Precondition: `index` is in `0..<count`.
  public subscript(index: Int) -> ChordNote {
    precondition(index >= 0 && index < count, "there are fewer notes")
    return storage[index]
  }

  mutating func append(_ note: ChordNote) {
    guard count < ChordTracker.mostNotes else { return }
    storage[count] = note
    count += 1
  }
}
