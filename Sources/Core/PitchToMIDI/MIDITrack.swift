/// The events of a track of a standard MIDI file, each after the ticks that passed since the one
/// before.
///
/// - SeeAlso: "Standard MIDI Files 1.0", MIDI Manufacturers Association (RP-001), 1996.
package struct MIDITrack: Sendable {
  /// Ticks of a millisecond each at 120 quarter notes per minute.
  package static var ticksPerQuarter: Int { 500 }

  private var bytes: [UInt8] = []
  private var now = 0

  package init() {}

  package mutating func setTempo(microsecondsPerQuarter tempo: Int, at tick: Int = 0) {
    appendMeta(
      0x51, [UInt8(tempo >> 16 & 0xFF), UInt8(tempo >> 8 & 0xFF), UInt8(tempo & 0xFF)], tick)
  }

  /// Appends a meta event, such as 0x03, the name of the track.
  ///
  /// - Parameters:
  ///   - type: The type of the event, below 128.
  ///   - content: Its bytes.
  ///   - tick: When it counts; never before the last event.
  package mutating func appendMeta(_ type: UInt8, _ content: [UInt8], _ tick: Int) {
    append(tick, [0xFF, type] + Self.variableLength(content.count) + content)
  }

  /// Appends a message at a tick; never before the last one.
  package mutating func append(_ tick: Int, _ message: [UInt8]) {
    bytes += Self.variableLength(max(0, tick - now))
    now = max(now, tick)
    bytes += message
  }

  /// Returns a file of type 0 with this track.
  ///
  /// - Parameters:
  ///   - tick: The end of the track.
  ///   - division: The ticks of a quarter note, in 1...32767.
  /// - Returns: The bytes of the file.
  package func file(
    endingAt tick: Int, ticksPerQuarter division: Int = Self.ticksPerQuarter
  ) -> [UInt8] {
    let track = ended(at: tick)
    let count = UInt32(track.count)
    return Array("MThd".utf8)
      + [0, 0, 0, 6, 0, 0, 0, 1, UInt8(division >> 8 & 0x7F), UInt8(division & 0xFF)]
      + Array("MTrk".utf8) + (0..<4).map { UInt8(count >> (24 - 8 * $0) & 0xFF) } + track
  }

  /// The bytes with an end-of-track event.
  private func ended(at tick: Int) -> [UInt8] {
    var track = self
    track.append(tick, [0xFF, 0x2F, 0])
    return track.bytes
  }

  /// Seven bits a byte, the highest first; all but the last have bit 7 set.
  private static func variableLength(_ value: Int) -> [UInt8] {
    let count = max(1, (Int.bitWidth - value.leadingZeroBitCount + 6) / 7)
    return (0..<count).reversed().map { (index: Int) -> UInt8 in
      UInt8(value >> (7 * index) & 0x7F) | (index > 0 ? 0x80 : 0)
    }
  }
}
