internal import BellTuning
internal import PianoTuning

/// A file of bells or their kin as the page sees it: what is set, and a row for each object and for
/// each of its partials.
struct BellDocument: ~Copyable {
  /// The positions of the facts of a file.
  enum Field: Int, CaseIterable {
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
  private static let a4 = 69

  let fields = Record<Field>()
  let rows = Record<RowField>(rows: currentRow + 1)
  let partials = Record<PartialField>(rows: (currentRow + 1) * partialLimit, repeating: .nan)
  /// The stroke that was measured last.
  var current: BellFile.Entry?

  /// Sets something by a number; whether it is in its range.
  static func set(
    _ setting: Setting, _ value: Double, of session: inout MeasuringSession<ResonatorMeter>
  ) -> Bool {
    let whole = value.magnitude < 1000 ? Int(value) : -1
    let number = value.isNaN ? nil : value
    switch setting {
    case .object:
      guard ResonatorKind.allCases.indices.contains(whole) else { return false }
      return session.file.setObject(ResonatorKind.allCases[whole])
    case .concertPitch: return session.file.setConcertPitch(value)
    case .third:
      guard let third = Third(rawValue: whole) else { return false }
      session.file.third = third.third
    case .temperature:
      guard BellFile.temperatures.contains(value) else { return false }
      session.file.temperature = value
    case .air:
      guard number == nil || BellFile.temperatures.contains(value) else { return false }
      session.aim.air = number
    case .beat: return session.file.setBeat(number, at: session.aim.note ?? a4)
    }
    return true
  }

  func show(_ session: MeasuringSession<ResonatorMeter>) {
    let bells = session.file
    // A temperament without twelve degrees is never taken.
    let targets = (try? bells.targets()) ?? BellTargets(object: bells.object)
    let beatNote = session.aim.note ?? Self.a4
    fields[.object] = Double(Self.place(bells.object) ?? 0)
    fields[.concertPitch] = bells.concertPitch
    fields[.third] = Double(Third(bells.third).rawValue)
    fields[.temperature] = bells.temperature
    fields[.air] = session.aim.air ?? .nan
    fields[.beatNote] = Double(beatNote)
    fields[.beat] = targets.beat(beatNote) ?? .nan
    fields[.entryCount] = Double(bells.entries.count)
    var count = 0
    for note in bells.notes {
      for stage in MeasurementStage.allCases {
        guard count < Self.currentRow, let entry = bells.newest(note, stage) else { continue }
        show(entry, targets, in: count)
        count += 1
      }
    }
    fields[.rowCount] = Double(count)
    rows[Self.currentRow, .partialCount] = 0
    if let current { show(current, targets, in: Self.currentRow) }
  }

  private func show(_ entry: BellFile.Entry, _ targets: BellTargets, in row: Int) {
    let measurement = entry.measurement
    let parts = targets.parts(of: entry).prefix(Self.partialLimit)
    rows[row, .note] = Double(entry.note)
    rows[row, .isAfter] = entry.stage == .after ? 1 : 0
    rows[row, .strike] = measurement.strike
    rows[row, .cents] = targets.deviation(entry)
    rows[row, .third] = Double(Third(measurement.third).rawValue)
    rows[row, .likelier] = measurement.likelierObject.flatMap(Self.place).map { Double($0) } ?? .nan
    rows[row, .duration] = measurement.duration
    rows[row, .partialCount] = Double(parts.count)
    for (index, part) in parts.enumerated() { show(part, in: row * Self.partialLimit + index) }
  }

  private func show(_ part: PartialState, in row: Int) {
    partials[row, .number] = Double(part.number)
    partials[row, .frequency] = part.frequency
    partials[row, .error] = part.error
    partials[row, .cents] = part.cents
    partials[row, .off] = part.off ?? .nan
    partials[row, .level] = part.level
    partials[row, .decay] = part.decayTime ?? .nan
    partials[row, .beat] = part.beats.first ?? .nan
    partials[row, .wantedBeat] = part.wantedBeat ?? .nan
  }

  /// The place of an object among all. Compared byte by byte: what compares strings would bring tables
  /// of Unicode.
  static func place(_ object: ResonatorKind) -> Int? {
    let name = object.rawValue.utf8
    return ResonatorKind.allCases.firstIndex { $0.rawValue.utf8.elementsEqual(name) }
  }
}
