import CommandKit
import NoteDetection
import OnsetDetection
import PitchEstimation

/// Writes notes in one format.
protocol NoteWriter {
  /// Writes the text before the first note.
  mutating func begin(_ buffer: inout TextBuffer)

  /// Processes each reading, before the note that it belongs to.
  mutating func observe(_ reading: PitchReading)

  /// Writes the next note, or keeps it for the end if the format requires that.
  mutating func append(_ note: PitchNote, to buffer: inout TextBuffer)

  /// Writes the rest of a track of `duration` seconds.
  mutating func end(duration: Double, _ buffer: inout TextBuffer)

  /// The loss, in one sentence, if the format could not carry everything.
  var loss: String? { get }
}

extension NoteWriter {
  mutating func observe(_ reading: PitchReading) {}
  var loss: String? { nil }
}

/// Detects the notes of a track, from its readings and onsets, for a writer.
struct NotesEncoder<Writer: NoteWriter>: TrackEncoder {
  private var detector = NoteDetector()
  private var writer: Writer

  init(_ writer: Writer) {
    self.writer = writer
  }

  var loss: String? { writer.loss }

  mutating func begin(_ buffer: inout TextBuffer) { writer.begin(&buffer) }

  mutating func append(_ onset: Onset, to buffer: inout TextBuffer) { detector.add(onset) }

  mutating func append(_ sound: SoundReturn) { detector.add(sound) }

  mutating func append(_ reading: PitchReading, to buffer: inout TextBuffer) {
    writer.observe(reading)
    detector.add(reading)
    // The readings follow the sound, and so do the onsets, by no more than their latency.
    writeNotes(knownUntil: reading.time - OnsetDetector.latency, to: &buffer)
  }

  mutating func end(duration: Double, _ buffer: inout TextBuffer) {
    detector.finish()
    // The last hop may be cut off.
    writeNotes(knownUntil: .infinity, within: duration, to: &buffer)
    writer.end(duration: duration, &buffer)
  }

  private mutating func writeNotes(
    knownUntil time: Double, within duration: Double = .infinity, to buffer: inout TextBuffer
  ) {
    while var note = detector.next(onsetsKnownUntil: time)?.note {
      note.offset = min(note.offset, max(note.onset, duration))
      writer.append(note, to: &buffer)
    }
  }
}

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

/// A label track of Audacity: start, end and text, separated by tabs.
///
/// The text is the note and the cents above it, such as `A4 +5.1`.
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
