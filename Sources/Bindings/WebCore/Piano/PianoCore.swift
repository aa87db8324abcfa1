import PianoTuning
import SignalProcessing

/// The keys of a piano, one after another, for the page: each is found and compared with its target,
/// and measured where that is wanted.
///
/// The page's side starts, and then fills `input` again and again; what was heard last is in `reading`, `unison` and `outcome`.
final class PianoCore: Core {
  enum Part: Int, CaseIterable { case input, fields, keys, reading, unison, outcome }

  /// The positions of the newest reading.
  enum ReadingField: Int, CaseIterable {
    case count  // since the start
    case stroke  // the number of those that were named
    case time  // the end of what was read, in seconds
    case key  // a MIDI number
    case partial  // the one that is listened to
    case frequency  // its frequency, in hertz
    case cents  // above the target
    case error  // one standard error
    case isClipped
  }

  /// The positions of the newest unison.
  enum UnisonField: Int, CaseIterable {
    case count  // since the start
    case stroke  // the one it was measured of
    case beat  // the slowest that is heard, in hertz; 0 for none
    case limit  // the slowest that could be found
  }

  /// The positions of the newest stroke that was measured, or refused.
  enum OutcomeField: Int, CaseIterable {
    case count  // since the start
    case kind  // as Outcome counts
    case key  // a MIDI number
    case isClipped
  }

  /// The outcome of a stroke that was to be measured.
  enum Outcome: Int, CaseIterable {
    case measured, silent, tooShort, noKey
  }

  /// The comparison of a key that was kept with earlier measurements.
  enum Kept: Int, CaseIterable {
    case nothing, alone, newIsUsed, oldIsUsed
  }

  let input = SharedMemory<Float>(repeating: 0, count: blockLimit)
  let reading = Record<ReadingField>()
  let unison = Record<UnisonField>()
  let outcome = Record<OutcomeField>()
  var document = PianoDocument()
  private var listener: KeyListener?
  private var splitter: StrokeSplitter?
  private var meter: KeyMeter?
  private var mode = MeasuringMode.tune
  private var measurement: KeyMeasurement?

  override func address(of part: Int) -> Address {
    switch Part(rawValue: part) {
    case .input: input.address
    case .fields: document.fields.address
    case .keys: document.keys.address
    case .reading: reading.address
    case .unison: unison.address
    case .outcome: outcome.address
    case nil: nil
    }
  }

  /// Starts to listen; refuses sample rates that are too low or too high.
  func start(sampleRate: Double) -> Bool {
    reading.clear()
    unison.clear()
    outcome.clear()
    listener = try? KeyListener(targets: document.targets, sampleRate: sampleRate)
    meter = try? KeyMeter(sampleRate: sampleRate)
    splitter = StrokeSplitter(sampleRate: max(100, min(1e6, sampleRate)))
    return listener != nil && meter != nil
  }

  /// Sets what the sound is for, and which key is tuned (0: that which sounds).
  func aim(_ mode: MeasuringMode, midi: Int) {
    if mode != self.mode { splitter?.discard() }
    self.mode = mode
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

  /// Analyses the first samples of `input`.
  func push(_ count: Int) {
    let block = Array(input.values[0..<min(blockLimit, max(0, count))])
    for reading in listener?.append(block) ?? [] { write(reading) }
    if mode == .tune {
      if let stroke = listener?.takeStroke(), let unison = stroke.unison() { write(unison) }
    } else {
      for stroke in splitter?.append(block) ?? [] { measure(stroke) }
    }
  }

  private func write(_ new: KeyListener.Reading) {
    reading[.count] += 1
    if new.isNewStroke { reading[.stroke] += 1 }
    reading[.time] = new.time
    reading[.key] = Double(new.key.midi)
    reading[.partial] = Double(new.partial)
    reading[.frequency] = new.frequency
    reading[.cents] = new.cents
    reading[.error] = new.error
    reading[.isClipped] = new.isClipped ? 1 : 0
  }

  private func write(_ new: UnisonReading) {
    unison[.count] += 1
    unison[.stroke] = reading[.stroke]
    unison[.beat] = new.audibleBeats.first ?? 0
    unison[.limit] = new.limit
  }

  private func measure(_ stroke: [Float]) {
    var clipping = ClippingCounter()
    clipping.append(stroke)
    measurement = nil
    var kind = Outcome.measured
    do {
      if let found = try meter?.measure(stroke) {
        measurement = found
        outcome[.key] = Double(found.key.midi)
      }
    } catch {
      switch error {
      case .silent: kind = .silent
      case .tooShort: kind = .tooShort
      case .noKey, .sampleRateOutOfRange: kind = .noKey
      }
    }
    outcome[.kind] = Double(kind.rawValue)
    outcome[.isClipped] = clipping.isClipped ? 1 : 0
    outcome[.count] += 1
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

@_cdecl("piano_create")
func createPiano() -> Handle? { handle(PianoCore()) }

/// Returns room for a text of this many bytes; `nil` if it is too long.
@_cdecl("piano_room")
func pianoRoom(_ piano: Handle, _ count: Int32) -> Address {
  (object(piano) as PianoCore).document.makeRoom(Int(count))
}

/// Takes the text in the room: which one is counted as in `MeasuredTexts.Text`.
@_cdecl("piano_take")
func pianoTake(_ piano: Handle, _ text: Int32) -> Int32 {
  let core = object(piano) as PianoCore
  guard let text = MeasuredTexts.Text(rawValue: Int(text)), core.document.read(text) else {
    return 0
  }
  core.retarget()
  return 1
}

@_cdecl("piano_set")
func pianoSet(_ piano: Handle, _ setting: Int32, _ value: Double) -> Int32 {
  let core = object(piano) as PianoCore
  guard let setting = PianoDocument.Setting(rawValue: Int(setting)),
    core.document.set(setting, value)
  else { return 0 }
  core.retarget()
  return 1
}

@_cdecl("piano_write")
func pianoWrite(_ piano: Handle, _ text: Int32) -> Address {
  guard let text = MeasuredTexts.Text(rawValue: Int(text)) else { return nil }
  return (object(piano) as PianoCore).document.write(text)
}

@_cdecl("piano_start")
func startPiano(_ piano: Handle, _ sampleRate: Double) -> Int32 {
  (object(piano) as PianoCore).start(sampleRate: sampleRate) ? 1 : 0
}

/// Sets what the sound is for, as `MeasuringMode` counts, and the key, or 0.
@_cdecl("piano_aim")
func aimPiano(_ piano: Handle, _ mode: Int32, _ midi: Int32) {
  guard let mode = MeasuringMode(rawValue: Int(mode)) else { return }
  (object(piano) as PianoCore).aim(mode, midi: Int(midi))
}

@_cdecl("piano_push")
func pushPiano(_ piano: Handle, _ count: Int32) {
  (object(piano) as PianoCore).push(Int(count))
}

@_cdecl("piano_interrupt")
func interruptPiano(_ piano: Handle) {
  (object(piano) as PianoCore).interrupt()
}

/// Keeps what was measured last, whose date is in the room: as `PianoCore.Kept` counts.
@_cdecl("piano_keep")
func keepPiano(_ piano: Handle) -> Int32 {
  Int32((object(piano) as PianoCore).keep().rawValue)
}

/// Drops the newest measurement.
@_cdecl("piano_drop")
func dropPiano(_ piano: Handle) -> Int32 {
  let core = object(piano) as PianoCore
  guard core.document.dropLast() else { return 0 }
  core.retarget()
  return 1
}
