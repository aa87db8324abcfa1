import CommandKit
import PitchToMIDI

/// A standard MIDI file, which is written when the tuner ends.
final class MIDIRecording: MIDIOutput {
  private let path: String
  private var track = MIDITrack()
  private var lastTick = 0

  /// - Throws: `OutputError` where no file can be written.
  init(path: String) throws(OutputError) {
    try AtomicTextFile.requirePlace(path)
    self.path = path
    track.setTempo(microsecondsPerQuarter: 500_000)
  }

  func send(_ messages: [MIDIMessage], at time: Double) -> Bool {
    lastTick = max(lastTick, Int((time * 1000).rounded()))
    for message in messages { track.append(lastTick, message.bytes) }
    return true
  }

  func recover() -> Bool { true }

  func close() -> String? {
    do throws(OutputError) {
      let file = try AtomicTextFile(path: path)
      try file.write(track.file(endingAt: lastTick))
      try file.finish()
      return nil
    } catch {
      return "\(error)"
    }
  }
}

/// The events of a MIDI track, each after the ticks that passed since the one before.
package struct MIDITrack: Sendable {
  private var bytes: [UInt8] = []
  private var now = 0

  package init() {}

  package mutating func setTempo(microsecondsPerQuarter tempo: Int) {
    append(
      0, [0xFF, 0x51, 3, UInt8(tempo >> 16), UInt8(tempo >> 8 & 0xFF), UInt8(tempo & 0xFF)])
  }

  /// Appends a message at a tick; never before the last one.
  package mutating func append(_ tick: Int, _ message: [UInt8]) {
    append(variableLength: max(0, tick - now))
    now = max(now, tick)
    bytes += message
  }

  /// A file of type 0 with this track; 500 ticks per quarter are a millisecond each at 120 per minute.
  package func file(endingAt tick: Int) -> [UInt8] {
    let track = ended(at: tick)
    let count = UInt32(track.count)
    return Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0x01, 0xF4]
      + Array("MTrk".utf8) + (0..<4).map { UInt8(count >> (24 - 8 * $0) & 0xFF) } + track
  }

  /// The bytes with an end-of-track event.
  private func ended(at tick: Int) -> [UInt8] {
    var track = self
    track.append(tick, [0xFF, 0x2F, 0])
    return track.bytes
  }

  /// Seven bits a byte, the highest first; all but the last have bit 7 set.
  private mutating func append(variableLength value: Int) {
    let count = max(1, (Int.bitWidth - value.leadingZeroBitCount + 6) / 7)
    for index in (0..<count).reversed() {
      bytes.append(UInt8(value >> (7 * index) & 0x7F) | (index > 0 ? 0x80 : 0))
    }
  }
}
