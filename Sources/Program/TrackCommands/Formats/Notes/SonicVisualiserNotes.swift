import CommandKit
import PitchEstimation

/// A layer of notes for Sonic Visualiser.
struct SonicVisualiserNotes: NoteWriter {
  let layer: SonicVisualiserLayer
  let naming: NoteNaming

  func begin(_ buffer: inout TextBuffer) {
    layer.begin(kind: "dimensions=\"3\" subtype=\"note\" valueQuantization=\"0\"", &buffer)
    buffer.append("    <dataset id=\"2\" dimensions=\"3\">\n")
  }

  func append(_ note: PitchNote, to buffer: inout TextBuffer) {
    layer.beginPoint(at: note.onset, frequency: note.frequency, &buffer)
    buffer.append(" duration=\"")
    buffer.append(max(1, layer.frames(note.offset) - layer.frames(note.onset)))
    buffer.append("\" level=\"1\" label=\"")
    buffer.append(text: naming.name(at: note.frequency))
    buffer.append("\"/>\n")
  }

  func end(duration: Double, _ buffer: inout TextBuffer) {
    layer.end(look: "type=\"notes\" name=\"Notes\"", &buffer)
  }
}
