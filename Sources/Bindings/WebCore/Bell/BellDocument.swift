internal import BellTuning
internal import MusicTheory
internal import PianoTuning
internal import SignalProcessing

/// A file of bells or their kin as the page sees it: its text in and out, what is set, and a row for
/// each object and for each of its partials.
struct BellDocument: ~Copyable {
  /// The positions of the facts of a file.
  enum Field: Int, CaseIterable {
    case problem  // as FileFault counts; 0 for none
    case line  // where it is, from 1
    case textCount  // bytes of the text that was asked for last
    case object  // its place among the objects
    case concertPitch
    case third  // as Third counts
    case temperature  // that the pitch of pipes is meant for, in degrees Celsius
    case air  // that of the room while it is measured; not a number where it is not noted
    case beatNote  // the MIDI number of the note whose beat can be set
    case beat  // that the reeds of this note are to have, in hertz; not a number without any
    case entryCount
    case rowCount
  }

  /// The positions of the newest measurement of an object in a state.
  enum RowField: Int, CaseIterable {
    case note  // a MIDI number
    case isAfter
    case strike  // the strike note, in hertz
    case cents  // above its note
    case third  // as Third counts
    case likelier  // an object that it fits better, or not a number
    case duration  // of the sound, in seconds
    case partialCount
  }

  /// The positions of the facts of each partial, or of each reed; unknown ones are not a number.
  enum PartialField: Int, CaseIterable {
    case number  // of the mode, or the reed, from 0
    case frequency  // in hertz
    case error  // one standard error, in cents
    case cents  // above the strike note
    case off  // above its place
    case level  // below the strongest, in decibels
    case decay  // seconds for 60 dB
    case beat  // of a doublet, or with the reed below, in hertz
    case wantedBeat
  }

  /// The third that bells are to have.
  enum Third: Int, CaseIterable {
    case own, minor, major

    init(_ third: BellThird?) {
      switch third {
      case nil: self = .own
      case .minor: self = .minor
      case .major: self = .major
      }
    }

    var third: BellThird? {
      switch self {
      case .own: nil
      case .minor: .minor
      case .major: .major
      }
    }
  }

  /// The settings that are numbers.
  enum Setting: Int, CaseIterable {
    case object
    case concertPitch
    case third
    case temperature
    case air  // what is not a number removes it
    case beat  // so too
  }

  /// The place of the stroke that was measured last, after all rows of the file.
  static let currentRow = 256
  static let partialLimit = 8
  /// The beats that reeds may have, in hertz.
  static let beats = 0.0...50
  private static let a4 = 69

  let fields = Record<Field>()
  let rows = Record<RowField>(rows: currentRow + 1)
  let partials = Record<PartialField>(rows: (currentRow + 1) * partialLimit, repeating: .nan)
  private(set) var targets = BellTargets(object: .bell)
  private(set) var bells = BellFile()
  private(set) var current: BellFile.Entry?
  private var air: Double?
  private var texts = MeasuredTexts()
  /// The note that is measured or tuned, as a MIDI number; `nil` for the nearest one.
  var chosenNote: Int? {
    didSet { show() }
  }

  init() { show() }

  /// Returns room for a text of this many bytes; `nil` if it is too long.
  mutating func makeRoom(_ count: Int) -> Address {
    texts.makeRoom(count, limit: BellFile.largestSize)
  }

  /// Takes the text in the room: a file, a name or a temperament. Without a file in it, begins a new
  /// one of the same objects. What is refused changes nothing.
  mutating func read(_ text: MeasuredTexts.Text) -> Bool {
    let object = bells.object
    guard texts.take(text, into: &bells) else {
      fields[.problem] = Double(texts.problem.rawValue)
      fields[.line] = Double(texts.line)
      return false
    }
    if text == .file {
      current = nil
      if texts.received.isEmpty { _ = bells.setObject(object) }
    }
    show()
    return true
  }

  /// Sets something by a number; whether it is in its range.
  mutating func set(_ setting: Setting, _ value: Double) -> Bool {
    let whole = value.magnitude < 1000 ? Int(value) : -1
    switch setting {
    case .object:
      guard SoundingObject.allCases.indices.contains(whole),
        bells.setObject(SoundingObject.allCases[whole])
      else { return false }
      current = nil
    case .concertPitch:
      guard bells.setConcertPitch(value) else { return false }
    case .third:
      guard let third = Third(rawValue: whole) else { return false }
      bells.third = third.third
    case .temperature:
      guard BellFile.temperatures.contains(value) else { return false }
      bells.temperature = value
    case .air:
      guard value.isNaN || BellFile.temperatures.contains(value) else { return false }
      air = value.isNaN ? nil : value
    case .beat:
      guard value.isNaN || Self.beats.contains(value) else { return false }
      let note = chosenNote ?? Self.a4
      bells.beats.removeAll { $0.note == note }
      if !value.isNaN { bells.beats.append(BellFile.Beat(note: note, rate: value)) }
      bells.beats.sort { $0.note < $1.note }
    }
    show()
    return true
  }

  /// Takes what was measured last.
  mutating func take(_ measurement: ObjectMeasurement) {
    let note = chosenNote ?? targets.note(nearestTo: measurement.strike)
    current = BellFile.Entry(note: note, measurement, stage: .before, date: "", temperature: air)
    show()
  }

