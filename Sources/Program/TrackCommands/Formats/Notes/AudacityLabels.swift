import CommandKit
import PitchEstimation

/// A label track of Audacity: start, end and text, separated by tabs.
///
/// The text is the note and the cents above it, as in `A4 +5.1`.
///
/// - SeeAlso: "Importing and Exporting Labels" in Audacity's manual.
struct AudacityLabels: NoteWriter {
  let naming: NoteNaming

  func begin(_ buffer: inout TextBuffer) {}

  func append(_ note: PitchNote, to buffer: inout TextBuffer) {
    buffer.append(note.onset, decimals: 6)
    buffer.append("\t")
    buffer.append(note.offset, decimals: 6)
    buffer.append("\t")
    buffer.append(text: naming.name(at: note.frequency))
    if let name = naming.note(at: note.frequency) {
      buffer.append(" ")
      buffer.append(text: name.cents.signed(decimals: 1))
    }
    buffer.append("\n")
  }

  func end(duration: Double, _ buffer: inout TextBuffer) {}
}
