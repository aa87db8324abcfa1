package import MusicTheory
package import PitchEstimation

/// A tuner with targets: every note, the degrees of a scale, the strings of an instrument, one
/// string or one note.
///
/// Readings pass through thresholds that follow a decaying note (``VoicingHold``), are steadied
/// (`PitchStabilizer`), get a target (``StringSelector``, ``DegreeSelector``, or ``Tuner`` in the
/// chromatic mode), and are judged by ``InTuneDecision``.
///
/// ```swift
/// let guitar = try InstrumentCatalog.builtIn.instrument(named: "guitar")
/// var tuner = TargetTuner(mode: .strings(guitar.standardTuning))
/// while let reading = tracker.next() {
///   let result = tuner.process(reading)
///   if result.event == .entered { print("string", result.target?.string ?? 0, "is in tune") }
/// }
/// ```
///
/// - Complexity: O(s) per reading for s strings or degrees; no allocation after `init`, unless the
///   mode changes.
package struct TargetTuner: Sendable {
  /// The frequency of A4; you can change it at any time.
  package var concertPitch: ConcertPitch {
    didSet {
      tuner.concertPitch = concertPitch
      degrees = DegreeSelector(mode: mode, concertPitch: concertPitch)
    }
  }
  /// The spelling of notes in the chromatic mode; you can change it at any time.
  package var spelling: Spelling {
    didSet { tuner.spelling = spelling }
  }
  /// The source of the targets. A change discards the target, but not the sound.
  package var mode: TargetMode {
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
  private var degrees: Optional<DegreeSelector>
  private var decision: InTuneDecision
  private var target: TuningTarget?
  private var deviation: NoteDeviation?
  private var lastFrequency: Double?
  private var lastTime = 0.0

  /// Creates a tuner in its initial state.
  ///
  /// - Parameters:
  ///   - mode: The source of the targets; chromatic by default.
  ///   - tuner: Concert pitch, spelling and tolerance.
  ///   - hold: The conditions for acquiring, continuing and releasing a note.
  ///   - stabilizer: The balance between steadiness and speed.
  package init(
    mode: TargetMode = .chromatic, tuner: Tuner = Tuner(), hold: VoicingHold = VoicingHold(),
    stabilizer: PitchStabilizer.Settings = PitchStabilizer.Settings()
  ) {
    let stabilizer = PitchStabilizer(stabilizer)
    let selector = StringSelector(targets: mode.targets)
    let degrees = DegreeSelector(mode: mode, concertPitch: tuner.concertPitch)
    // A tuner's tolerance lies within its limits.
    let settings = try? InTuneDecision.Settings(tolerance: tuner.tolerance)
    decision = InTuneDecision(settings ?? InTuneDecision.Settings())
    self.mode = mode
    self.tuner = tuner
    self.hold = hold
    startHold = hold
    self.stabilizer = stabilizer
    concertPitch = tuner.concertPitch
    spelling = tuner.spelling
    self.selector = selector
    self.degrees = degrees
  }

  /// Processes the next reading.
  ///
  /// - Parameter reading: The next reading of a track, in chronological order.
  /// - Returns: The note to show and its state.
  package mutating func process(_ reading: PitchReading) -> TunerReading {
    let stable = stabilizer.update(hold.judge(reading))
    lastTime = reading.time
    lastFrequency = stable.frequency
    let previous = target
    let isBelieved = show(stable.frequency, at: reading.time)
    let isHeld = deviation != nil && (stable.isHeld || !isBelieved)
    var event: InTuneDecision.Event?
    if deviation == nil || target != previous { event = decision.end() }
    if let deviation, !isHeld, event == nil {
      event = decision.update(cents: deviation.cents, at: reading.time)
    }
    return TunerReading(
      pitch: reading, target: target, deviation: deviation, isHeld: isHeld,
      isInTune: decision.isInTune, event: event)
  }

  /// Returns the last frequency again, with the current settings.
  ///
  /// - Returns: The note to show; `nil` while nothing sounds.
  package mutating func readAgain() -> NoteDeviation? {
    tuner.reset()
    _ = show(lastFrequency, at: lastTime)
    return deviation
  }

  /// The largest distance from a note at which it is not in doubt, in cents.
  private static var clearDistance: Double { 35 }

  /// Compares a frequency with its target, whatever sounded before; nothing is remembered of it.
  ///
  /// - Parameter frequency: In hertz.
  /// - Returns: The target and the deviation from it; `nil` if it is in doubt which target is meant.
  mutating func glance(at frequency: Double) -> (target: TuningTarget, deviation: NoteDeviation)? {
    // Copies of the tuner and the selectors would be much code.
    let (memory, choice, degree) = (tuner.memory, selector.memory, degrees?.held)
    let shown = (target, deviation)
    defer {
      (tuner.memory, selector.memory) = (memory, choice)
      degrees?.held = degree
      (target, deviation) = shown
    }
    tuner.reset()
    selector.reset()
    degrees?.reset()
    guard show(frequency, at: lastTime), let target, let deviation else { return nil }
    if case .chromatic = mode, deviation.cents.magnitude >= Self.clearDistance { return nil }
    return (target, deviation)
  }

  /// Discards all state, for example after a reference tone.
  @inline(never)
  package mutating func reset() {
    hold = startHold
    stabilizer = PitchStabilizer(stabilizer.settings)
    lastFrequency = nil
    forgetTarget()
  }

  /// Changes the tolerance, and discards all state.
  ///
  /// - Parameter tolerance: Cents, in ``Tuner/toleranceLimits``.
  /// - Throws: ``TunerError/toleranceOutOfRange(_:)``
  mutating func setTolerance(_ tolerance: Double) throws(TunerError) {
    decision = InTuneDecision(try InTuneDecision.Settings(tolerance: tolerance))
    try tuner.setTolerance(tolerance)
    reset()
  }

  private mutating func forgetTarget() {
    tuner.reset()
    selector.reset()
    degrees?.reset()
    target = nil
    deviation = nil
    _ = decision.end()
  }

  /// Sets target and deviation. Returns `false`, without a change, for a suspect tone.
  @inline(never)
  private mutating func show(_ frequency: Double?, at time: Double) -> Bool {
    if case .chromatic = mode {
      deviation = tuner.read(frequency)
      target = deviation.flatMap { try? TargetPitch($0.note) }.map { TuningTarget(pitch: $0) }
      return true
    }
    if degrees != nil {
      target = degrees?.select(frequency)
      deviation = frequency.flatMap { frequency in
        target.flatMap { tuner.read(frequency, target: $0) }
      }
      if deviation == nil { tuner.reset() }
      return true
    }
    switch selector.select(frequency, at: time, under: concertPitch) {
    case .suspect: return false
    case .nothing:
      target = nil
      deviation = nil
      tuner.reset()
    case .target(let chosen):
      target = chosen
      deviation = frequency.flatMap { tuner.read($0, target: chosen) }
    }
    return true
  }
}

/// Follows a note into its decay, where a tracker that decides frame by frame would stop too early.
///
/// A note is acquired by a voiced reading with at least ``acquirePeriodicity``. It then continues
/// through unvoiced readings whose candidate is still at the same pitch, above the gate, and at
/// least as periodic as ``holdPeriodicity``. It must have lasted for ``establishedTime``, because
/// an unvoiced reading in an attack is not a decay. It is released once it has been missing for
/// ``releaseTime``.
package struct VoicingHold: Sendable, Hashable {
  /// The largest distance from the note of a candidate that belongs to it, in cents.
  package static var pitchTolerance: Double { 40 }

  /// The age from which unvoiced readings can continue a note, in seconds.
  package static var establishedTime: Double { 0.2 }

  /// The lowest periodicity that starts a note, in 0...1; 0 leaves it to the tracker.
  package let acquirePeriodicity: Double
  /// The lowest periodicity of an unvoiced reading that continues a note, in 0...1.
  package let holdPeriodicity: Double
  /// The longest gap within a note, in seconds.
  package let releaseTime: Double
  private var frequency: Double?
  private var startTime = 0.0
  private var lastTime = -Double.infinity

  /// Creates thresholds.
  ///
  /// - Parameters:
  ///   - acquirePeriodicity: The lowest periodicity that starts a note, in 0...1. 0, the default,
  ///     leaves it to the tracker, whose scale depends on the method.
  ///   - holdPeriodicity: The lowest periodicity of an unvoiced reading that continues a note.
  ///   - releaseTime: The longest gap within a note, in seconds.
  package init(
    acquirePeriodicity: Double = 0, holdPeriodicity: Double = 0.6, releaseTime: Double = 0.25
  ) {
    self.acquirePeriodicity = min(1, max(0, acquirePeriodicity))
    self.holdPeriodicity = min(1, max(0, holdPeriodicity))
    self.releaseTime = max(0, releaseTime)
  }

  /// Processes the next reading.
  ///
  /// - Parameter reading: The next reading of a track, in chronological order.
  /// - Returns: The reading, voiced or unvoiced according to the thresholds.
  package mutating func judge(_ reading: PitchReading) -> PitchReading {
    if reading.time - lastTime > releaseTime { frequency = nil }
    var judged = reading
    judged.isVoiced = frequency.map { goesOn(reading, at: $0) } ?? starts(reading)
    if judged.isVoiced {
      if frequency == nil { startTime = reading.time }
      frequency = judged.frequency
      lastTime = reading.time
    }
    return judged
  }

  private func starts(_ reading: PitchReading) -> Bool {
    reading.isVoiced && reading.periodicity >= acquirePeriodicity
  }

  private func goesOn(_ reading: PitchReading, at frequency: Double) -> Bool {
    guard let candidate = reading.candidate else { return false }
    let ratio = candidate.frequency / frequency
    // 2^(±40 / 1200); a comparison needs no logarithm.
    let isSamePitch = (0.97716...1.02337).contains(ratio)
    if reading.isVoiced { return isSamePitch || starts(reading) }
    let isEstablished = reading.time - startTime >= Self.establishedTime
    return isEstablished && isSamePitch && reading.isAboveGate
      && reading.periodicity >= holdPeriodicity
  }
}
