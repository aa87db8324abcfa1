import CommandKit
import MusicTheory
import PitchEstimation

/// An element of a track that can be written as a JSON object.
protocol JSONObject {
  /// Appends the object, always with the same keys in the same order.
  func appendObject(to buffer: inout TextBuffer, naming: NoteNaming)
}

/// How the objects of a track are put together.
enum JSONForm: Sendable {
  /// One object per line, and nothing else: JSON Lines.
  case lines
  /// One object for all: the members of a heading, then an array with a name.
  case document(heading: JSON, name: String)
}

/// A JSON object per reading or note: one per line, or all of them in one document.
struct JSONObjects<Element: JSONObject> {
  private let naming: NoteNaming
  private let form: JSONForm
  private var isEmpty = true

  init(naming: NoteNaming, form: JSONForm) {
    self.naming = naming
    self.form = form
  }

  private var isDocument: Bool {
    if case .document = form { true } else { false }
  }

  func begin(_ buffer: inout TextBuffer) {
    guard case .document(let heading, let name) = form else { return }
    let start = heading.line().dropLast()  // its closing brace
    buffer.append(text: start + (start == "{" ? "" : ",") + "\(name.jsonQuoted):[")
  }

  mutating func append(_ element: Element, to buffer: inout TextBuffer) {
    if isDocument { buffer.append(isEmpty ? "\n" : ",\n") }
    isEmpty = false
    element.appendObject(to: &buffer, naming: naming)
    if !isDocument { buffer.append("\n") }
  }

  func end(duration: Double, _ buffer: inout TextBuffer) {
    if isDocument { buffer.append(isEmpty ? "]}\n" : "\n]}\n") }
  }
}

extension PitchReading: JSONObject {
  func appendObject(to buffer: inout TextBuffer, naming: NoteNaming) {
    ReadingLine(self, note: naming.note(at: frequency)).appendObject(to: &buffer)
  }
}

extension JSONObjects: TrackEncoder where Element == PitchReading {}

extension PitchNote: JSONObject {
  /// Without a vibrato its two values are `null`.
  func appendObject(to buffer: inout TextBuffer, naming: NoteNaming) {
    buffer.append("{\"onset\":")
    buffer.append(onset, decimals: 6)
    buffer.append(",\"offset\":")
    buffer.append(offset, decimals: 6)
    buffer.append(",\"frequency\":")
    buffer.append(frequency, decimals: 3)
    buffer.append(name: naming.note(at: frequency))
    buffer.append(",\"spread\":")
    buffer.append(spread, decimals: 2)
    buffer.append(",\"vibratoRate\":")
    buffer.append(json: vibrato?.rate, decimals: 2)
    buffer.append(",\"vibratoExtent\":")
    buffer.append(json: vibrato?.extent, decimals: 2)
    buffer.append(",\"level\":")
    buffer.append(json: level, decimals: 2)
    buffer.append("}")
  }
}

extension TextBuffer {
  /// Appends the keys `note`, `octave` and `cents`.
  mutating func append(name: ReadingLine.NotePart?) {
    guard let name else { return append(",\"note\":null,\"octave\":null,\"cents\":null") }
    append(",\"note\":\"")
    append(text: name.note.name.asciiDescription)
    append("\",\"octave\":")
    append(name.note.octave)
    append(",\"cents\":")
    append(name.cents, decimals: 2)
  }
}

extension JSONObjects: NoteWriter where Element == PitchNote {}
