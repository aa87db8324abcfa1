/// The range of a pitch bend, and the messages that set it.
public struct BendRange: Sendable, Hashable {
  /// The accepted ranges, in semitones.
  public static var limits: ClosedRange<Int> { 1...96 }

  /// Returns the range that receivers have unless they are told another.
  ///
  /// - Parameter isMPE: Whether they follow MPE.
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
  /// - Returns: A value in 0...16383; 8192 is no bend.
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

/// Registered parameters, which controllers 101 and 100 choose and 6 and 38 set.
enum RegisteredParameter {
  static func messages(parameter: UInt8, value: UInt8, channel: UInt8) -> [MIDIMessage] {
    let pairs: [(UInt8, UInt8)] = [
      (101, 0), (100, parameter), (6, value), (38, 0), (101, 127), (100, 127),
    ]
    return pairs.map { .controlChange(channel: channel, controller: $0.0, value: $0.1) }
  }
}
