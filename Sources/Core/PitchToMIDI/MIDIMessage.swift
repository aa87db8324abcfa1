internal import SignalProcessing

/// A MIDI message: of a channel, or to all devices that keep time together.
///
/// - SeeAlso: "MIDI 1.0 Detailed Specification", MIDI Manufacturers Association, 1996, table 1.
public enum MIDIMessage: Sendable, Hashable {
  /// A key begins to sound.
  case noteOn(channel: UInt8, key: UInt8, velocity: UInt8)
  /// A key is released.
  case noteOff(channel: UInt8, key: UInt8)
  /// The pitch of a channel changes; 8192 is the middle of 0...16383.
  case pitchBend(channel: UInt8, value: UInt16)
  /// A controller of a channel changes.
  case controlChange(channel: UInt8, controller: UInt8, value: UInt8)
  /// A 24th of a quarter note has passed.
  case timingClock
  /// Play from the beginning; the next ``timingClock`` is the first downbeat.
  case start
  /// Play from the song position.
  case `continue`
  /// Stop playing.
  case stop
  /// Where to continue, in sixteenth notes from the beginning, 0...16383.
  case songPosition(UInt16)

  /// Returns the velocity of a level: 40 dB per decade, as in General MIDI level 2.
  ///
  /// - Parameter level: The level in dBFS; 0 and above give 127.
  /// - Returns: A velocity in 1...127.
  public static func velocity(ofLevel level: Double) -> UInt8 {
    let velocity = 127 * Elementary.power(10, min(0, level) / 40)
    return UInt8(max(1, velocity.rounded()))
  }

  /// The bytes of the message, one to three. Channels count from 0 to 15; bits beyond a value's range are lost.
  public var bytes: [UInt8] {
    switch self {
    case .noteOn(let channel, let key, let velocity):
      [0x90 | channel & 15, key & 127, velocity & 127]
    case .noteOff(let channel, let key): [0x80 | channel & 15, key & 127, 64]
    case .pitchBend(let channel, let value):
      [0xE0 | channel & 15, UInt8(value & 127), UInt8(value >> 7 & 127)]
    case .controlChange(let channel, let controller, let value):
      [0xB0 | channel & 15, controller & 127, value & 127]
    case .timingClock: [0xF8]
    case .start: [0xFA]
    case .continue: [0xFB]
    case .stop: [0xFC]
    case .songPosition(let sixteenths):
      [0xF2, UInt8(sixteenths & 127), UInt8(sixteenths >> 7 & 127)]
    }
  }
}
