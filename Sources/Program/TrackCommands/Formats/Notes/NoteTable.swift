import CommandKit
import PitchEstimation

/// A CSV of notes.
///
/// Times are in seconds, `frequency` and `vibrato_rate` in hertz, `cents`, `spread` and
/// `vibrato_extent` in cents, `level` in dBFS. Without a vibrato its columns are empty.
struct NoteTable: NoteWriter {
  let naming: NoteNaming

  func begin(_ buffer: inout TextBuffer) {
    buffer.append(
      "onset,offset,frequency,note,cents,spread,vibrato_rate,vibrato_extent,level\n")
  }

  func append(_ note: PitchNote, to buffer: inout TextBuffer) {
    let name = naming.note(at: note.frequency)
    buffer.append(note.onset, decimals: 6)
    buffer.append(",")
    buffer.append(note.offset, decimals: 6)
    buffer.append(",")
    buffer.append(note.frequency, decimals: 3)
    buffer.append(",")
    buffer.append(text: naming.name(at: note.frequency))
    buffer.append(",")
    if let name { buffer.append(name.cents, decimals: 2) }
    buffer.append(",")
    buffer.append(note.spread, decimals: 2)
    buffer.append(",")
    if let vibrato = note.vibrato { buffer.append(vibrato.rate, decimals: 2) }
    buffer.append(",")
    if let vibrato = note.vibrato { buffer.append(vibrato.extent, decimals: 2) }
    buffer.append(",")
    if note.level.isFinite { buffer.append(note.level, decimals: 2) }
    buffer.append("\n")
  }

  func end(duration: Double, _ buffer: inout TextBuffer) {}
}
