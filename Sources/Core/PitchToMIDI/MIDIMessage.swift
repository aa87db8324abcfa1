import SignalProcessing

/// A MIDI message: for one channel, or for all devices that keep time together.
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
  /// The position at which to continue, in sixteenth notes from the beginning, 0...16383.
  case songPosition(UInt16)

  /// Returns the velocity of a level: 40 dB per decade, following General MIDI level 2.
  ///
  /// - Parameter level: The level in dBFS; 0 and above give 127.
  /// - Returns: A velocity in 1...127.
  public static func velocity(ofLevel level: Double) -> UInt8 {
    let velocity = 127 * Elementary.power(10, min(0, level) / 40)
    return UInt8(max(1, velocity.rounded()))
  }

  /// The bytes of the message, one to three. Channels are 0...15; bits beyond a value's range are
  /// lost.
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

/// The range of a pitch bend, and the messages that set it.
public struct BendRange: Sendable, Hashable {
  /// The accepted ranges, in semitones.
  public static var limits: ClosedRange<Int> { 1...96 }

  /// Returns the range that receivers have by default.
  ///
  /// - Parameter isMPE: `true` if they follow MPE.
  /// - Returns: 48 semitones with MPE, else 2.
  /// - SeeAlso: "MIDI Polyphonic Expression", RP-053, MIDI Manufacturers Association, 2018, section 2.4;
  ///   "General MIDI System Level 1", 1991.
  public static func usual(isMPE: Bool) -> BendRange { BendRange(semitones: isMPE ? 48 : 2) }

  /// The largest bend in either direction, in semitones.
  public let semitones: Int

  /// Creates a range.
  ///
  /// - Parameter semitones: The largest bend in either direction, limited to ``limits``.
  public init(semitones: Int) {
    self.semitones = max(Self.limits.lowerBound, min(Self.limits.upperBound, semitones))
  }

  /// Returns the bend of an interval.
  ///
  /// - Parameter interval: The interval from the key to the tone, in semitones. Beyond the range, the bend
  ///   is as large as possible; a value that is not finite gives none.
  /// - Returns: A value in 0...16383; 8192 means no bend.
  public func value(of interval: Double) -> UInt16 {
    guard interval.isFinite else { return 8192 }
    let value = 8192 * (1 + interval / Double(semitones))
    return UInt16(max(0, min(16_383, value.rounded())))
  }

  /// Returns the interval of a bend.
  ///
  /// - Parameter value: A value in 0...16383.
  /// - Returns: Semitones from the key to the tone.
  public func interval(of value: UInt16) -> Double {
    Double(semitones) * (Double(value) - 8192) / 8192
  }

  /// Returns the messages that set the range of a channel: registered parameter 0, then none.
  ///
  /// - Parameter channel: The channel, 0...15.
  /// - Returns: Six controllers.
  public func setUp(channel: UInt8) -> [MIDIMessage] {
    RegisteredParameter.messages(parameter: 0, value: UInt8(semitones), channel: channel)
  }
}

/// Registered parameters, which controllers 101 and 100 select and 6 and 38 set.
enum RegisteredParameter {
  static func messages(parameter: UInt8, value: UInt8, channel: UInt8) -> [MIDIMessage] {
    let pairs: [(UInt8, UInt8)] = [
      (101, 0), (100, parameter), (6, value), (38, 0), (101, 127), (100, 127),
    ]
    return pairs.map { .controlChange(channel: channel, controller: $0.0, value: $0.1) }
  }
}
