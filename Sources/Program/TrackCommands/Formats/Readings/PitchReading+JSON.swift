import CommandKit
import PitchEstimation

extension PitchReading: JSONObject {
  func appendObject(to buffer: inout TextBuffer, naming: NoteNaming) {
    ReadingLine(self, note: naming.note(at: frequency)).appendObject(to: &buffer)
  }
}

extension JSONObjects: TrackEncoder where Element == PitchReading {}
