internal import SignalProcessing

/// A message of a MIDI channel.
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

  /// Returns the velocity of a level: 40 dB per decade, as in General MIDI level 2.
  ///
  /// - Parameter level: The level in dBFS; 0 and above give 127.
  /// - Returns: A velocity in 1...127.
  public static func velocity(ofLevel level: Double) -> UInt8 {
    let velocity = 127 * Elementary.power(10, min(0, level) / 40)
    return UInt8(max(1, velocity.rounded()))
  }

  /// The three bytes of the message. Channels count from 0 to 15; bits beyond a value's range are lost.
  public var bytes: [UInt8] {
    switch self {
    case .noteOn(let channel, let key, let velocity):
      [0x90 | channel & 15, key & 127, velocity & 127]
    case .noteOff(let channel, let key): [0x80 | channel & 15, key & 127, 64]
    case .pitchBend(let channel, let value):
      [0xE0 | channel & 15, UInt8(value & 127), UInt8(value >> 7 & 127)]
    case .controlChange(let channel, let controller, let value):
      [0xB0 | channel & 15, controller & 127, value & 127]
    }
  }
}
