internal import PianoTuning
internal import SignalProcessing

/// The keys of a piano, one after another, for the page: each is found and compared with its target,
/// and measured where that is wanted.
///
/// The page's side starts, and then fills `input` again and again; what was heard last is in `state`.
final class PianoCore {
  /// The positions of what was heard last.
  enum State: Int, CaseIterable {
    case readingCount  // since the start
    case strokeCount  // those that were named
    case time  // the end of what was read, in seconds
    case key  // a MIDI number
    case partial  // the one that is listened to
    case frequency  // its frequency, in hertz
    case cents  // above the target
    case error  // one standard error
    case isClipped
    case unisonCount  // how often a unison was measured
    case unisonStroke  // of which stroke
    case beat  // the slowest that is heard, in hertz; 0 for none
    case beatLimit  // the slowest that could be found
    case outcomeCount  // of strokes that were measured, or refused
    case outcome  // as Outcome counts
    case outcomeKey  // a MIDI number
    case outcomeIsClipped
  }

  /// What came of a stroke that was to be measured.
  enum Outcome: Int, CaseIterable {
    case measured, silent, tooShort, noKey
  }

  /// What the sound is for.
  enum Mode: Int, CaseIterable {
    case tune, before, after

    var stage: PianoFile.Stage? {
      switch self {
      case .tune: nil
      case .before: .before
      case .after: .after
      }
    }
  }

  /// What is said of a key that was kept.
  enum Kept: Int, CaseIterable {
    case nothing, alone, newIsUsed, oldIsUsed
  }

  let input = SharedMemory<Float>(repeating: 0, count: blockLimit)
  let state = SharedMemory<Double>(repeating: 0, count: State.allCases.count)
  var document = PianoDocument()
  private var listener: KeyListener?
  private var splitter: StrokeSplitter?
  private var meter: KeyMeter?
  private var mode = Mode.tune
  private var clock = 1.0
  private var measurement: KeyMeasurement?

  /// Starts to hear; refuses sample rates that are too low or too high.
  func start(sampleRate: Double) -> Bool {
    for index in 0..<State.allCases.count { state[index] = 0 }
    listener = try? KeyListener(targets: document.targets, sampleRate: sampleRate)
    meter = try? KeyMeter(sampleRate: sampleRate)
    splitter = StrokeSplitter(sampleRate: max(100, min(1e6, sampleRate)))
    return listener != nil && meter != nil
  }

  /// Sets what the sound is for, which key is tuned (0: that which sounds), and by what measured
  /// frequencies are to be multiplied.
  func aim(_ mode: Mode, midi: Int, clock: Double) {
    if mode != self.mode { splitter?.discard() }
    (self.mode, self.clock) = (mode, clock)
    listener?.chosenKey = PianoKey(midi: midi)
    listener?.targets = document.targets
  }

  /// The document has changed.
  func retarget() { listener?.targets = document.targets }

  /// Samples are missing here.
  func interrupt() {
    listener?.interrupt()
    splitter?.discard()
  }

  /// Hears the first samples of `input`.
  func push(_ count: Int) {
    let block = Array(input.values[0..<min(blockLimit, max(0, count))])
    for reading in listener?.append(block) ?? [] { take(reading) }
    if mode == .tune {
      if let stroke = listener?.takeStroke(), let unison = stroke.unison() { take(unison) }
    } else {
      for stroke in splitter?.append(block) ?? [] { measure(stroke) }
    }
  }

  private func take(_ reading: KeyListener.Reading) {
    let reading = reading.corrected(by: clock)
    state[State.readingCount] += 1
    if reading.isNewStroke { state[State.strokeCount] += 1 }
    state[State.time] = reading.time
    state[State.key] = Double(reading.key.midi)
    state[State.partial] = Double(reading.partial)
    state[State.frequency] = reading.frequency
    state[State.cents] = reading.cents
    state[State.error] = reading.error
    state[State.isClipped] = reading.isClipped ? 1 : 0
  }

  private func take(_ unison: UnisonReading) {
    state[State.unisonCount] += 1
    state[State.unisonStroke] = state[State.strokeCount]
    state[State.beat] = unison.audibleBeats.first ?? 0
    state[State.beatLimit] = unison.limit
  }

  private func measure(_ stroke: [Float]) {
    var clipping = ClippingCounter()
    clipping.append(stroke)
    measurement = nil
    var outcome = Outcome.measured
    do {
      if var found = try meter?.measure(stroke) {
        found.frequency *= clock
        measurement = found
        state[State.outcomeKey] = Double(found.key.midi)
      }
    } catch {
      switch error {
      case .silent: outcome = .silent
      case .tooShort: outcome = .tooShort
      case .noKey, .sampleRateOutOfRange: outcome = .noKey
      }
    }
    state[State.outcome] = Double(outcome.rawValue)
    state[State.outcomeIsClipped] = clipping.isClipped ? 1 : 0
    state[State.outcomeCount] += 1
  }

  /// Keeps what was measured last, once; its date is in the document's room.
  func keep() -> Kept {
    guard let measurement, let stage = mode.stage else { return .nothing }
    self.measurement = nil
    let disagreement = document.keep(measurement, stage)
    retarget()
    switch disagreement {
    case nil: return .alone
    case .newIsUsed: return .newIsUsed
    case .oldIsUsed: return .oldIsUsed
    }
  }
}
