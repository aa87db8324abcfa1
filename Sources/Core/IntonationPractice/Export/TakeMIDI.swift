public import MusicTheory
internal import PitchToMIDI

/// What was played as a standard MIDI file of format 0, with its own times.
///
/// Notes keep their onsets and ends to a millisecond: a tick is half a millisecond or less, however
/// slow the tempo. A pitch bend within ±2 semitones, which receivers expect by default, carries the
/// cents of each note.
public struct TakeMIDI: Sendable {
  /// The bytes of the file.
  public let bytes: [UInt8]
  /// The number of notes beyond the keys of MIDI, which were left out.
  public let leftOutCount: Int

  /// The longest tick, in seconds.
  private static let longestTick = 0.0005

  /// Creates the file.
  ///
  /// - Parameters:
  ///   - notes: The played notes, by onset.
  ///   - concertPitch: A4 and the temperament, from which the bends are counted.
  ///   - title: The name of the track; empty for none.
  ///   - tempo: Quarter notes per minute, in 4...2000; 120 if it is not known.
  ///   - start: The time at which the file and its first bar begin, in seconds. Earlier notes begin
  ///     with the file.
  ///   - meter: The meter of the bars; `nil` if it is not known.
  ///   - key: The key signature; `nil` if it is not known.
  ///   - hasPitchBend: Whether bends carry the cents.
  /// - Complexity: O(*n*) for *n* notes.
  public init(
    _ notes: [PlayedNote], under concertPitch: ConcertPitch, title: String = "",
    tempo: Double? = nil, start: Double = 0, meter: PracticeMeter? = nil, key: Key? = nil,
    hasPitchBend: Bool = true
  ) {
    let tempo = tempo.map { max(4, min(2000, $0.isFinite ? $0 : 120)) } ?? 120
    let quarter = Int((60_000_000 / tempo).rounded())  // microseconds
    let division = tempo == 120 ? MIDITrack.ticksPerQuarter : Self.division(of: quarter)
    func tick(_ time: Double) -> Int {
      guard time.isFinite else { return 0 }
      return Int(
        (max(0, min(1e6, time - start)) * 1e6 / Double(quarter) * Double(division)).rounded())
    }
    var track = MIDITrack()
    if !title.isEmpty { track.appendMeta(0x03, Array(title.utf8), 0) }
    if let meter { track.appendMeta(0x58, Self.bytes(of: meter), 0) }
    if let key { track.appendMeta(0x59, Self.bytes(of: key), 0) }
    track.setTempo(microsecondsPerQuarter: quarter)
    let range = BendRange(semitones: 2)
    if hasPitchBend { for message in range.setUp(channel: 0) { track.append(0, message.bytes) } }
    var (leftOut, end) = (0, 0)
    for (index, note) in notes.enumerated() {
      let number = concertPitch.midiNumber(of: note.frequency)
      guard number.isFinite, (-0.5..<127.5).contains(number) else {
        leftOut += 1
        continue
      }
      let key = UInt8(max(0, min(127, number.rounded())))
      let next = index + 1 < notes.count ? tick(notes[index + 1].onset) : Int.max
      let from = max(end, tick(note.onset))
      let to = max(from + 1, min(next, tick(note.onset + note.duration)))
      if hasPitchBend {
        let bend = range.value(of: number - Double(key))
        track.append(from, MIDIMessage.pitchBend(channel: 0, value: bend).bytes)
      }
      track.append(from, MIDIMessage.noteOn(channel: 0, key: key, velocity: 80).bytes)
      track.append(to, MIDIMessage.noteOff(channel: 0, key: key).bytes)
      end = to
    }
    leftOutCount = leftOut
    bytes = track.file(endingAt: end, ticksPerQuarter: division)
  }

  /// The smallest multiple of 480 whose ticks are short enough.
  private static func division(of microsecondsPerQuarter: Int) -> Int {
    let least = Double(microsecondsPerQuarter) / 1e6 / longestTick
    return min(32_640, 480 * Int((least / 480).rounded(.up)))
  }

  /// Numerator, the power of two of the denominator, clocks per click, and 32nds per quarter.
  private static func bytes(of meter: PracticeMeter) -> [UInt8] {
    [UInt8(meter.beatCount), UInt8(meter.beatUnit.trailingZeroBitCount), 24, 8]
  }

  /// The sharps, negative for flats, and 1 for minor.
  private static func bytes(of key: Key) -> [UInt8] {
    let signature = Int8(max(-7, min(7, key.signature)))
    return [UInt8(bitPattern: signature), key.mode == .minor ? 1 : 0]
  }
}
