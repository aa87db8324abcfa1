import CommandKit
import MusicTheory
import PitchEstimation

extension PitchNote: JSONObject {
  /// Without a vibrato its two values are `null`.
  func appendObject(to buffer: inout TextBuffer, naming: NoteNaming) {
    buffer.append("{\"onset\":")
    buffer.append(onset, decimals: 6)
    buffer.append(",\"offset\":")
    buffer.append(offset, decimals: 6)
    buffer.append(",\"frequency\":")
    buffer.append(frequency, decimals: 3)
    appendName(naming.note(at: frequency), to: &buffer)
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

  private func appendName(_ name: ReadingLine.NotePart?, to buffer: inout TextBuffer) {
    guard let name else {
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

extension JSONObjects: NoteWriter where Element == PitchNote {}
