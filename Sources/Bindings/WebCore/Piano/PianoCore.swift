import PianoTuning
import SignalProcessing

/// The keys of a piano for the page: each is found and compared with its target, and measured where
/// that is wanted. What was heard last is in `reading`, `unison` and `outcome`.
final class PianoCore: MeasuredCore {
  enum Part: Int, CaseIterable { case fields = 3, keys, reading, unison }

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

  let reading = Record<ReadingField>()
  let unison = Record<UnisonField>()
  private let document = PianoDocument()
  private var session = PianoSession()

  override init() {
    super.init()
    session.followsMeasuredKeys = true
    document.show(session)
  }

  override func address(of part: Int) -> Address {
    switch Part(rawValue: part) {
    case .fields: document.fields.address
    case .keys: document.keys.address
    case .reading: reading.address
    case .unison: unison.address
    case nil: super.address(of: part)
    }
  }

  override var largestSize: Int { PianoFile.largestSize }

  override var aim: MeasuringAim {
    get { session.aim }
    set { session.aim = newValue }
  }

  override func start(sampleRate: Double) -> Bool {
    reading.clear()
    unison.clear()
    do {
      try session.start(sampleRate: sampleRate)
      return true
    } catch {
      return false
    }
  }

  override func append(_ block: [Float]) {
    session.append(block)
    while let event = session.next() {
      switch event {
      case .key(let new): show(new)
      case .stroke(let stroke): if let new = stroke.unison() { show(new) }
      case .outcome(let new): show(new)
      case .interrupted: break
      }
    }
  }

  override func interrupt() { session.interrupt() }

  override func read(_ text: MeasuredTexts.Text, by texts: inout MeasuredTexts) -> Bool {
    guard texts.take(text, into: &session.file) else { return false }
    document.show(session)
    return true
  }

  override func write(_ text: MeasuredTexts.Text, by texts: inout MeasuredTexts) -> Address {
    texts.write(text, of: session.file)
  }

  override func set(_ setting: Int, _ value: Double) -> Bool {
    guard let setting = PianoDocument.Setting(rawValue: setting),
      PianoDocument.set(setting, value, of: &session)
    else { return false }
    document.show(session)
    return true
  }

  override func dropLast() -> Bool {
    guard session.file.dropLast() else { return false }
    document.show(session)
    return true
  }

  private func show(_ new: KeyListener.Reading) {
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

  private func show(_ new: UnisonReading) {
    unison[.count] += 1
    unison[.stroke] = reading[.stroke]
    unison[.beat] = new.audibleBeats.first ?? 0
    unison[.limit] = new.limit
  }

  private func show(_ new: MeasuringSession<KeyMeter>.Outcome) {
    switch new.result {
    case .measured(let entry):
      document.show(session)
      show(new, .measured, key: entry.measurement.key.midi)
    case .refused(.silent): show(new, .silent)
    case .refused(.tooShort): show(new, .tooShort)
    case .refused(.noKey), .refused(.sampleRateOutOfRange): show(new, .unknown)
    case .interrupted: show(new, .interrupted)
    }
  }
}

/// Creates an empty file of a piano: `keys` has a row for each of the 88 keys.
@_cdecl("piano_create")
func createPiano() -> Handle? { handle(PianoCore()) }
