public import MusicTheory
public import PitchEstimation

/// The tuner of every display. It turns the readings of a track into what to show, and into the
/// notes that have ended.
///
/// The terminal, its plain and JSON lines, the server's feed and the page all use it, so that they
/// show the same note and record the same notes.
///
/// ```swift
/// var engine = TunerEngine(mode: .strings(guitar.standardTuning))
/// while let reading = tracker.next() {
///   let reading = engine.process(reading)
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

  /// Processes the next reading.
  ///
  /// - Parameter reading: The next reading of a track, in chronological order.
  /// - Returns: The note to show, and the note that this reading ends.
  public mutating func process(_ reading: PitchReading) -> TunerReading {
    var result = tuner.process(corrected(reading))
    result.ended = log.add(result)
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

  /// A reading by the corrected clock.
  public func corrected(_ reading: PitchReading) -> PitchReading {
    guard let candidate = reading.candidate else { return reading }
    var reading = reading
    reading.candidate?.frequency = clock.corrected(candidate.frequency)
    return reading
  }
}
