internal import SignalProcessing

/// One of the 88 keys of a piano, A0 to C8.
public struct PianoKey: Sendable, Hashable, Comparable {
  /// The MIDI numbers of the keys.
  public static let midiNumbers = 21...108
  /// All keys, from A0 to C8.
  public static let all = midiNumbers.map { PianoKey(unchecked: $0) }

  /// The MIDI number, in ``midiNumbers``; 69 is A4.
  public let midi: Int

  /// Creates a key by its MIDI number, if a piano has it.
  public init?(midi: Int) {
    guard Self.midiNumbers.contains(midi) else { return nil }
    self.midi = midi
  }

  init(unchecked midi: Int) { self.midi = midi }

  /// The place on the keyboard, 0 for A0 to 87 for C8.
  public var index: Int { midi - Self.midiNumbers.lowerBound }

  /// The name with sharps, such as `C#4`.
  public var name: String { String(decoding: spelling, as: UTF8.self) }

  /// The frequency in equal temperament without stretch, in hertz.
  ///
  /// - Parameter concertPitch: The frequency of A4, in hertz.
  /// - Returns: Hertz.
  public func equalFrequency(concertPitch: Double = 440) -> Double {
    concertPitch * Elementary.exp2(Double(midi - 69) / 12)
  }

  /// B of a usual piano: good to a factor of two.
  ///
  /// - SeeAlso: F. Rigaud, B. David, L. Daudet, "A parametric model and estimation techniques for
  ///   the inharmonicity and tuning of the piano", JASA 133(5), 2013,
  ///   [doi:10.1121/1.4799806](https://doi.org/10.1121/1.4799806).
  public var typicalInharmonicity: Double {
    let number = Double(midi)
    return Elementary.exp(-0.0847 * number - 5.82) + Elementary.exp(0.0926 * number - 13.64)
  }

  /// How far the first partial of a tuned piano lies from equal temperament, in cents, as measured
  /// on a concert grand: good enough to tell keys apart.
  public var typicalStretch: Double {
    let number = Double(midi)
    if number < 45 { return -26 * Elementary.square((45 - number) / 24) - 2 }
    if number > 69 { return 30 * Elementary.square((number - 69) / 39) }
    return -2 * (69 - number) / 24
  }

  /// Whether the left key is the lower one.
  public static func < (left: PianoKey, right: PianoKey) -> Bool { left.midi < right.midi }
}