  /// Keeps what was measured last, once; its date is in the room. Whether there was something.
  mutating func keep(_ stage: TuningStage) -> Bool {
    guard var entry = current, entry.date.utf8.isEmpty else { return false }
    entry.stage = stage
    entry.date = texts.date
    bells.entries.append(entry)
    current = entry
    show()
    return true
  }

  /// Drops the newest measurement; whether there was one.
  mutating func dropLast() -> Bool {
    guard bells.dropLast() else { return false }
    show()
    return true
  }

  /// Writes a text; its bytes are counted in `fields`.
  mutating func write(_ text: MeasuredTexts.Text) -> Address {
    let address = texts.write(text, of: bells)
    fields[.textCount] = Double(texts.count)
    return address
  }

  private mutating func show() {
    // A temperament without twelve degrees is never taken.
    targets = (try? bells.targets()) ?? targets
    let beatNote = chosenNote ?? Self.a4
    fields[.problem] = 0
    fields[.line] = 0
    fields[.object] = Double(Self.place(bells.object) ?? 0)
    fields[.concertPitch] = bells.concertPitch
    fields[.third] = Double(Third(bells.third).rawValue)
    fields[.temperature] = bells.temperature
    fields[.air] = air ?? .nan
    fields[.beatNote] = Double(beatNote)
    fields[.beat] = targets.beat(beatNote) ?? .nan
    fields[.entryCount] = Double(bells.entries.count)
    var count = 0
    for note in bells.notes {
      for stage in TuningStage.allCases {
        guard count < Self.currentRow, let entry = bells.newest(note, stage) else { continue }
        show(entry, in: count)
        count += 1
      }
    }
    fields[.rowCount] = Double(count)
    rows[Self.currentRow, .partialCount] = 0
    if let current { show(current, in: Self.currentRow) }
  }

  private func show(_ entry: BellFile.Entry, in row: Int) {
    let measurement = entry.measurement
    rows[row, .note] = Double(entry.note)
    rows[row, .isAfter] = entry.stage == .after ? 1 : 0
    rows[row, .strike] = measurement.strike
    rows[row, .cents] = targets.deviation(measurement, note: entry.note, air: entry.temperature)
    rows[row, .third] = Double(Third(measurement.third).rawValue)
    rows[row, .likelier] = measurement.likelierObject.flatMap(Self.place).map { Double($0) } ?? .nan
    rows[row, .duration] = measurement.duration
    let first = row * Self.partialLimit
    let count =
      measurement.object == .reed
      ? showReeds(entry, from: first) : showPartials(entry, from: first)
    rows[row, .partialCount] = Double(count)
  }

  private func showPartials(_ entry: BellFile.Entry, from first: Int) -> Int {
    let measurement = entry.measurement
    let strongest = measurement.partials.map { $0.lines[$0.strongest].amplitude }.max() ?? 1
    let shown = measurement.partials.prefix(Self.partialLimit)
    for (index, partial) in shown.enumerated() {
      let row = first + index
      let amplitude = partial.lines[partial.strongest].amplitude
      partials[row, .number] = Double(partial.mode)
      partials[row, .frequency] = partial.frequency
      partials[row, .error] = partial.error
      partials[row, .cents] = measurement.cents(partial)
      partials[row, .off] =
        targets.deviation(partial, of: measurement, note: entry.note) ?? .nan
      partials[row, .level] =
        20 * Elementary.log10(max(1e-6, amplitude / max(1e-12, strongest)))
      partials[row, .decay] = partial.decayTime ?? .nan
      partials[row, .beat] = partial.beats.first ?? .nan
      partials[row, .wantedBeat] = .nan
    }
    return shown.count
  }

  private func showReeds(_ entry: BellFile.Entry, from first: Int) -> Int {
    let lines = entry.measurement.partials.first?.lines.prefix(Self.partialLimit) ?? []
    let places = targets.reeds(entry.note, count: lines.count)
    let strongest = lines.map { $0.amplitude }.max() ?? 1
    for (index, line) in lines.enumerated() {
      let row = first + index
      let place = places[min(index, places.count - 1)]
      partials[row, .number] = Double(index)
      partials[row, .frequency] = line.frequency
      partials[row, .error] = Elementary.cents(ofRatio: 1 + line.error / line.frequency)
      partials[row, .cents] =
        Elementary.cents(ofRatio: line.frequency / entry.measurement.strike)
      partials[row, .off] = Elementary.cents(ofRatio: line.frequency / place)
      partials[row, .level] =
        20 * Elementary.log10(max(1e-6, line.amplitude / max(1e-12, strongest)))
      partials[row, .decay] = line.decayTime ?? .nan
      partials[row, .beat] = index > 0 ? line.frequency - lines[index - 1].frequency : .nan
      partials[row, .wantedBeat] = index > 0 ? targets.beat(entry.note) ?? .nan : .nan
    }
    return lines.count
  }

  /// The place of an object among all. Compared byte by byte: what compares strings would bring tables
  /// of Unicode.
  static func place(_ object: SoundingObject) -> Int? {
    let name = object.rawValue.utf8
    return SoundingObject.allCases.firstIndex { $0.rawValue.utf8.elementsEqual(name) }
  }
}
