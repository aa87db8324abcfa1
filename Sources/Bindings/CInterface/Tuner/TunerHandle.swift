internal import CKammerton
internal import InstrumentTuning
internal import MusicTheory
internal import PitchEstimation
internal import SignalProcessing

/// A tuner with its tracker, and their readings and notes that the caller has not read yet.
final class TunerHandle {
  private var settings: TunerSettings
  private var listener: ToneListener<MultiresolutionTracker>
  private var engine: TunerEngine
  private(set) var readings: ResultQueue<ktn_tuner_reading>
  private(set) var notes = ResultQueue<ktn_heard_note>(capacity: 64)
  private var isFinished = false

  /// - Parameters:
  ///   - settings: The settings of the tuner.
  ///   - tracker: The settings of the tracker.
  init(_ settings: TunerSettings, _ tracker: PitchEstimation.TrackerSettings) {
    self.settings = settings
    listener = ToneListener(MultiresolutionTracker(tracker))
    engine = TunerEngine(mode: settings.mode, tuner: settings.tuner)
    let hop = TunerListening.hopDuration * settings.sampleRate
    readings = ResultQueue(capacity: Int(2 * Double(blockSize) / hop) + 64)
  }

  func configure(_ new: TunerSettings) {
    store(try? engine.setTolerance(new.tolerance))
    engine.concertPitch = new.concertPitch
    engine.mode = new.mode
    listener.setGate(new.gate)
    settings = new
  }

  func append(_ samples: UnsafeBufferPointer<Float>) throws(Refusal) {
    try require(!isFinished, KTN_FINISHED)
    samples.forEachBlock { block in
      listener.append(block.span)
      collectReadings()
    }
  }

  func finish() throws(Refusal) {
    try require(!isFinished, KTN_FINISHED)
    isFinished = true
    listener.finish()
    collectReadings()
    store(engine.finishNote())
  }

  func reset() throws(Refusal) {
    store(engine.reset())
    guard isFinished else { return }
    listener = ToneListener(MultiresolutionTracker(try settings.tracker()))
    readings.removeAll()
    notes.removeAll()
    isFinished = false
  }

  func read(
    _ place: UnsafeMutablePointer<ktn_tuner_reading>?, capacity: Int,
    count: UnsafeMutablePointer<Int>?
  ) throws(Refusal) {
    try readings.read(place, capacity: capacity, count: count)
  }

  func readNotes(
    _ place: UnsafeMutablePointer<ktn_heard_note>?, capacity: Int,
    count: UnsafeMutablePointer<Int>?
  ) throws(Refusal) {
    try notes.read(place, capacity: capacity, count: count)
  }

  private func collectReadings() {
    while let observation = listener.next() {
      let reading = engine.process(observation)
      readings.append(ktn_tuner_reading(reading))
      store(reading.ended)
    }
  }

  private func store(_ ended: HeardNote?) {
    if let ended { notes.append(ktn_heard_note(ended)) }
  }
}

extension ktn_tuner_reading {
  @inline(never)
  init(_ reading: TunerReading) {
    let deviation = reading.deviation
    self.init(
      time: reading.time, level: reading.pitch.level,
      gate_threshold: reading.pitch.gateThreshold, frequency: deviation?.frequency ?? 0,
      target_frequency: deviation?.targetFrequency ?? 0, cents: deviation?.cents ?? 0,
      note: Int32(clamping: deviation?.note.midiNumber ?? 0),
      string: Int32(clamping: reading.target?.string ?? 0),
      is_sounding: Int32(Self.sounding(reading)), is_held: reading.isHeld ? 1 : 0,
      side: Self.side(deviation?.state),
      is_in_tune: reading.isInTune ? 1 : 0)
  }

  private static func sounding(_ reading: TunerReading) -> Int {
    guard reading.deviation != nil else { return KTN_SOUNDING_NOTHING }
    return reading.sound == .commonDivisor ? KTN_SOUNDING_SEVERAL : KTN_SOUNDING_TONE
  }

  private static func side(_ state: NoteDeviation.State?) -> Int32 {
    switch state {
    case .flat: -1
    case .sharp: 1
    case .inTune, nil: 0
    }
  }
}

extension ktn_heard_note {
  init(_ note: HeardNote) {
    self.init(
      start: note.startTime, duration: note.duration, target_frequency: note.targetFrequency,
      mean_cents: note.meanCents, spread: note.spread, time_in_tune: note.timeInTune,
      note: Int32(clamping: note.note.midiNumber), string: Int32(clamping: note.string ?? 0))
  }
}

/// The checked settings of a tuner.
struct TunerSettings {
  let sampleRate: Double
  let searchRange: ClosedRange<Double>
  let gate: LevelGate.Threshold
  let concertPitch: ConcertPitch
  let tolerance: Double
  let mode: TargetMode

  init(_ settings: ktn_tuner_settings) throws(Refusal) {
    sampleRate = try TrackerSettings.checked(sampleRate: settings.sample_rate)
    concertPitch = try CInterface.concertPitch(settings.concert_pitch, settings.deviations)
    try require(
      Tuner.toleranceLimits.contains(settings.tolerance), KTN_TOLERANCE_OUT_OF_RANGE)
    tolerance = settings.tolerance
    gate = try TrackerSettings.gate(settings.gate, level: settings.gate_level)
    mode = try Self.mode(settings)
    let (targets, pitch) = (mode.targets, concertPitch)
    let lowest = targets.map { $0.pitch.frequency(under: pitch) }.min()
    let standard = TunerListening().searchRange(sampleRate: sampleRate, lowestString: lowest)
    searchRange = try TrackerSettings.searchRange(settings.lowest, settings.highest, standard)
  }

  /// Concert pitch and tolerance, which are in their ranges.
  var tuner: Tuner {
    (try? Tuner(concertPitch: concertPitch, tolerance: tolerance)) ?? Tuner()
  }

  /// Returns the settings of the tuner's tracker.
  func tracker() throws(Refusal) -> PitchEstimation.TrackerSettings {
    guard
      let settings = try? PitchEstimation.TrackerSettings(
        sampleRate: sampleRate, searchRange: searchRange,
        hopSize: TunerListening.hopDuration * sampleRate, lookahead: TunerListening.lookahead,
        gate: LevelGate(gate))
    else { throw Refusal(KTN_FREQUENCY_OUT_OF_RANGE) }
    return settings
  }

  private static func mode(_ settings: ktn_tuner_settings) throws(Refusal) -> TargetMode {
    switch Int(settings.target) {
    case KTN_TARGET_CHROMATIC: return .chromatic
    case KTN_TARGET_STRINGS:
      return .strings(try tuning(settings.tuning, ofInstrument: settings.instrument))
    case KTN_TARGET_STRING:
      let tuning = try tuning(settings.tuning, ofInstrument: settings.instrument)
      try require(tuning.stringNumbers.contains(Int(settings.string)), KTN_STRING_OUT_OF_RANGE)
      return .string(Int(settings.string), of: tuning)
    case KTN_TARGET_NOTE:
      try require(TargetPitch.noteLimits.contains(Int(settings.note)), KTN_NOTE_OUT_OF_RANGE)
      guard
        let pitch = try? TargetPitch(
          Note(midiNumber: Int(settings.note), spelling: .sharps), cents: settings.note_cents)
      else { throw Refusal(KTN_CENTS_OUT_OF_RANGE) }
      return .note(pitch)
    default: throw Refusal(KTN_UNKNOWN_CHOICE)
    }
  }
}
