import BellTuning
import PianoTuning
import SignalProcessing

/// Bells and their kin, struck one after another, for the page: each is measured and compared with
/// its target, and kept where that is wanted.
///
/// The page's side starts, and then fills `input` again and again. What was heard last is in `outcome`,
/// and its measurement in the document's current row: at first by the beginning of its sound, then by
/// all of it.
final class BellCore: Core {
  enum Part: Int, CaseIterable { case input, fields, rows, partials, outcome }

  /// The positions of the newest stroke that was measured, or refused.
  enum OutcomeField: Int, CaseIterable {
    case count  // since the start
    case kind  // as Outcome counts
    case object  // what it sounds like, where that is something else; or not a number
    case isClipped
    case isMixed  // whether another bell seems to sound as well
    case isFinal  // whether all of its sound was used
  }

  /// The outcome of a stroke.
  enum Outcome: Int, CaseIterable {
    case measured, silent, tooShort, noObject, other
  }

  /// A stroke is measured for this long, in seconds.
  static let longest = 6.0
  /// A first result is there after this time, in seconds.
  static let preview = 1.5
  /// An object within this deviation is in tune, in cents.
  static let tolerance = 1.0

  let input = SharedMemory<Float>(repeating: 0, count: blockLimit)
  let outcome = Record<OutcomeField>()
  var document = BellDocument()
  private var splitter: StrokeSplitter?
  private var meter: ObjectMeter?
  private var previewCount = Int.max
  private var soundingCount = 0
  private var mode = MeasuringMode.tune

  override func address(of part: Int) -> Address {
    switch Part(rawValue: part) {
    case .input: input.address
    case .fields: document.fields.address
    case .rows: document.rows.address
    case .partials: document.partials.address
    case .outcome: outcome.address
    case nil: nil
    }
  }

  /// Starts to listen; refuses sample rates that are too low or too high.
  func start(sampleRate: Double) -> Bool {
    outcome.clear()
    meter = try? ObjectMeter(sampleRate: sampleRate)
    guard meter != nil else { return false }
    splitter = StrokeSplitter(sampleRate: sampleRate, longest: Self.longest)
    previewCount = Int(Self.preview * sampleRate)
    soundingCount = 0
    return true
  }

  /// Sets what the sound is for, and the note that is struck (0: the nearest one).
  func aim(_ mode: MeasuringMode, midi: Int) {
    self.mode = mode
    document.chosenNote = (1...127).contains(midi) ? midi : nil
  }

  /// Samples are missing here.
  func interrupt() { splitter?.discard() }

  /// Analyses the first samples of `input`.
  func push(_ count: Int) {
    let block = Array(input.values[0..<min(blockLimit, max(0, count))])
    for stroke in splitter?.append(block) ?? [] { measure(stroke, isFinal: true) }
    let before = soundingCount
    soundingCount = splitter?.sounding.count ?? 0
    if before < previewCount, soundingCount >= previewCount, let stroke = splitter?.sounding {
      measure(Array(stroke), isFinal: false)
    }
  }

  private func measure(_ stroke: [Float], isFinal: Bool) {
    var clipping = ClippingCounter()
    clipping.append(stroke)
    var kind = Outcome.measured
    (outcome[.object], outcome[.isMixed]) = (.nan, 0)
    do {
      if let found = try meter?.measure(stroke, as: document.bells.object) {
        document.take(found)
        outcome[.isMixed] = found.isMixed ? 1 : 0
      }
    } catch {
      // More sound may tell more.
      guard isFinal else { return }
      switch error {
      case .silent: kind = .silent
      case .tooShort: kind = .tooShort
      case .noObject, .sampleRateOutOfRange: kind = .noObject
      case .other(let object, _):
        kind = .other
        outcome[.object] = BellDocument.place(object).map { Double($0) } ?? .nan
      }
    }
    outcome[.kind] = Double(kind.rawValue)
    outcome[.isClipped] = clipping.isClipped ? 1 : 0
    outcome[.isFinal] = isFinal ? 1 : 0
    outcome[.count] += 1
  }

  /// Keeps what was measured last, if that is wanted; its date is in the document's room.
  func keep() -> Bool {
    guard let stage = mode.stage, outcome[.isFinal] == 1, outcome[.kind] == 0 else { return false }
    return document.keep(stage)
  }
}

@_cdecl("bell_create")
func createBell() -> Handle? { handle(BellCore()) }

/// Returns room for a text of this many bytes; `nil` if it is too long.
@_cdecl("bell_room")
func bellRoom(_ bell: Handle, _ count: Int32) -> Address {
  (object(bell) as BellCore).document.makeRoom(Int(count))
}

/// Takes the text in the room: which one is counted as in `MeasuredTexts.Text`.
@_cdecl("bell_take")
func bellTake(_ bell: Handle, _ text: Int32) -> Int32 {
  guard let text = MeasuredTexts.Text(rawValue: Int(text)) else { return 0 }
  return (object(bell) as BellCore).document.read(text) ? 1 : 0
}

@_cdecl("bell_set")
func bellSet(_ bell: Handle, _ setting: Int32, _ value: Double) -> Int32 {
  guard let setting = BellDocument.Setting(rawValue: Int(setting)) else { return 0 }
  return (object(bell) as BellCore).document.set(setting, value) ? 1 : 0
}

@_cdecl("bell_write")
func bellWrite(_ bell: Handle, _ text: Int32) -> Address {
  guard let text = MeasuredTexts.Text(rawValue: Int(text)) else { return nil }
  return (object(bell) as BellCore).document.write(text)
}

@_cdecl("bell_start")
func startBell(_ bell: Handle, _ sampleRate: Double) -> Int32 {
  (object(bell) as BellCore).start(sampleRate: sampleRate) ? 1 : 0
}

/// Sets what the sound is for, as `MeasuringMode` counts, and the note, or 0.
@_cdecl("bell_aim")
func aimBell(_ bell: Handle, _ mode: Int32, _ midi: Int32) {
  guard let mode = MeasuringMode(rawValue: Int(mode)) else { return }
  (object(bell) as BellCore).aim(mode, midi: Int(midi))
}

@_cdecl("bell_push")
func pushBell(_ bell: Handle, _ count: Int32) {
  (object(bell) as BellCore).push(Int(count))
}

@_cdecl("bell_interrupt")
func interruptBell(_ bell: Handle) {
  (object(bell) as BellCore).interrupt()
}

/// Keeps what was measured last, whose date is in the room; returns 1 if it did.
@_cdecl("bell_keep")
func keepBell(_ bell: Handle) -> Int32 {
  (object(bell) as BellCore).keep() ? 1 : 0
}

/// Drops the newest measurement.
@_cdecl("bell_drop")
func dropBell(_ bell: Handle) -> Int32 {
  (object(bell) as BellCore).document.dropLast() ? 1 : 0
}
