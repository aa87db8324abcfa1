public import MusicTheory
public import PitchEstimation

/// A tuner that knows what is to be tuned: every note, the degrees of a scale, the strings of an
/// instrument, one string or one note.
///
/// Readings pass through thresholds that follow a decaying note (``VoicingHold``), are steadied
/// (`PitchStabilizer`), get a target (``StringSelector``, ``DegreeSelector``, or ``Tuner`` in the
/// chromatic mode), and are judged (``InTuneDecision``).
///
/// ```swift
/// let guitar = try InstrumentCatalog.builtIn.instrument(named: "guitar")
/// var tuner = TargetTuner(mode: .strings(guitar.standardTuning))
/// while let reading = tracker.next() {
///   let result = tuner.update(reading)
///   if result.event == .entered { print("string", result.target?.string ?? 0, "is in tune") }
/// }
/// ```
///
/// - Complexity: O(s) a reading for s strings or degrees; no allocation after `init`, unless the mode changes.
public struct TargetTuner: Sendable {
  /// The frequency of A4; may change at any time.
  public var concertPitch: ConcertPitch {
    didSet {
      tuner.concertPitch = concertPitch
      degrees = DegreeSelector(mode: mode, concertPitch: concertPitch)
    }
  }
  /// How the notes of the chromatic mode are written; may change at any time.
  public var spelling: Spelling {
    didSet { tuner.spelling = spelling }
  }
  /// What the targets are chosen from. A change forgets the target, not the sound.
  public var mode: TargetMode {
    didSet {
      selector = StringSelector(targets: mode.targets)
      degrees = DegreeSelector(mode: mode, concertPitch: concertPitch)
      forgetTarget()
    }
  }

  private var hold: VoicingHold
  private let startHold: VoicingHold
  private var stabilizer: PitchStabilizer
  private var tuner: Tuner
  private var selector: StringSelector
  private var degrees: DegreeSelector?
  private var decision: InTuneDecision
  private var target: TuningTarget?
  private var shown: TunerReading?
  private var lastFrequency: Double?
  private var lastTime = 0.0

  /// Creates a tuner that has heard nothing.
  ///
  /// - Parameters:
  ///   - mode: What the targets are chosen from; chromatic by default.
  ///   - tuner: Concert pitch, spelling and tolerance.
  ///   - hold: When a note is acquired, goes on and is released.
  ///   - stabilizer: How steadiness is weighed against speed.
  public init(
    mode: TargetMode = .chromatic, tuner: Tuner = Tuner(), hold: VoicingHold = VoicingHold(),
    stabilizer: PitchStabilizer.Settings = PitchStabilizer.Settings()
  ) {
    self.mode = mode
    self.tuner = tuner
    self.hold = hold
    startHold = hold
    self.stabilizer = PitchStabilizer(stabilizer)
    concertPitch = tuner.concertPitch
    spelling = tuner.spelling
    selector = StringSelector(targets: mode.targets)
    degrees = DegreeSelector(mode: mode, concertPitch: tuner.concertPitch)
    // A tuner's tolerance lies within its limits.
    let settings = try? InTuneDecision.Settings(tolerance: tuner.tolerance)
    decision = InTuneDecision(settings ?? InTuneDecision.Settings())
  }

  /// Takes in the next reading.
  ///
  /// - Parameter reading: The next reading of a track, in order of time.
  /// - Returns: What to show, and whether it is in tune.
  public mutating func update(_ reading: PitchReading) -> TargetReading {
    let stable = stabilizer.update(hold.judge(reading))
    lastTime = reading.time
    lastFrequency = stable.frequency
    let previous = target
    let isBelieved = show(stable.frequency, at: reading.time)
    let isHeld = shown != nil && (stable.isHeld || !isBelieved)
    var event: InTuneDecision.Event?
    if shown == nil || target != previous { event = decision.end() }
    if let shown, !isHeld, event == nil {
      event = decision.update(cents: shown.cents, at: reading.time)
    }
    return TargetReading(
      time: reading.time, target: target, reading: shown, isHeld: isHeld,
      isInTune: decision.isInTune, event: event)
  }

  /// Shows the last frequency again, under the settings as they are now.
  ///
  /// - Returns: What to show; `nil` while nothing sounds.
  public mutating func readAgain() -> TunerReading? {
    tuner.reset()
    _ = show(lastFrequency, at: lastTime)
    return shown
  }

  /// Forgets everything heard, as after a reference tone.
  public mutating func reset() {
    hold = startHold
    stabilizer = PitchStabilizer(stabilizer.settings)
    lastFrequency = nil
    forgetTarget()
  }

  private mutating func forgetTarget() {
    tuner.reset()
    selector.reset()
    degrees?.reset()
    target = nil
    shown = nil
    _ = decision.end()
  }

  /// Sets target and reading; a tone that is not believed yet leaves both as they were.
  private mutating func show(_ frequency: Double?, at time: Double) -> Bool {
    if case .chromatic = mode {
      shown = tuner.read(frequency)
      target = shown.flatMap { try? TargetPitch($0.note) }.map { TuningTarget(pitch: $0) }
      return true
    }
    if degrees != nil {
      target = degrees?.select(frequency)
      shown = frequency.flatMap { frequency in
        target.flatMap { tuner.read(frequency, target: $0) }
      }
      if shown == nil { tuner.reset() }
      return true
    }
    switch selector.select(frequency, at: time, under: concertPitch) {
    case .suspect: return false
    case .nothing:
      target = nil
      shown = nil
      tuner.reset()
    case .target(let chosen):
      target = chosen
      shown = frequency.flatMap { tuner.read($0, target: chosen) }
    }
    return true
  }
}
