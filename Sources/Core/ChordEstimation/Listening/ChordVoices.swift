internal import SignalProcessing

/// Follows each note from reading to reading, over short gaps, with the median of its frequency.
struct ChordVoices: Sendable {
  /// One note that is followed.
  struct Voice: Sendable {
    /// The time of its first reading, in seconds.
    var onset = 0.0
    /// The time of its last reading, in seconds.
    var last = 0.0
    /// The newest frequency, in hertz.
    var frequency = 0.0
    /// The newest level, in dBFS.
    var level = -Double.infinity
    /// The highest level, in dBFS.
    var loudest = -Double.infinity
    /// The sum of its confidences.
    var confidence = 0.0
    /// The number of its readings.
    var count = 0
    /// The number of stored frequencies.
    fileprivate var stored = 0
    /// The place of the next one to store.
    fileprivate var next = 0
    /// Readings from one stored frequency to the next.
    fileprivate var stride = 1
    /// Readings since the last stored frequency.
    fileprivate var skipped = 0

    fileprivate init(onset: Double, stride: Int) {
      (self.onset, last) = (onset, onset)
      (self.stride, skipped) = (stride, stride)  // the first one is stored
    }
  }

  /// The largest number of voices: those that sound, and as many that may have ended.
  static let mostCount = 2 * ChordTracker.mostNotes
  /// The stored frequencies of a voice.
  private static let size = 64
  /// The largest distance of two readings of one note, as a ratio: 80 cents.
  private static let sameNote = 1.0473

  /// The voices; those that are `nil` are free.
  private(set) var voices = [Voice?](repeating: nil, count: mostCount)
  private let stride: Int
  /// True if medians are of the newest readings, and not of all.
  private let isRecent: Bool
  private var frequencies = [Double](repeating: 0, count: mostCount * size)
  private var sorted = [Double](repeating: 0, count: size)
  private var isTaken = [Bool](repeating: false, count: mostCount)

  /// - Parameters:
  ///   - stride: Readings from one frequency that counts to the next.
  ///   - isRecent: True if medians are of the last 64 such frequencies, and not of all.
  init(stride: Int, isRecent: Bool) {
    (self.stride, self.isRecent) = (max(1, stride), isRecent)
  }

  /// Adds a reading.
  mutating func add(_ reading: ChordReading) {
    for index in isTaken.indices { isTaken[index] = false }
    for index in 0..<reading.count {
      let note = reading[index]
      if let place = place(of: note) ?? free(at: reading.time) {
        isTaken[place] = true
        add(note, at: reading.time, to: place)
      }
    }
  }

  /// Ends a voice, so that its place is free.
  mutating func end(_ index: Int) { voices[index] = nil }

  /// Discards the stored frequencies of a voice, except for the newest.
  mutating func forget(_ index: Int) {
    guard var voice = voices[index] else { return }
    (voice.stored, voice.next, voice.stride) = (0, 0, stride)
    voices[index] = voice
    store(voice.frequency, index)
  }

  /// Returns the median frequency of a voice, in hertz.
  ///
  /// - Precondition: The voice is there.
  mutating func median(_ index: Int) -> Double {
    let count = voices[index]?.stored ?? 0
    guard count > 0 else { return voices[index]?.frequency ?? 0 }
    for position in 0..<count {
      let value = frequencies[index * Self.size + position]
      var place = position
      while place > 0, sorted[place - 1] > value {
        sorted[place] = sorted[place - 1]
        place -= 1
      }
      sorted[place] = value
    }
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
  }

  private func place(of note: ChordNote) -> Int? {
    var (nearest, distance): (Int?, Double) = (nil, Self.sameNote)
    for index in voices.indices where !isTaken[index] {
      guard let voice = voices[index] else { continue }
      let ratio = voice.frequency / note.frequency
      let away = max(ratio, 1 / ratio)
      if away < distance { (nearest, distance) = (index, away) }
    }
    return nearest
  }

  private mutating func free(at time: Double) -> Int? {
    for index in voices.indices where voices[index] == nil {
      voices[index] = Voice(onset: time, stride: stride)
      return index
    }
    return nil
  }

  private mutating func add(_ note: ChordNote, at time: Double, to index: Int) {
    guard var voice = voices[index] else { return }
    (voice.last, voice.frequency, voice.level) = (time, note.frequency, note.level)
    voice.loudest = max(voice.loudest, note.level)
    (voice.confidence, voice.count) = (voice.confidence + note.confidence, voice.count + 1)
    voice.skipped += 1
    voices[index] = voice
    if voice.skipped >= voice.stride { store(note.frequency, index) }
  }

  private mutating func store(_ frequency: Double, _ index: Int) {
    guard var voice = voices[index] else { return }
    voice.skipped = 0
    if voice.next == Self.size {
      voice.next = 0
      if !isRecent {  // every second one stays, and stands for twice as long
        for position in 0..<(Self.size / 2) {
          frequencies[index * Self.size + position] =
            frequencies[index * Self.size + 2 * position]
        }
        (voice.next, voice.stored) = (Self.size / 2, Self.size / 2)
        voice.stride *= 2
      }
    }
    frequencies[index * Self.size + voice.next] = frequency
    voice.next += 1
    voice.stored = max(voice.stored, voice.next)
    voices[index] = voice
  }
}
