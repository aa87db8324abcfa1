import ChordEstimation
import CommandKit
import MusicTheory

/// Writes the notes that sound together, from the readings that have them.
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
  ///
  /// - Parameter hopDuration: The time from reading to reading, in seconds.
  /// - Returns: A writer that has written nothing.
  func chordWriter(hopDuration: Double) -> any ChordWriter {
    let naming = NoteNaming(concertPitch: concertPitch, spelling: spelling)
    let names = ReadingNames(concertPitch: concertPitch, spelling: spelling)
    return switch format {
    case .midi:
      SoundedNotes(
        ChordMIDIFile(concertPitch: concertPitch, hasTruePitch: hasPitchBend),
        hopDuration: hopDuration)
    case .json where isOfNotes, .jsonl where isOfNotes:
      SoundedNotes(
        JSONObjects<SoundedNote>(naming: naming, form: form("notes")), hopDuration: hopDuration)
    case _ where isOfNotes: SoundedNotes(SoundedNoteTable(naming: naming), hopDuration: hopDuration)
    case .json, .jsonl: ChordObjects(naming: naming, form: form("readings"), names: names)
    default: ChordTable(naming: naming, names: names)
    }
  }
}

/// The names of the chords of readings, one by one.
struct ReadingNames {
  private let concertPitch: ConcertPitch
  private let namer: ChordNamer
  private var numbers: [Int] = []
  private var last: [Int] = []
  private var name = ""

  init(concertPitch: ConcertPitch, spelling: Spelling) {
    self.concertPitch = concertPitch
    namer = ChordNamer(spelling: spelling)
  }

  /// Returns the name in ASCII, empty without one; most readings have the chord of the one before.
  mutating func name(of reading: ChordReading) -> String {
    numbers.removeAll(keepingCapacity: true)
    for index in 0..<reading.count {
      if let note = concertPitch.nearestNote(to: reading[index].frequency) {
        numbers.append(note.midiNumber)
      }
    }
    if numbers != last {
      swap(&numbers, &last)
      name = namer.name(of: last).asciiDescription
    }
    return name
  }
}

/// A CSV with a row for each note of each time: `time` in seconds, `frequency` in hertz,
/// `confidence`, `level` in dBFS, `error_cents`, `note`, `cents`, and the `chord` of that time. A
/// time without notes has no row.
struct ChordTable: ChordWriter {
  let naming: NoteNaming
  var names: ReadingNames

  func begin(_ buffer: inout TextBuffer) {
    buffer.append("time,frequency,confidence,level,error_cents,note,cents,chord\n")
  }

  mutating func append(_ reading: ChordReading, to buffer: inout TextBuffer) {
    let chord = names.name(of: reading)
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
      buffer.append(",")
      buffer.append(text: chord)
      buffer.append("\n")
    }
  }

  func end(duration: Double, _ buffer: inout TextBuffer) {}
}

/// A reading with the name of its chord.
private struct NamedReading: JSONObject {
  let reading: ChordReading
  let chord: String

  /// The time, the chord, and an array of its notes.
  func appendObject(to buffer: inout TextBuffer, naming: NoteNaming) {
    buffer.append("{\"time\":")
    buffer.append(reading.time, decimals: 6)
    buffer.append(",\"chord\":")
    buffer.append(text: chord.isEmpty ? "null" : chord.jsonQuoted)
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
      buffer.append(",\"errorCents\":")
      buffer.append(note.error, decimals: 2)
      buffer.append("}")
    }
    buffer.append("]}")
  }
}

/// A JSON object for each reading.
private struct ChordObjects: ChordWriter {
  private var objects: JSONObjects<NamedReading>
  private var names: ReadingNames

  init(naming: NoteNaming, form: JSONForm, names: ReadingNames) {
    objects = JSONObjects(naming: naming, form: form)
    self.names = names
  }

  func begin(_ buffer: inout TextBuffer) { objects.begin(&buffer) }

  mutating func append(_ reading: ChordReading, to buffer: inout TextBuffer) {
    objects.append(NamedReading(reading: reading, chord: names.name(of: reading)), to: &buffer)
  }

  func end(duration: Double, _ buffer: inout TextBuffer) {
    objects.end(duration: duration, &buffer)
  }
}
