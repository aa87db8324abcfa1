import CommandKit
import PitchEstimation

/// One row per reading: CSV in the style of crepe and mir_eval, or TSV in that of aubio.
struct ReadingTable: TrackEncoder {
  enum Style {
    /// A header, then `time,frequency,confidence`.
    case commas
    /// No header, `time<TAB>frequency`.
    case tabs
  }

  private let style: Style
  private let unvoiced: UnvoicedStyle

  init(_ style: Style, unvoiced: UnvoicedStyle) {
    self.style = style
    self.unvoiced = unvoiced
  }

  func begin(_ buffer: inout TextBuffer) {
    if style == .commas { buffer.append("time,frequency,confidence\n") }
  }

  func append(_ reading: PitchReading, to buffer: inout TextBuffer) {
    buffer.append(reading.time, decimals: 6)
    appendColumns(of: reading, to: &buffer)
    buffer.append("\n")
  }

  /// True if each frequency is followed by its confidence.
  var hasConfidence: Bool { style == .commas }

  /// Appends the columns of a reading after its time, with a separator before each.
  func appendColumns(of reading: PitchReading, to buffer: inout TextBuffer) {
    appendSeparator(to: &buffer)
    appendFrequency(of: reading, to: &buffer)
    guard hasConfidence else { return }
    appendSeparator(to: &buffer)
    buffer.append(reading.confidenceOrPeriodicity, decimals: 4)
  }

  func appendSeparator(to buffer: inout TextBuffer) {
    buffer.append(byte: style == .commas ? UInt8(ascii: ",") : UInt8(ascii: "\t"))
  }

  func end(duration: Double, _ buffer: inout TextBuffer) {}

  private func appendFrequency(of reading: PitchReading, to buffer: inout TextBuffer) {
    let decimals = 6  // three would round 82 Hz by up to 0.01 cents
    if let frequency = reading.frequency {
      buffer.append(frequency, decimals: decimals)
      return
    }
    switch unvoiced {
    case .empty: break
    case .zero: buffer.append(0, decimals: decimals)
    case .nan: buffer.append("nan")
    case .negative: buffer.append(-(reading.candidate?.frequency ?? 0), decimals: decimals)
    }
  }
}

/// One row per time, with columns for each estimator: `time,best_frequency,best_confidence,…`, or
/// frequencies alone between tabs.
struct ComparisonTable: TrackEncoder {
  let names: [String]
  let table: ReadingTable

  func begin(_ buffer: inout TextBuffer) {
    buffer.append("time")
    for name in names {
      table.appendSeparator(to: &buffer)
      buffer.append(text: table.hasConfidence ? name + "_frequency" : name)
      guard table.hasConfidence else { continue }
      table.appendSeparator(to: &buffer)
      buffer.append(text: name + "_confidence")
    }
    buffer.append("\n")
  }

  func append(row: [PitchReading], to buffer: inout TextBuffer) {
    buffer.append(row[0].time, decimals: 6)
    for reading in row { table.appendColumns(of: reading, to: &buffer) }
    buffer.append("\n")
  }

  func append(_ reading: PitchReading, to buffer: inout TextBuffer) {
    append(row: [reading], to: &buffer)
  }

  func end(duration: Double, _ buffer: inout TextBuffer) {}
}

/// The objects of ``JSONObjects``, each starting with the name of its estimator.
struct ComparisonObjects: TrackEncoder {
  private let names: [String]
  private var objects: JSONObjects<NamedReading>

  init(names: [String], naming: NoteNaming, form: JSONForm) {
    self.names = names
    objects = JSONObjects(naming: naming, form: form)
  }

  func begin(_ buffer: inout TextBuffer) { objects.begin(&buffer) }

  mutating func append(row: [PitchReading], to buffer: inout TextBuffer) {
    for (name, reading) in zip(names, row) {
      objects.append(NamedReading(estimator: name, reading: reading), to: &buffer)
    }
  }

  mutating func append(_ reading: PitchReading, to buffer: inout TextBuffer) {
    append(row: [reading], to: &buffer)
  }

  func end(duration: Double, _ buffer: inout TextBuffer) {
    objects.end(duration: duration, &buffer)
  }
}

/// A reading with the name of its estimator.
private struct NamedReading: JSONObject {
  let estimator: String
  let reading: PitchReading

  func appendObject(to buffer: inout TextBuffer, naming: NoteNaming) {
    let note = naming.note(at: reading.frequency)
    ReadingLine(reading, note: note).appendObject(estimator: estimator, to: &buffer)
  }
}
