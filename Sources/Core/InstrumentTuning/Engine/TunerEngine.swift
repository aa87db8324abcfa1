public import MusicTheory
public import PitchEstimation
public import SignalProcessing

/// The tuner of every display. It turns the readings of a track into the note to show, and into the
/// notes that have ended.
///
/// The terminal, its plain and JSON lines, the server's feed and the page all use it, so that they
/// show the same note and record the same notes.
///
/// ```swift
/// var engine = TunerEngine(mode: .strings(guitar.standardTuning))
/// while let observation = listener.next() {
///   let reading = engine.process(observation)
///   if let note = reading.ended { print(note.note, note.meanCents) }
/// }
/// if let note = engine.finishNote() { print(note.note, note.meanCents) }
/// ```
///
/// - Complexity: O(s) per reading for s strings or degrees; no allocation after `init`, unless the mode changes.
public struct TunerEngine: Sendable {
  /// The error of the microphone's clock; you can change it at any time.
  public var clock: ClockCalibration
  /// The largest deviation from the target that counts as in tune, in cents.
  public private(set) var tolerance: Double
  private var tuner: TargetTuner
  private var log = NoteLog()
  /// The sound of the last observation that was not held.
  private var lastSound = TunerSound.tone
  /// The readings of one target that are only the common divisor of several tones.
  private var divisors = (target: TuningTarget?.none, count: 0)
  /// The number of them that a note may have.
  private static let mostDivisors = 10

  /// Creates an engine in its initial state.
  ///
  /// - Parameters:
  ///   - mode: The source of the targets; chromatic by default.
  ///   - tuner: Concert pitch, spelling and tolerance.
  ///   - clock: The error of the microphone's clock; none by default.
  public init(
    mode: TargetMode = .chromatic, tuner: Tuner = Tuner(), clock: ClockCalibration = .none
  ) {
    self.tuner = TargetTuner(mode: mode, tuner: tuner)
    self.clock = clock
    tolerance = tuner.tolerance
  }

  /// The frequency of A4, and the temperament; you can change it at any time.
  public var concertPitch: ConcertPitch {
    get { tuner.concertPitch }
    set { tuner.concertPitch = newValue }
  }

  /// The spelling of notes in the chromatic mode; you can change it at any time.
  public var spelling: Spelling {
    get { tuner.spelling }
    set { tuner.spelling = newValue }
  }

  /// The source of the targets. A change discards the target, but not the sound.
  public var mode: TargetMode {
    get { tuner.mode }
    set { tuner.mode = newValue }
  }

  /// Changes the tolerance. A different tolerance resets the engine.
  ///
  /// - Parameter tolerance: Cents, in ``Tuner/toleranceLimits``.
  /// - Returns: The note that this ends, if any.
  /// - Throws: ``TunerError/toleranceOutOfRange(_:)``
  public mutating func setTolerance(_ tolerance: Double) throws(TunerError) -> HeardNote? {
    guard tolerance != self.tolerance else { return nil }
    try tuner.setTolerance(tolerance)
    self.tolerance = tolerance
    return log.finish()
  }

  /// Processes the next observation.
  ///
  /// - Parameter observation: The next one of a ``TunerListener``, in chronological order.
  /// - Returns: The note to show, what it belongs to, and the note that this observation ends. The
  ///   common divisor of several tones is never in tune, and is no note.
  public mutating func process(_ observation: TunerObservation) -> TunerReading {
    var result = process(observation.pitch, sound: observation.sound)
    result.hasSeveralTones = observation.hasSeveralTones
    return result
  }

  /// Processes the next reading, with what its pitch belongs to.
  ///
  /// - Parameters:
  ///   - reading: The next reading of a track, in chronological order.
  ///   - sound: What its pitch belongs to.
  /// - Returns: The note to show, what it belongs to, and the note that this reading ends.
  package mutating func process(_ reading: PitchReading, sound: TunerSound) -> TunerReading {
    var result = process(reading)
    if result.target != divisors.target { divisors = (result.target, 0) }
    guard result.deviation != nil else { return result }
    if !result.isHeld { lastSound = sound }
    result.sound = lastSound
    if result.sound == .commonDivisor {
      divisors.count += 1
      result.isInTune = false
      result.event = nil
    }
    // Several tones are no note, from their beginning to their end.
    if divisors.count >= Self.mostDivisors { log = NoteLog() }
    return result
  }

  /// Processes the next reading of a single tone.
  ///
  /// - Parameter reading: The next reading of a track, in chronological order.
  /// - Returns: The note to show, and the note that this reading ends.
  public mutating func process(_ reading: PitchReading) -> TunerReading {
    var result = tuner.process(corrected(reading))
    // A note far from its target is another note, which would spoil the figures of this one.
    let isOther = result.isHeld || tuner.mode.isFar(result.deviation?.cents ?? 0)
    result.ended = log.add(
      isOther ? nil : result.deviation, string: result.target?.string, at: result.time)
    return result
  }

  /// Processes a reading that is not shown, for example while a reference tone plays.
  ///
  /// - Parameter reading: The next reading of a track, in chronological order.
  /// - Returns: The reading with nothing to show, and the note that has just ended, if any.
  public mutating func ignore(_ reading: PitchReading) -> TunerReading {
    TunerReading(
      pitch: corrected(reading), target: nil, deviation: nil, isHeld: false, isInTune: false,
      event: nil, ended: log.add(nil, string: nil, at: reading.time))
  }

