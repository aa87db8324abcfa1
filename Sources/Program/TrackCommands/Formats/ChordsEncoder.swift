import ChordEstimation
import CommandKit
import MusicTheory

/// Writes the notes that sound together, reading by reading.
protocol ChordWriter {
  /// Writes the text before the first reading.
  mutating func begin(_ buffer: inout TextBuffer)

  /// Writes the notes of the next time.
  mutating func append(_ reading: ChordReading, to buffer: inout TextBuffer)

  /// Writes what follows the last reading, at `duration` seconds.
  mutating func end(duration: Double, _ buffer: inout TextBuffer)
}

extension TrackLayout {
  /// Creates a writer of chords for one track.
  func chordWriter() -> any ChordWriter {
    let naming = NoteNaming(concertPitch: concertPitch, spelling: spelling)
    return switch format {
    case .json, .jsonl: JSONObjects<ChordReading>(naming: naming, form: form("readings"))
    default: ChordTable(naming: naming)
    }
  }
}

/// A CSV with a row for each note of each time: `time` in seconds, `frequency` in hertz,
/// `confidence`, `level` in dBFS, `error_cents`, `note` and `cents`. A time without notes has no
/// row.
struct ChordTable: ChordWriter {
  let naming: NoteNaming

  func begin(_ buffer: inout TextBuffer) {
    buffer.append("time,frequency,confidence,level,error_cents,note,cents\n")
  }

  func append(_ reading: ChordReading, to buffer: inout TextBuffer) {
    for index in 0..<reading.count {
      let note = reading[index]
      buffer.append(reading.time, decimals: 6)
      buffer.append(",")
      buffer.append(note.frequency, decimals: 3)
      buffer.append(",")
      buffer.append(note.confidence, decimals: 4)
      buffer.append(",")
      buffer.append(note.level, decimals: 2)
      buffer.append(",")
      buffer.append(note.error, decimals: 2)
      buffer.append(",")
      buffer.append(text: naming.name(at: note.frequency))
      buffer.append(",")
      if let name = naming.note(at: note.frequency) { buffer.append(name.cents, decimals: 2) }
      buffer.append("\n")
    }
  }

  func end(duration: Double, _ buffer: inout TextBuffer) {}
}

extension ChordReading: JSONObject {
  /// The time, and an array of its notes.
  func appendObject(to buffer: inout TextBuffer, naming: NoteNaming) {
    buffer.append("{\"time\":")
    buffer.append(time, decimals: 6)
    buffer.append(",\"notes\":[")
    for index in 0..<count {
      let note = self[index]
      buffer.append(index == 0 ? "{\"frequency\":" : ",{\"frequency\":")
      buffer.append(note.frequency, decimals: 3)
      buffer.append(name: naming.note(at: note.frequency))
      buffer.append(",\"confidence\":")
      buffer.append(note.confidence, decimals: 4)
      buffer.append(",\"level\":")
      buffer.append(note.level, decimals: 2)
      buffer.append(",\"errorCents\":")
      buffer.append(note.error, decimals: 2)
      buffer.append("}")
    }
    buffer.append("]}")
  }
}

extension JSONObjects: ChordWriter where Element == ChordReading {}
