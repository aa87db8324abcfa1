internal import DecimalText

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

  /// Reads a name with sharps or flats, such as `A#0` or `Bb0`, in ASCII: small letters will do.
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