  /// Returns the last frequency again, with the current settings.
  ///
  /// - Returns: The note to show; `nil` while nothing sounds.
  public mutating func readAgain() -> NoteDeviation? { tuner.readAgain() }

  /// Compares a frequency with its target, whatever sounded before; nothing is remembered of it.
  ///
  /// - Parameter frequency: In hertz, by the tracker.
  /// - Returns: The target and the deviation from it; `nil` if it is in doubt which target is meant.
  mutating func glance(at frequency: Double) -> (target: TuningTarget, deviation: NoteDeviation)? {
    tuner.glance(at: clock.corrected(frequency))
  }

  /// Discards all state, for example after a reference tone.
  ///
  /// - Returns: The note that this ends, if any.
  public mutating func reset() -> HeardNote? {
    tuner.reset()
    return log.finish()
  }

  /// Ends the current note, for example at the end of a session.
  ///
  /// - Returns: The note, if any.
  public mutating func finishNote() -> HeardNote? { log.finish() }

  /// Compares a frequency with its target, as a tuner does that has heard nothing else for a second.
  ///
  /// - Parameters:
  ///   - frequency: In hertz.
  ///   - reading: The time and the level.
  ///   - mode: The source of the targets.
  ///   - tuner: Concert pitch, spelling and tolerance.
  /// - Returns: The reading at that time.
  package static func steadyReading(
    of frequency: Double, like reading: PitchReading, mode: TargetMode, tuner: Tuner
  ) -> TunerReading {
    var engine = TunerEngine(mode: mode, tuner: tuner)
    let end = reading.time
    var reading = reading
    reading.candidate = PitchCandidate(
      frequency: frequency, periodicity: max(reading.periodicity, 0.9))
    reading.isVoiced = true
    reading.time = end - 1
    var result = engine.process(reading)
    for step in 1...100 {
      reading.time = end - 1 + 0.01 * Double(step)
      result = engine.process(reading)
    }
    return result
  }

  /// Returns a reading with the frequency by the corrected clock.
  public func corrected(_ reading: PitchReading) -> PitchReading {
    guard let candidate = reading.candidate else { return reading }
    var reading = reading
    reading.candidate?.frequency = clock.corrected(candidate.frequency)
    return reading
  }
}

/// The listening setup of a tuner: the parameters of the tracker before a ``TunerEngine``, for
/// every display.
///
/// ```swift
/// let listening = TunerListening()
/// let tracker = try MultiresolutionTracker(
///   sampleRate: 48_000, searchRange: listening.searchRange(sampleRate: 48_000, lowestString: 30.87),
///   hopSize: 480, lookahead: TunerListening.lookahead, gate: LevelGate(listening.gate))
/// ```
public struct TunerListening: Sendable, Hashable {
  /// The delay in which later sound may influence a reading, in seconds; too short to notice.
  public static let lookahead = 0.05
  /// The time between readings, in seconds.
  public static let hopDuration = 0.01
  /// The time between two judgements of whether a bell sounds, in seconds.
  static let evidenceStep = 0.05

  /// The frequencies to look for if no string is lower, in hertz.
  public var range: ClosedRange<Double>
  /// The level that counts as sound.
  public var gate: LevelGate.Threshold

  /// Creates settings.
  ///
  /// - Parameters:
  ///   - range: The frequencies to look for if no string is lower, in hertz.
  ///   - gate: The level that counts as sound; adaptive by default.
  public init(
    range: ClosedRange<Double> = SearchRange.allKeys, gate: LevelGate.Threshold = .automatic
  ) {
    self.range = range
    self.gate = gate
  }

  /// Creates settings for notes that must be found as soon as possible.
  ///
  /// Lower tones need longer frames, which delay the readings of all others. So frequencies are
  /// looked for from 75 Hz, a tone below a guitar's lowest string, or from 0.9 of a lower string.
  ///
  /// - Parameters:
  ///   - isPrompt: False for the settings of ``init(range:gate:)``.
  ///   - lowestString: The frequency of the lowest string, in hertz; `nil` for none.
  public init(isPrompt: Bool, lowestString: Double?) {
    self.init()
    guard isPrompt else { return }
    range = min(75, max(15, 0.9 * (lowestString ?? 75 / 0.9)))...range.upperBound
  }

  /// Returns the lowest frequency to look for.
  ///
  /// A new string is slack while it is put on. At 0.6 of its frequency, 9 semitones below, even a
  /// bass string has a pitch; lower, no string does. The result is at least 15 Hz, however low the
  /// string, because lower frequencies need longer frames and delay the readings.
  ///
  /// - Parameter lowestString: The frequency of the lowest string, in hertz; `nil` for none.
  /// - Returns: Hertz.
  public func lowestFrequency(lowestString: Double?) -> Double {
    guard let lowestString else { return range.lowerBound }
    return min(range.lowerBound, max(15, 0.6 * lowestString))
  }

  /// Returns the frequencies to look for in a source.
  ///
  /// - Parameters:
  ///   - sampleRate: The sample rate of the source, in hertz.
  ///   - lowestString: The frequency of the lowest string, in hertz; `nil` for none.
  /// - Returns: Hertz, up to 0.45 of the source's sample rate.
  public func searchRange(
    sampleRate: Double, lowestString: Double? = nil
  ) -> ClosedRange<Double> {
    (lowestFrequency(lowestString: lowestString)...range.upperBound)
      .clamped(to: 0...0.45 * sampleRate)
  }
}
