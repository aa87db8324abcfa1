import ChordEstimation
import CommandKit
import MusicTheory
import PitchEstimation

/// Writes the notes that sound together, reading by reading.
protocol ChordWriter {
  /// Writes the text before the first reading.
  mutating func begin(_ buffer: inout TextBuffer)

  /// Writes the notes of the next time.
  mutating func append(_ reading: ChordReading, to buffer: inout TextBuffer)

  /// Writes what follows the last reading.
  mutating func end(_ buffer: inout TextBuffer)
}

extension TrackLayout {
  /// Creates a writer of chords for one track.
  func chordWriter() -> any ChordWriter {
    let naming = NoteNaming(concertPitch: concertPitch, spelling: spelling)
    return switch format {
    case .json: ChordObjects(naming: naming, isArray: true)
    case .jsonl: ChordObjects(naming: naming, isArray: false)
    default: ChordTable(naming: naming)
    }
  }
}

/// A CSV with a row for each note of each time: `time` in seconds, `frequency` in hertz,
/// `confidence`, `level` in dBFS, `error` in cents, `note` and `cents`. A time without notes has no
/// row.
struct ChordTable: ChordWriter {
  let naming: NoteNaming

  func begin(_ buffer: inout TextBuffer) {
    buffer.append("time,frequency,confidence,level,error,note,cents\n")
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

  func end(_ buffer: inout TextBuffer) {}
}

/// A JSON object for each time, with an array of its notes.
struct ChordObjects: ChordWriter {
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

  mutating func append(_ reading: ChordReading, to buffer: inout TextBuffer) {
    if isArray { buffer.append(isEmpty ? "\n" : ",\n") }
    isEmpty = false
    buffer.append("{\"time\":")
    buffer.append(reading.time, decimals: 6)
    buffer.append(",\"notes\":[")
    for index in 0..<reading.count {
      let note = reading[index]
      buffer.append(index == 0 ? "{\"frequency\":" : ",{\"frequency\":")
      buffer.append(note.frequency, decimals: 3)
      buffer.append(name: naming.note(at: note.frequency))
      buffer.append(",\"confidence\":")
      buffer.append(note.confidence, decimals: 4)
      buffer.append(",\"level\":")
      buffer.append(note.level, decimals: 2)
      buffer.append(",\"error\":")
      buffer.append(note.error, decimals: 2)
      buffer.append("}")
    }
    buffer.append("]}")
    if !isArray { buffer.append("\n") }
  }

  func end(_ buffer: inout TextBuffer) {
    if isArray { buffer.append(isEmpty ? "]\n" : "\n]\n") }
  }
}
