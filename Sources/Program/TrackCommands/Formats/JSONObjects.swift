import CommandKit

/// Something that has its place in a track, and is written as a JSON object.
protocol JSONObject {
  /// Appends the object, always with the same keys in the same order.
  func appendObject(to buffer: inout TextBuffer, naming: NoteNaming)
}

/// A JSON object a reading or note: one a line (JSON Lines), or all of them in one array.
struct JSONObjects<Element: JSONObject> {
  private let naming: NoteNaming
  private let isArray: Bool
  private var isEmpty = true

  init(naming: NoteNaming, isArray: Bool) {
    self.naming = naming
    self.isArray = isArray
  }

  func begin(_ buffer: inout TextBuffer) {
    if isArray { buffer.append("[") }
  }

  mutating func append(_ element: Element, to buffer: inout TextBuffer) {
    if isArray { buffer.append(isEmpty ? "\n" : ",\n") }
    isEmpty = false
    element.appendObject(to: &buffer, naming: naming)
    if !isArray { buffer.append("\n") }
  }

  func end(duration: Double, _ buffer: inout TextBuffer) {
    if isArray { buffer.append(isEmpty ? "]\n" : "\n]\n") }
  }
}
