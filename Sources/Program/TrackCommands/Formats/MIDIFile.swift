import CommandKit
import Connections
import MusicTheory
import PitchEstimation
import PitchToMIDI

/// A standard MIDI file of type 0: one track of notes, one tick per millisecond.
///
/// With a pitch bend every reading of a note bends its tempered key, within ±200 cents. The file
/// states the length of its track first, so the events wait in memory.
///
/// - SeeAlso: "Standard MIDI Files 1.0", MIDI Manufacturers Association (RP-001), 1996.
struct MIDIFile: NoteWriter {
  private let concertPitch: ConcertPitch
  private let hasPitchBend: Bool
  private var events = MIDITrack()
  private var recent: [(time: Double, frequency: Double)] = []  // maybe of the next note
  private var lostCount = 0

  init(concertPitch: ConcertPitch, hasPitchBend: Bool) {
    self.concertPitch = concertPitch
    self.hasPitchBend = hasPitchBend
  }

  var loss: String? {
    guard lostCount > 0 else { return nil }
    return "Notes beyond the keys of MIDI (8.2 to 12,544 Hz) that were left out: \(lostCount)."
  }

  mutating func begin(_ buffer: inout TextBuffer) {
    events.setTempo(microsecondsPerQuarter: 500_000)
    guard hasPitchBend else { return }
    // Registered parameter 0, the range of the bend: 2 semitones and 0 cents; then none (RP-001).
    for (controller, value) in [(101, 0), (100, 0), (6, 2), (38, 0), (101, 127), (100, 127)] {
      events.append(0, [0xB0, UInt8(controller), UInt8(value)])
    }
  }

  mutating func observe(_ reading: PitchReading) {
    guard hasPitchBend, let frequency = reading.frequency else { return }
    recent.append((reading.time, frequency))
  }

  mutating func append(_ note: PitchNote, to buffer: inout TextBuffer) {
    defer { recent.removeAll { $0.time < note.offset } }
    let key = Int(concertPitch.midiNumber(of: note.frequency).rounded())
    guard let key = UInt8(exactly: key), key < 128 else {
      lostCount += 1
      return
    }
    let (start, end) = (Self.ticks(note.onset), Self.ticks(note.offset))
    let bends = bends(of: note, key: key)
    if let first = bends.first { events.append(start, Self.message(bend: first.value)) }
    events.append(start, [0x90, key, MIDIMessage.velocity(ofLevel: note.level)])
    for bend in bends.dropFirst() {
      events.append(min(end, max(start, bend.tick)), Self.message(bend: bend.value))
    }
    events.append(end, [0x80, key, 64])
  }

  mutating func end(duration: Double, _ buffer: inout TextBuffer) {
    buffer.append(bytes: events.file(endingAt: Self.ticks(duration)))
  }

  /// The changes of the pitch bend, in 0...16383; 8192 is no bend.
  private func bends(of note: PitchNote, key: UInt8) -> [(tick: Int, value: Int)] {
    var bends: [(tick: Int, value: Int)] = []
    for reading in recent where reading.time >= note.onset && reading.time <= note.offset {
      let semitones = concertPitch.midiNumber(of: reading.frequency) - Double(key)
      let value = Int((8192 * (1 + semitones / 2)).rounded())
      guard (0..<16_384).contains(value), value != bends.last?.value else { continue }
      bends.append((Self.ticks(reading.time), value))
    }
    return bends
  }

  private static func message(bend: Int) -> [UInt8] {
    [0xE0, UInt8(bend & 0x7F), UInt8(bend >> 7)]
  }

  private static func ticks(_ time: Double) -> Int { Int((time * 1000).rounded()) }
}
