public import MusicTheory
public import PitchEstimation

/// Detects one note after another, and when the player has stopped.
///
/// It collects readings in growing arrays, so do not use it on the audio thread.
public struct PracticeListener: Sendable {
  /// The number of pitch readings per second.
  public static var readingsPerSecond: Double { 100 }
  /// The frequencies that can be detected, in hertz.
  public static var frequencies: ClosedRange<Double> { 26...8000 }
  /// The default of the silence that ends the playing, in seconds.
  public static var usualPause: Double { 4 }

  /// The silence that ends the playing, in seconds; `nil` for recordings, which end by themselves.
  public let pause: Double?
  /// True if a silence has ended the playing: no further note follows.
  public private(set) var hasPaused = false
  private var tracker: MultiresolutionTracker
  private var segmenter = NoteSegmenter()
  private var readings: [PitchReading] = []  // of the note that sounds
  private var lastVoiced: Double?
  private var hasNotes = false
  private var isFinished = false

  /// Creates a listener.
  ///
  /// - Parameters:
  ///   - score: The score to be played: the search extends 13 semitones beyond it.
  ///   - concertPitch: The concert pitch of the score.
  ///   - sampleRate: Samples per second, in 8000...192000 Hz.
  ///   - pause: A silence that ends the playing, in seconds; `nil` for recordings.
  /// - Throws: `EstimatorError` if the sample rate is out of its range.
  public init(
    for score: PracticeScore, under concertPitch: ConcertPitch, sampleRate: Double, pause: Double?
  ) throws(EstimatorError) {
    let range = Self.searchRange(for: score, under: concertPitch)
    let highest = min(range.upperBound, 0.4 * sampleRate)
    tracker = try MultiresolutionTracker(
      sampleRate: sampleRate, searchRange: min(range.lowerBound, highest / 2)...highest,
      hopSize: sampleRate / Self.readingsPerSecond)
    self.pause = pause
  }

  private static func searchRange(
    for score: PracticeScore, under concertPitch: ConcertPitch
  ) -> ClosedRange<Double> {
    let numbers = score.notes.map { $0.midiNumber }
    let low = concertPitch.frequency(ofMIDINumber: Double((numbers.min() ?? 60) - 13))
    let high = concertPitch.frequency(ofMIDINumber: Double((numbers.max() ?? 72) + 13))
    return max(frequencies.lowerBound, low)...max(60, min(frequencies.upperBound, high))
  }

  /// Appends the next samples of the sound.
  public mutating func append(_ block: Span<Float>) { tracker.append(block) }

  /// Ends the sound: the notes up to its last sample become available.
  public mutating func finish() {
    guard !isFinished else { return }
    isFinished = true
    tracker.finish()
  }

  /// Returns the next note, or `nil` until more samples arrive.
  public mutating func next() -> PlayedNote? {
    while !hasPaused, let reading = tracker.next() {
      remember(reading)
      let note = segmenter.update(reading)
      if note != nil { hasNotes = true }
      if reading.isVoiced { lastVoiced = reading.time }
      if let pause, let lastVoiced, hasNotes { hasPaused = reading.time - lastVoiced > pause }
      if let note { return played(note) }
    }
    guard isFinished, let note = segmenter.finish() else { return nil }
    return played(note)
  }

  /// The time of readings that are remembered, in seconds: of a longer note, the first pitch is lost.
  private static var memory: Double { 60 }

  private mutating func remember(_ reading: PitchReading) {
    readings.append(reading)
    guard reading.time - readings[0].time > Self.memory else { return }
    readings.removeFirst(Int(Self.readingsPerSecond))  // rarely, so that it costs nothing
  }

  /// Returns a note that has ended, with its first and last pitch.
  private mutating func played(_ note: PitchNote) -> PlayedNote {
    var played = PlayedNote(note)
    let ends = StableStretch.ends(of: readings, from: note.onset, to: note.offset)
    (played.firstFrequency, played.lastFrequency) = (ends?.first.frequency, ends?.last.frequency)
    readings.removeAll { $0.time < note.offset }
    return played
  }
}

extension PlayedNote {
  fileprivate init(_ note: PitchNote) {
    self.init(
      onset: note.onset, duration: note.duration, frequency: note.frequency, spread: note.spread)
  }
}

/// A note that was played.
public struct PlayedNote: Sendable, Hashable {
  /// The time when it starts, in seconds.
  public var onset: Double
  /// Its duration, in seconds.
  public var duration: Double
  /// Its frequency, in hertz.
  public var frequency: Double
  /// One standard error or the spread of its pitch, in cents.
  public var spread: Double
  /// The frequency of its first stable pitch, before any correction, in hertz; `nil` if it has none.
  public var firstFrequency: Double?
  /// The frequency of its last stable pitch, in hertz; `nil` if it has none.
  public var lastFrequency: Double?

  /// Creates a note.
  ///
  /// - Parameters:
  ///   - onset: The time when it starts, in seconds.
  ///   - duration: Its duration, in seconds.
  ///   - frequency: Its frequency, in hertz, greater than zero.
  ///   - spread: The spread of its pitch, in cents.
  ///   - firstFrequency: The frequency of its first stable pitch, in hertz.
  ///   - lastFrequency: The frequency of its last stable pitch, in hertz.
  public init(
    onset: Double, duration: Double, frequency: Double, spread: Double = 0,
    firstFrequency: Double? = nil, lastFrequency: Double? = nil
  ) {
    self.onset = onset
    self.duration = duration
    self.frequency = frequency
    self.spread = spread
    self.firstFrequency = firstFrequency
    self.lastFrequency = lastFrequency
  }
}
