import CommandIO
import MusicTheory
import PitchEstimation

/// A JSON object a note: one a line (JSON Lines), or all of them in one array.
///
/// Every object has the same keys in the same order; without a vibrato its two are `null`.
struct NoteObjects: NoteWriter {
  private let naming: NoteNaming
  private var list: ObjectList

  init(naming: NoteNaming, isArray: Bool) {
    self.naming = naming
    list = ObjectList(isArray: isArray)
  }

  func begin(_ buffer: inout TextBuffer) { list.begin(&buffer) }

  mutating func append(_ note: PitchNote, to buffer: inout TextBuffer) {
    list.separate(&buffer)
    buffer.append("{\"onset\":")
    buffer.append(note.onset, decimals: 6)
    buffer.append(",\"offset\":")
    buffer.append(note.offset, decimals: 6)
    buffer.append(",\"frequency\":")
    buffer.append(note.frequency, decimals: 3)
    appendName(of: note.frequency, to: &buffer)
    buffer.append(",\"spread\":")
    buffer.append(note.spread, decimals: 2)
    buffer.append(",\"vibratoRate\":")
    buffer.append(json: note.vibrato?.rate, decimals: 2)
    buffer.append(",\"vibratoExtent\":")
    buffer.append(json: note.vibrato?.extent, decimals: 2)
    buffer.append(",\"level\":")
    buffer.append(json: note.level, decimals: 2)
    buffer.append("}")
    list.endObject(&buffer)
  }

  func end(duration: Double, _ buffer: inout TextBuffer) { list.end(&buffer) }

  private func appendName(of frequency: Double, to buffer: inout TextBuffer) {
    guard let name = naming.note(at: frequency) else {
      return buffer.append(",\"note\":null,\"octave\":null,\"cents\":null")
    }
    buffer.append(",\"note\":\"")
    buffer.append(text: name.note.name.asciiDescription)
    buffer.append("\",\"octave\":")
    buffer.append(name.note.octave)
    buffer.append(",\"cents\":")
    buffer.append(name.cents, decimals: 2)
  }
}
