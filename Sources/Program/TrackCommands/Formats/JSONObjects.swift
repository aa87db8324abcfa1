import CommandKit
import MusicTheory
import PitchEstimation

/// An element of a track that can be written as a JSON object.
protocol JSONObject {
  /// Appends the object, always with the same keys in the same order.
  func appendObject(to buffer: inout TextBuffer, naming: NoteNaming)
}

/// A JSON object per reading or note: one per line (JSON Lines), or all of them in one array.
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
