import ChordEstimation
import CommandKit
import MusicTheory
import PitchToMIDI

/// Writes notes of which several may sound together.
protocol SoundedNoteWriter {
  /// Writes the text before the first note.
  mutating func begin(_ buffer: inout TextBuffer)

  /// Writes the next note that has ended, or keeps it for the end.
  mutating func append(_ note: SoundedNote, to buffer: inout TextBuffer)

  /// Writes the rest of a track of `duration` seconds.
  mutating func end(duration: Double, _ buffer: inout TextBuffer)
}

/// Makes notes of the readings of chords, for a writer.
struct SoundedNotes: ChordWriter {
  private var detector: ChordNotes
  private var writer: any SoundedNoteWriter

  init(_ writer: any SoundedNoteWriter, hopDuration: Double) {
    detector = ChordNotes(hopDuration: hopDuration)
    self.writer = writer
  }

  mutating func begin(_ buffer: inout TextBuffer) { writer.begin(&buffer) }

  mutating func append(_ reading: ChordReading, to buffer: inout TextBuffer) {
    detector.add(reading)
    while let note = detector.next() { writer.append(note, to: &buffer) }
  }

  mutating func end(duration: Double, _ buffer: inout TextBuffer) {
    detector.finish()
    while var note = detector.next() {
      note.offset = min(note.offset, max(note.onset, duration))  // the last hop may be cut off
      writer.append(note, to: &buffer)
    }
    writer.end(duration: duration, &buffer)
  }
}

/// A CSV of notes in the order of their ends: times in seconds, `frequency` in hertz, the number of the
/// key, `cents`, `level` in dBFS, `confidence`.
struct SoundedNoteTable: SoundedNoteWriter {
  let naming: NoteNaming

  func begin(_ buffer: inout TextBuffer) {
    buffer.append("onset,offset,frequency,note,midi,cents,level,confidence\n")
  }

  func append(_ note: SoundedNote, to buffer: inout TextBuffer) {
    guard let name = naming.note(at: note.frequency) else { return }
    buffer.append(note.onset, decimals: 6)
    buffer.append(",")
    buffer.append(note.offset, decimals: 6)
    buffer.append(",")
    buffer.append(note.frequency, decimals: 3)
    buffer.append(",")
    buffer.append(text: name.note.asciiDescription)
    buffer.append(",")
    buffer.append(name.note.midiNumber)
    buffer.append(",")
    buffer.append(name.cents, decimals: 2)
    buffer.append(",")
    buffer.append(note.level, decimals: 2)
    buffer.append(",")
    buffer.append(note.confidence, decimals: 4)
    buffer.append("\n")
  }

  func end(duration: Double, _ buffer: inout TextBuffer) {}
}

extension SoundedNote: JSONObject {
  func appendObject(to buffer: inout TextBuffer, naming: NoteNaming) {
    let name = naming.note(at: frequency)
    buffer.append("{\"onset\":")
    buffer.append(onset, decimals: 6)
    buffer.append(",\"offset\":")
    buffer.append(offset, decimals: 6)
    buffer.append(",\"frequency\":")
    buffer.append(frequency, decimals: 3)
    buffer.append(name: name)
    buffer.append(",\"midi\":")
    buffer.append(name?.note.midiNumber ?? 0)
    buffer.append(",\"level\":")
    buffer.append(level, decimals: 2)
    buffer.append(",\"confidence\":")
    buffer.append(confidence, decimals: 4)
    buffer.append("}")
  }
}

extension JSONObjects: SoundedNoteWriter where Element == SoundedNote {}

/// A standard MIDI file of type 0 with notes that sound together, one tick per millisecond.
///
/// With true pitch, each note has a channel of its own, whose bend is that of its median frequency.
///
/// - SeeAlso: "MIDI Polyphonic Expression", RP-053, MIDI Manufacturers Association, 2018.
struct ChordMIDIFile: SoundedNoteWriter {
  private struct Event {
    /// The tick, and the order at one tick: ends, bends, beginnings.
    var key: Int
    var message: MIDIMessage
  }

  private let concertPitch: ConcertPitch
  private let hasTruePitch: Bool
  private var notes: [SoundedNote] = []

  init(concertPitch: ConcertPitch, hasTruePitch: Bool) {
    (self.concertPitch, self.hasTruePitch) = (concertPitch, hasTruePitch)
  }

  func begin(_ buffer: inout TextBuffer) {}

  mutating func append(_ note: SoundedNote, to buffer: inout TextBuffer) { notes.append(note) }

  mutating func end(duration: Double, _ buffer: inout TextBuffer) {
    var track = MIDITrack()
    track.setTempo(microsecondsPerQuarter: 500_000)
    if hasTruePitch { prepare(&track) }
    for event in events() { track.append(event.key / 4, event.message.bytes) }
    buffer.append(bytes: track.file(endingAt: Self.ticks(duration)))
  }

  /// Makes a zone of all channels but the first, the manager's, and sets the range of their bends.
  private func prepare(_ track: inout MIDITrack) {
    var settings = NoteTrigger.Settings()
    (settings.isMPE, settings.bendRange) = (true, range)
    for message in NoteTrigger(settings).setUp() { track.append(0, message.bytes) }
  }

  private var range: BendRange { .usual(isMPE: true) }

  private func events() -> [Event] {
    var events: [Event] = []
    var ends = [Double](repeating: -1, count: 15)  // of the last note of each channel
    for index in Self.order(notes.map { Self.ticks($0.onset) }) {
      let note = notes[index]
      let position = concertPitch.midiNumber(of: note.frequency)
      guard let key = UInt8(exactly: position.rounded()), key < 128 else { continue }
      let (start, end) = (4 * Self.ticks(note.onset), 4 * Self.ticks(note.offset))
      var channel: UInt8 = 0
      if hasTruePitch {
        // The channel that has been silent longest: its last note may still fade.
        var free = 0
        for index in ends.indices where ends[index] < ends[free] { free = index }
        ends[free] = note.offset
        channel = UInt8(free + 1)
        let bend = range.value(of: position - Double(key))
        events.append(Event(key: start + 1, message: .pitchBend(channel: channel, value: bend)))
      }
      let velocity = MIDIMessage.velocity(ofLevel: note.level)
      let begin = MIDIMessage.noteOn(channel: channel, key: key, velocity: velocity)
      events.append(Event(key: start + 2, message: begin))
      events.append(Event(key: end, message: .noteOff(channel: channel, key: key)))
    }
    return Self.order(events.map { $0.key }).map { events[$0] }
  }

  /// The places of some numbers, of the smallest first; sorting whole numbers needs no code of its own.
  private static func order(_ keys: [Int]) -> [Int] {
    let places = 1 << 24
    return keys.indices.map { keys[$0] * places + $0 }.sorted().map { $0 % places }
  }

  private static func ticks(_ time: Double) -> Int { Int((time * 1000).rounded()) }
}
