public import MusicTheory
internal import NoteDetection
public import OnsetDetection
public import PitchEstimation
public import SignalProcessing

/// Detects one note after another.
///
/// Pitches come from a tracker and times from a detector of onsets; a `NoteDetector` joins them, as for
/// the notes of a recording. A string that only rings on is not a note, and one that is struck again is a new one.
///
/// It collects readings in growing arrays, so do not use it on the audio thread.
public struct PracticeListener: SampleAnalysis {
  /// The number of pitch readings per second.
  public static var readingsPerSecond: Double { 100 }
  /// The frequencies that can be detected, in hertz.
  public static var frequencies: ClosedRange<Double> { 26...8000 }
  /// The ``silence`` after which a player has usually stopped, in seconds.
  public static var usualPause: Double { 4 }

  /// The first onsets that were heard, at most ten for each note that a score can have.
  public private(set) var onsets: [Onset] = []
  /// The frequency that sounded last, in hertz; `nil` for silence and noise.
  public private(set) var frequency: Double?
  // One, which is large: copies of this structure share it until it changes.
  private var trackers: [MultiresolutionTracker]
  private var detector: OnsetDetector?
  private var notes = NoteDetector()
  private let sampleRate: Double
  private var sampleCount = 0
  private var follower = FirstPitchFollower(onsetLatency: OnsetDetector.latency)
  private var lastVoiced: Double?
  private var lastTime = 0.0
  private var isFinished = false
  private var newest: [PitchReading] = []

  /// Creates a listener.
  ///
  /// - Parameters:
  ///   - score: The score to be played: the search extends 13 semitones beyond it.
  ///   - concertPitch: The concert pitch of the score.
  ///   - sampleRate: Samples per second, in 8000...192000 Hz.
  /// - Throws: `EstimatorError` if the sample rate is out of its range.
  public init(
    for score: PracticeScore, under concertPitch: ConcertPitch, sampleRate: Double
  ) throws(EstimatorError) {
    try self.init(
      hearing: Self.searchRange(for: score, under: concertPitch), sampleRate: sampleRate)
  }

  /// Creates a listener for any notes.
  ///
  /// - Parameters:
  ///   - range: The frequencies of the notes, in hertz.
  ///   - sampleRate: Samples per second, in 8000...192000 Hz.
  /// - Throws: `EstimatorError` if the sample rate is out of its range.
  package init(
    hearing range: ClosedRange<Double>, sampleRate: Double
  ) throws(EstimatorError) {
    let highest = min(range.upperBound, 0.4 * sampleRate)
    // Without the network, so that a take has the same figures in the page and in the command.
    let settings = try TrackerSettings(
      sampleRate: sampleRate, searchRange: min(range.lowerBound, highest / 2)...highest,
      hopSize: sampleRate / Self.readingsPerSecond, lookahead: 0.3, usesSalience: false)
    trackers = [MultiresolutionTracker(settings)]
    self.sampleRate = sampleRate
    detector = try? OnsetDetector(sampleRate: sampleRate)
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
  public mutating func append(_ block: Span<Float>) {
    trackers[0].append(block)
    detector?.append(block)
    sampleCount += block.count
  }

  /// Marks missing samples: no onset is found across the gap.
  public mutating func interrupt() {
    trackers[0].interrupt()
    detector?.interrupt()
  }

  /// Ends the sound: the notes up to its last sample become available.
  public mutating func finish() {
    guard !isFinished else { return }
    isFinished = true
    trackers[0].finish()
    detector?.finish()
  }

  /// Returns the next note, or `nil` until more samples arrive.
  public mutating func next() -> PlayedNote? {
    while let onset = detector?.next() {
      notes.add(onset)
      follower.begin(at: onset.time)
      if onsets.count < 10 * PracticeScore.mostNotes { onsets.append(onset) }
    }
    while let sound = detector?.nextReturn() { notes.add(sound) }
    while let reading = trackers[0].next() {
      notes.add(reading)
      frequency = reading.frequency
      if newest.count < Self.mostNewest { newest.append(reading) }
      follower.update(reading)
      lastTime = reading.time
      if reading.isVoiced { lastVoiced = reading.time }
    }
    if isFinished {
      notes.finish()
      follower.finish()
    }
    let known = Double(sampleCount) / sampleRate - OnsetDetector.latency
    return notes.next(onsetsKnownUntil: isFinished ? .infinity : known).map { PlayedNote($0) }
  }

  /// The most readings that wait to be taken: five seconds of them.
  private static var mostNewest: Int { 500 }

  /// Returns the readings of the pitch since they were last taken, for those who show it live.
  package mutating func takeReadings() -> [PitchReading] {
    defer { newest = [] }
    return newest
  }

  /// Returns the next beginning of a note, or the first stable pitch of one that still sounds: before
  /// ``next()`` returns the note. It looks only at samples that ``next()`` has processed.
  public mutating func nextPitch() -> FirstPitchFollower.Event? { follower.next() }

  /// The silence since the last pitch, in seconds; 0 before the first.
  public var silence: Double { lastVoiced.map { max(0, lastTime - $0) } ?? 0 }

  /// Returns a note of a stream that began later.
  public static func delayed(_ note: PlayedNote, by seconds: Double) -> PlayedNote {
    var note = note
    note.onset += seconds
    return note
  }
}

/// A note that was played.
public struct PlayedNote: Sendable, Hashable {
  /// The time when it starts, in seconds: its attack, or else the change of the pitch.
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
  /// True if an attack was heard, and false for a slur, which has none.
  public var hasAttack: Bool

  /// Creates a note.
  ///
  /// - Parameters:
  ///   - onset: The time when it starts, in seconds.
  ///   - duration: Its duration, in seconds.
  ///   - frequency: Its frequency, in hertz, greater than zero.
  ///   - spread: The spread of its pitch, in cents.
  ///   - hasAttack: Whether an attack was heard.
  ///   - firstFrequency: The frequency of its first stable pitch, in hertz.
  ///   - lastFrequency: The frequency of its last stable pitch, in hertz.
  public init(
    onset: Double, duration: Double, frequency: Double, spread: Double = 0,
    hasAttack: Bool = false, firstFrequency: Double? = nil, lastFrequency: Double? = nil
  ) {
    self.onset = onset
    self.duration = duration
    self.frequency = frequency
    self.spread = spread
    self.firstFrequency = firstFrequency
    self.lastFrequency = lastFrequency
    self.hasAttack = hasAttack
  }

  init(_ detected: DetectedNote) {
    self.init(
      onset: detected.note.onset, duration: detected.note.duration,
      frequency: detected.note.frequency, spread: detected.note.spread,
      hasAttack: detected.hasAttack, firstFrequency: detected.firstFrequency,
      lastFrequency: detected.lastFrequency)
  }

  /// When it ends, in seconds.
  public var end: Double { onset + duration }
}
