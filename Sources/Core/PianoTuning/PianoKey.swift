internal import DecimalText
public import MusicTheory
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

  /// Creates the key of a note, however it is spelled, if a piano has it.
  public init?(_ note: Note) { self.init(midi: note.midiNumber) }

  init(unchecked midi: Int) { self.midi = midi }

  /// The position on the keyboard, 0 for A0 to 87 for C8.
  public var index: Int { midi - Self.midiNumbers.lowerBound }

  /// The name with sharps, such as `C#4`.
  public var name: String { String(decoding: spelling, as: UTF8.self) }

  /// Returns the frequency in equal temperament without stretch, in hertz.
  ///
  /// - Parameter concertPitch: The frequency of A4, in hertz.
  /// - Returns: Hertz.
  public func equalFrequency(concertPitch: Double = 440) -> Double {
    concertPitch * Elementary.exp2(Double(midi - 69) / 12)
  }

  /// The inharmonicity B of this key on a usual piano, good to a factor of two.
  ///
  /// - SeeAlso: F. Rigaud, B. David, L. Daudet, "A parametric model and estimation techniques for
  ///   the inharmonicity and tuning of the piano", JASA 133(5), 2013,
  ///   [doi:10.1121/1.4799806](https://doi.org/10.1121/1.4799806).
  public var typicalInharmonicity: Double {
    let number = Double(midi)
    return Elementary.exp(-0.0847 * number - 5.82) + Elementary.exp(0.0926 * number - 13.64)
  }

  /// The deviation of a tuned piano's first partial from equal temperament, in cents, as measured
  /// on a concert grand: good enough to tell keys apart.
  public var typicalStretch: Double {
    let number = Double(midi)
    if number < 45 { return -26 * Elementary.square((45 - number) / 24) - 2 }
    if number > 69 { return 30 * Elementary.square((number - 69) / 39) }
    return -2 * (69 - number) / 24
  }

  /// Returns true if the left key is the lower one.
  public static func < (left: PianoKey, right: PianoKey) -> Bool { left.midi < right.midi }
}

extension PianoKey {
  /// The pitch classes of the letters A to G.
  private static let letters = [9, 11, 0, 2, 4, 5, 7]
  /// The pitch classes of black keys.
  private static let blacks = [1, 3, 6, 8, 10]

  /// The name with sharps, in ASCII.
  package var spelling: [UInt8] {
    let isBlack = Self.blacks.contains(midi % 12)
    let white = midi % 12 - (isBlack ? 1 : 0)
    let letter = Self.letters.firstIndex(of: white) ?? 0
    var bytes = [UInt8(ascii: "A") + UInt8(letter)]
    if isBlack { bytes.append(UInt8(ascii: "#")) }
    DecimalText.append(midi / 12 - 1, to: &bytes)
    return bytes
  }

  /// Reads a name with sharps or flats, such as `A#0` or `Bb0`.
  package init?(name: String) { self.init(spelling: Array(name.utf8)[...]) }

  /// Reads a name with sharps or flats, such as `A#0` or `Bb0`, in ASCII, in either case.
  package init?(spelling: ArraySlice<UInt8>) {
    guard let first = spelling.first else { return nil }
    let letter = Int(first & 0xDF) - Int(UInt8(ascii: "A"))
    guard Self.letters.indices.contains(letter) else { return nil }
    var (rest, pitchClass) = (spelling.dropFirst(), Self.letters[letter])
    if let sign = rest.first, let shift = Self.shift(sign) {
      pitchClass += shift
      guard Self.blacks.contains(pitchClass) else { return nil }
      rest = rest.dropFirst()
    }
    guard rest.count == 1, let octave = DecimalText.whole(rest) else { return nil }
    self.init(midi: 12 * (octave + 1) + pitchClass)
  }

  private static func shift(_ sign: UInt8) -> Int? {
    if sign == UInt8(ascii: "#") { return 1 }
    return sign & 0xDF == UInt8(ascii: "B") ? -1 : nil
  }
}
