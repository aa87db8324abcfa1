public import MusicTheory
public import PitchEstimation

/// The tuner behind every display: the readings of a track in; what to show, and the notes that have
/// ended, out.
///
/// The terminal, its plain and JSON lines, the server's feed and the page all run on it, so that they
/// show the same note, and count the same notes.
///
/// ```swift
/// var engine = TunerEngine(mode: .strings(guitar.standardTuning))
/// while let reading = tracker.next() {
///   let output = engine.take(reading)
///   if let note = output.ended { print(note.note, note.meanCents) }
/// }
/// if let note = engine.finishNote() { print(note.note, note.meanCents) }
/// ```
///
/// - Complexity: As ``TargetTuner``.
public struct TunerEngine: Sendable {
  /// What the engine says about one reading.
  public struct Output: Sendable, Hashable {
    /// The reading, by the corrected clock.
    public let reading: PitchReading
    /// What to show, and whether it is in tune.
    public let shown: TargetReading
    /// The note that has just ended, if there is one.
    public let ended: HeardNote?
  }

  /// The error of the microphone's clock; may change at any time.
  public var clock: ClockCalibration
  /// The greatest distance from the target that begins to count as in tune, in cents.
  public private(set) var tolerance: Double
  private var tuner: TargetTuner
  private var log = NoteLog()

  /// Creates an engine that has heard nothing.
  ///
  /// - Parameters:
  ///   - mode: What the targets are chosen from; chromatic by default.
  ///   - tuner: Concert pitch, spelling and tolerance.
  ///   - clock: The error of the microphone's clock; none by default.
  public init(
    mode: TargetMode = .chromatic, tuner: Tuner = Tuner(), clock: ClockCalibration = .none
  ) {
    self.tuner = TargetTuner(mode: mode, tuner: tuner)
    self.clock = clock
    tolerance = tuner.tolerance
  }

  /// The frequency of A4, and the temperament; may change at any time.
  public var concertPitch: ConcertPitch {
    get { tuner.concertPitch }
    set { tuner.concertPitch = newValue }
  }

  /// How the notes of the chromatic mode are written; may change at any time.
  public var spelling: Spelling {
    get { tuner.spelling }
    set { tuner.spelling = newValue }
  }

  /// What the targets are chosen from. A change forgets the target, not the sound.
  public var mode: TargetMode {
    get { tuner.mode }
    set { tuner.mode = newValue }
  }

  /// Takes another tolerance. One that is new forgets everything heard.
  ///
  /// - Parameter tolerance: Cents, in ``Tuner/toleranceLimits``.
  /// - Returns: The note that this ends, if there is one.
  /// - Throws: ``TunerError/toleranceOutOfRange(_:)``
  public mutating func setTolerance(_ tolerance: Double) throws(TunerError) -> HeardNote? {
    guard tolerance != self.tolerance else { return nil }
    let settings = try Tuner(concertPitch: concertPitch, spelling: spelling, tolerance: tolerance)
    let ended = log.finish()
    tuner = TargetTuner(mode: tuner.mode, tuner: settings)
    self.tolerance = tolerance
    return ended
  }

  /// Takes in the next reading.
  ///
  /// - Parameter reading: The next reading of a track, in order of time.
  /// - Returns: What to show, and the note that it ends.
  public mutating func take(_ reading: PitchReading) -> Output {
    let reading = corrected(reading)
    let shown = tuner.update(reading)
    return Output(reading: reading, shown: shown, ended: log.add(shown))
  }

  /// Takes in a reading of which nothing is shown, as while a reference tone sounds.
  ///
  /// - Parameter reading: The next reading of a track, in order of time.
  /// - Returns: The note that has just ended, if there is one.
  public mutating func ignore(_ reading: PitchReading) -> HeardNote? {
    log.add(nil, string: nil, at: reading.time)
  }

  /// Shows the last frequency again, under the settings as they are now.
  ///
  /// - Returns: What to show; `nil` while nothing sounds.
  public mutating func readAgain() -> TunerReading? { tuner.readAgain() }

  /// Forgets everything heard, as after a reference tone.
  ///
  /// - Returns: The note that this ends, if there is one.
  public mutating func reset() -> HeardNote? {
    tuner.reset()
    return log.finish()
  }

  /// Ends the note that sounds, as at the end of a session.
  ///
  /// - Returns: The note, if there was one.
  public mutating func finishNote() -> HeardNote? { log.finish() }

  /// A reading by the corrected clock.
  public func corrected(_ reading: PitchReading) -> PitchReading {
    guard let candidate = reading.candidate else { return reading }
    var reading = reading
    reading.candidate?.frequency = clock.corrected(candidate.frequency)
    return reading
  }
}
