import CommandIO
import PitchEstimation

/// A JSON object a reading: one a line (JSON Lines), or all of them in one array.
struct ReadingObjects: TrackEncoder {
  private let naming: NoteNaming
  private var list: ObjectList

  init(naming: NoteNaming, isArray: Bool) {
    self.naming = naming
    list = ObjectList(isArray: isArray)
  }

  func begin(_ buffer: inout TextBuffer) { list.begin(&buffer) }

  mutating func append(_ reading: PitchReading, to buffer: inout TextBuffer) {
    list.separate(&buffer)
    ReadingLine(reading, note: naming.note(at: reading.frequency)).appendObject(to: &buffer)
    list.endObject(&buffer)
  }

  func end(duration: Double, _ buffer: inout TextBuffer) { list.end(&buffer) }
}

/// What stands around and between JSON objects.
struct ObjectList {
  private let isArray: Bool
  private var isEmpty = true

  init(isArray: Bool) {
    self.isArray = isArray
  }

  func begin(_ buffer: inout TextBuffer) {
    if isArray { buffer.append("[") }
  }

  /// Comes before each object.
  mutating func separate(_ buffer: inout TextBuffer) {
    defer { isEmpty = false }
    if isArray { buffer.append(isEmpty ? "\n" : ",\n") }
  }

  /// Comes after each object.
  func endObject(_ buffer: inout TextBuffer) {
    if !isArray { buffer.append("\n") }
  }

  func end(_ buffer: inout TextBuffer) {
    if isArray { buffer.append(isEmpty ? "]\n" : "\n]\n") }
  }
}
