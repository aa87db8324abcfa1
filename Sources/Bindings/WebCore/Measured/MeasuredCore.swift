internal import PianoTuning

/// Objects that sound one after another and are kept in a file, for the page: the keys of a piano, or
/// bells and their kin. A session of the core measures them.
///
/// The page's side starts, and then fills `input` again and again; what became of the last stroke is in
/// `outcome`.
class MeasuredCore: Core {
  /// The parts that all kinds have; those of a kind follow.
  enum Part: Int, CaseIterable { case input, facts, outcome }

  /// The positions of what was found in a text.
  enum Fact: Int, CaseIterable {
    case problem  // as FileFault counts; 0 for none
    case line  // where it is, from 1
    case textCount  // bytes of the text that was asked for last
  }

  /// The positions of the newest stroke that was measured, or refused.
  enum OutcomeField: Int, CaseIterable {
    case count  // since the start
    case kind  // as Outcome counts
    case key  // a MIDI number
    case object  // what it sounds like, where that is something else; or not a number
    case isClipped
    case isMixed  // whether another bell seems to sound as well
    case isFinal  // whether all of its sound was used
    case kept  // as KeptMeasurement counts
  }

  /// The outcome of a stroke.
  enum Outcome: Int, CaseIterable {
    case measured, silent, tooShort, unknown, other, interrupted
  }

  let input = SharedMemory<Float>(repeating: 0, count: blockLimit)
  let facts = Record<Fact>()
  let outcome = Record<OutcomeField>()
  private var texts = MeasuredTexts()

  override func address(of part: Int) -> Address {
    switch Part(rawValue: part) {
    case .input: input.address
    case .facts: facts.address
    case .outcome: outcome.address
    case nil: nil
    }
  }

  // MARK: What each kind does by its session

  /// The largest size of a file, in bytes.
  var largestSize: Int { 0 }
  /// What the sound is for, and the note that is meant.
  var aim: MeasuringAim {
    get { MeasuringAim() }
    set {}
  }
  /// Starts to listen; refuses sample rates that are too low or too high.
  func start(sampleRate: Double) -> Bool { false }
  func append(_ block: [Float]) {}
  /// Samples are missing here.
  func interrupt() {}
  /// Takes a text of the file. What is refused changes nothing.
  func read(_ text: MeasuredTexts.Text, by texts: inout MeasuredTexts) -> Bool { false }
  func write(_ text: MeasuredTexts.Text, by texts: inout MeasuredTexts) -> Address { nil }
  /// Sets something by a number; whether it is in its range.
  func set(_ setting: Int, _ value: Double) -> Bool { false }
  /// Drops the newest measurement; whether there was one.
  func dropLast() -> Bool { false }

  // MARK: What they share

  final func makeRoom(_ count: Int) -> Address { texts.makeRoom(count, limit: largestSize) }

  /// Takes the text in the room: a file, a name, a temperament, or the date of what is measured next.
  /// Without a file in it, begins a new one.
  final func read(_ text: MeasuredTexts.Text) -> Bool {
    if text == .date {
      guard let date = RecordText.date(texts.received[...]) else { return false }
      aim.date = date
      return true
    }
    (facts[.problem], facts[.line]) = (0, 0)
    guard read(text, by: &texts) else {
      facts[.problem] = Double(texts.problem.rawValue)
      facts[.line] = Double(texts.line)
      return false
    }
    return true
  }

  final func write(_ text: MeasuredTexts.Text) -> Address {
    let address = write(text, by: &texts)
    facts[.textCount] = Double(texts.count)
    return address
  }

  /// Writes what became of a stroke; the kind of object adds to it first.
  final func show<Meter>(
    _ new: MeasuringSession<Meter>.Outcome, _ kind: Outcome, key: Int = 0,
    object: Double = .nan, isMixed: Bool = false
  ) {
    outcome[.count] += 1
    outcome[.kind] = Double(kind.rawValue)
    outcome[.key] = Double(key)
    outcome[.object] = object
    outcome[.isClipped] = new.isClipped ? 1 : 0
    outcome[.isMixed] = isMixed ? 1 : 0
    outcome[.isFinal] = new.isFinal ? 1 : 0
    outcome[.kept] = Double(new.kept.rawValue)
  }
}

/// Returns room for a text of at most 4 MB of a piano, or 8 MB of bells.
@_cdecl("measured_room")
func measuredRoom(_ core: Handle, _ count: Int32) -> Room {
  (object(core) as MeasuredCore).makeRoom(Int(count))
}

/// Takes the text in the room: a file, its name, its temperament, or the date of what is measured
/// next. If it is refused, `facts` has the problem and the line.
@_cdecl("measured_take")
func measuredTake(_ core: Handle, _ text: Code<MeasuredTexts.Text>) -> Bool {
  guard let text = MeasuredTexts.Text(rawValue: Int(text)) else { return false }
  return (object(core) as MeasuredCore).read(text)
}

/// Writes a text, whose length is in `facts`, and returns its address.
@_cdecl("measured_write")
func measuredWrite(_ core: Handle, _ text: Code<MeasuredTexts.Text>) -> Address {
  guard let text = MeasuredTexts.Text(rawValue: Int(text)) else { return nil }
  return (object(core) as MeasuredCore).write(text)
}

/// Changes a setting of the file, as `pianoSettings` or `bellSettings` count.
@_cdecl("measured_set")
func measuredSet(_ core: Handle, _ setting: Int32, _ value: Double) -> Bool {
  (object(core) as MeasuredCore).set(Int(setting), value)
}

/// Begins to listen.
@_cdecl("measured_start")
func measuredStart(_ core: Handle, _ sampleRate: Hertz) -> Accepted {
  let core = object(core) as MeasuredCore
  core.outcome.clear()
  return core.start(sampleRate: sampleRate)
}

/// Chooses what the sound is for, and the note that is meant; 0 finds it.
@_cdecl("measured_aim")
func measuredAim(_ core: Handle, _ purpose: Code<MeasuringPurpose>, _ midi: Int32) {
  guard let purpose = MeasuringPurpose(rawValue: Int(purpose)) else { return }
  let core = object(core) as MeasuredCore
  var aim = core.aim
  aim.purpose = purpose
  aim.note = (1...127).contains(midi) ? Int(midi) : nil
  core.aim = aim
}

/// Analyses the first samples of `input`: finds, tunes and measures keys, or measures strokes of
/// bells, first by 1.5 s, then by 6 s. `outcome` says what became of the last stroke, which is
/// added to the file unless it was for tuning.
@_cdecl("measured_push")
func measuredPush(_ core: Handle, _ count: Int32) {
  let core = object(core) as MeasuredCore
  core.append(Array(core.input.values[0..<min(blockLimit, max(0, Int(count)))]))
}

/// Samples are missing here; no stroke is measured across the gap.
@_cdecl("measured_interrupt")
func measuredInterrupt(_ core: Handle) { (object(core) as MeasuredCore).interrupt() }

/// Drops the newest measurement, if there is one.
@_cdecl("measured_drop")
func measuredDrop(_ core: Handle) -> Bool { (object(core) as MeasuredCore).dropLast() }
