internal import CKammerton
internal import InstrumentTuning
internal import MusicTheory
internal import PitchEstimation
internal import SignalProcessing

/// A tuner behind a tracker, and what nobody has taken yet of what they tell.
final class TunerHandle {
  private var settings: TunerSettings
  private var tracker: MultiresolutionTracker
  private var engine: TunerEngine
  private(set) var readings: ResultQueue<ktn_tuner_reading>
  private(set) var notes = ResultQueue<ktn_heard_note>(capacity: 64)
  private var isFinished = false

  /// - Parameters:
  ///   - settings: How to tune.
  ///   - tracker: Those of the tracker.
  init(_ settings: TunerSettings, _ tracker: PitchEstimation.TrackerSettings) {
    self.settings = settings
    self.tracker = MultiresolutionTracker(tracker)
    let tuner = try? Tuner(concertPitch: settings.concertPitch, tolerance: settings.tolerance)
    engine = TunerEngine(mode: settings.mode, tuner: tuner ?? Tuner())
    let hop = TunerListening.hopDuration * settings.sampleRate
    readings = ResultQueue(capacity: Int(2 * Double(blockSize) / hop) + 64)
  }

  func configure(_ new: TunerSettings) {
    take(try? engine.setTolerance(new.tolerance))
    engine.concertPitch = new.concertPitch
    engine.mode = new.mode
    tracker.setGate(new.gate)
    settings = new
  }

  func append(_ samples: UnsafeBufferPointer<Float>) throws(Refusal) {
    try require(!isFinished, KTN_FINISHED)
    samples.forEachBlock { block in
      tracker.append(block.span)
      takeReadings()
    }
  }

  func finish() throws(Refusal) {
    try require(!isFinished, KTN_FINISHED)
    isFinished = true
    tracker.finish()
    takeReadings()
    take(engine.finishNote())
  }

  func reset() throws(Refusal) {
    take(engine.reset())
    guard isFinished else { return }
    tracker = MultiresolutionTracker(try settings.tracker())
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

  private func takeReadings() {
    while let reading = tracker.next() {
      let reading = engine.process(reading)
      readings.append(ktn_tuner_reading(reading))
      take(reading.ended)
    }
  }

  private func take(_ ended: HeardNote?) {
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
      string: Int32(clamping: reading.target?.string ?? 0), is_sounding: deviation == nil ? 0 : 1,
      is_held: reading.isHeld ? 1 : 0, side: Self.side(deviation?.state),
      is_in_tune: reading.isInTune ? 1 : 0)
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
