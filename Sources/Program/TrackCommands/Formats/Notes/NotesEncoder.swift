import CommandKit
import PitchEstimation

/// Writes notes in one format.
protocol NoteWriter {
  /// Writes what stands before the first note.
  mutating func begin(_ buffer: inout TextBuffer)

  /// Sees each reading before the note that it belongs to.
  mutating func observe(_ reading: PitchReading)

  /// Writes the next note, if the format allows that yet.
  mutating func append(_ note: PitchNote, to buffer: inout TextBuffer)

  /// Writes the rest of a track of `duration` seconds.
  mutating func end(duration: Double, _ buffer: inout TextBuffer)

  /// What the format could not carry, as a sentence without its subject.
  var loss: String? { get }
}

extension NoteWriter {
  mutating func observe(_ reading: PitchReading) {}
  package var loss: String? { nil }
}

/// Cuts the readings of a track into notes, and hands them to a writer.
struct NotesEncoder<Writer: NoteWriter>: TrackEncoder {
  private var segmenter = NoteSegmenter()
  private var writer: Writer

  init(_ writer: Writer) {
    self.writer = writer
  }

  var loss: String? { writer.loss }

  mutating func begin(_ buffer: inout TextBuffer) { writer.begin(&buffer) }

  mutating func append(_ reading: PitchReading, to buffer: inout TextBuffer) {
    writer.observe(reading)
    if let note = segmenter.update(reading) { writer.append(note, to: &buffer) }
  }

  mutating func end(duration: Double, _ buffer: inout TextBuffer) {
    if var note = segmenter.finish() {
      note.offset = min(note.offset, max(note.onset, duration))  // the last hop may be cut off
      writer.append(note, to: &buffer)
    }
    writer.end(duration: duration, &buffer)
  }
}
