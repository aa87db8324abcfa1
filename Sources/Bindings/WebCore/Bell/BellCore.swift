import BellTuning
import PianoTuning
import SignalProcessing

/// Bells and their kin for the page: each is measured and compared with its target, and kept where
/// that is wanted. The measurement of the last stroke is in the document's current row: at first by the
/// beginning of its sound, then by all of it.
final class BellCore: MeasuredCore {
  enum Part: Int, CaseIterable { case fields = 3, rows, partials }

  private var document = BellDocument()
  private var session = MeasuringSession<ResonatorMeter>()

  override init() {
    super.init()
    document.show(session)
  }

  override func address(of part: Int) -> Address {
    switch Part(rawValue: part) {
    case .fields: document.fields.address
    case .rows: document.rows.address
    case .partials: document.partials.address
    case nil: super.address(of: part)
    }
  }

  override var largestSize: Int { BellFile.largestSize }

  override var aim: MeasuringAim {
    get { session.aim }
    set {
      let isNoteNew = newValue.note != session.aim.note
      session.aim = newValue
      if isNoteNew { document.show(session) }
    }
  }

  override func start(sampleRate: Double) -> Bool {
    do {
      try session.start(sampleRate: sampleRate)
      return true
    } catch {
      return false
    }
  }

  override func append(_ block: [Float]) {
    session.append(block)
    while let new = session.next() {
      switch new.result {
      case .measured(let entry):
        document.current = entry
        document.show(session)
        show(new, .measured, key: entry.note, isMixed: entry.measurement.isMixed)
      case .refused(.silent): show(new, .silent)
      case .refused(.tooShort): show(new, .tooShort)
      case .refused(.noObject), .refused(.sampleRateOutOfRange): show(new, .unknown)
      case .refused(.other(let object, _)):
        show(new, .other, object: BellDocument.place(object).map { Double($0) } ?? .nan)
      case .interrupted: show(new, .interrupted)
      }
    }
  }

  override func interrupt() { session.interrupt() }

  /// Takes a text. A new file is one of the same objects.
  override func read(_ text: MeasuredTexts.Text, by texts: inout MeasuredTexts) -> Bool {
    let object = session.file.object
    guard texts.take(text, into: &session.file) else { return false }
    if text == .file {
      document.current = nil
      if texts.received.isEmpty { _ = session.file.setObject(object) }
    }
    document.show(session)
    return true
  }

  override func write(_ text: MeasuredTexts.Text, by texts: inout MeasuredTexts) -> Address {
    texts.write(text, of: session.file)
  }

  override func set(_ setting: Int, _ value: Double) -> Bool {
    guard let setting = BellDocument.Setting(rawValue: setting),
      BellDocument.set(setting, value, of: &session)
    else { return false }
    if setting == .object { document.current = nil }
    document.show(session)
    return true
  }

  override func dropLast() -> Bool {
    guard session.file.dropLast() else { return false }
    document.show(session)
    return true
  }
}

/// Creates an empty file of bells and their kin: `rows` has the newest measurement of each note
/// and state, and then that of the last stroke; `partials` has eight rows for each of them.
@_cdecl("bell_create")
func createBell() -> Handle? { handle(BellCore()) }
