import CommandKit
import PitchEstimation

/// A row a moment, with columns for each estimator: `time,best_frequency,best_confidence,…`, or
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

/// The objects of ``JSONObjects``, each with the name of its estimator first.
struct ComparisonObjects: TrackEncoder {
  private let names: [String]
  private var objects: JSONObjects<NamedReading>

  init(names: [String], naming: NoteNaming, isArray: Bool) {
    self.names = names
    objects = JSONObjects(naming: naming, isArray: isArray)
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

/// A reading, and who found it.
private struct NamedReading: JSONObject {
  let estimator: String
  let reading: PitchReading

  func appendObject(to buffer: inout TextBuffer, naming: NoteNaming) {
    let note = naming.note(at: reading.frequency)
    ReadingLine(reading, note: note).appendObject(estimator: estimator, to: &buffer)
  }
}
