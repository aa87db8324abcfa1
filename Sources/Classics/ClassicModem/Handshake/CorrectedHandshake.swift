/// ``ClassicHandshake`` with its faults corrected, and still one tone per character, so that every
/// part can be seen and heard. This is a teaching example, not a modem.
///
/// - **Room.** The 95 printable characters are 20 Hz apart from 17 600 Hz upwards, and the markers
///   at 17 500 and 17 540 Hz. All are below 19.5 kHz, where loudspeakers still work, at any sample
///   rate from 44.1 kHz.
/// - **A beginning.** The first character gives the number of the others: "!" is 1, the second
///   printable one.
/// - **An order.** Two markers alternate, so a character that is lost or doubled with its marker
///   breaks the order.
/// - **A check.** Two characters at the end contain 12 bits that depend on all others
///   (`checksum(of:)`).
/// - **An end.** Half a second of silence ends a text, and only then is it accepted.
///
/// So every single character that is wrong, lost or doubled is detected. Of texts with more errors,
/// one in 4096 still passes; this is why `SoundModem` spends 24 bits. Errors are detected, not
/// corrected. Walking at 0.2 m/s shifts 18 kHz by 10 Hz, halfway to the next character.
public enum CorrectedHandshake {
  /// The tones that announce a character at an even, and at an odd position, in hertz.
  package static var markerFrequencies: (even: Double, odd: Double) { (17_500, 17_540) }
  /// The tone of the first of the ``characters``, in hertz.
  package static var lowestFrequency: Double { 17_600 }
  /// The distance between the tones of neighbouring characters, in hertz.
  package static var step: Double { 20 }
  /// The duration of each tone, in seconds.
  package static var toneDuration: Double { 0.2 }
  /// The silence after a text, in seconds.
  package static var pauseDuration: Double { 0.5 }
  /// The silence that a receiver takes for the end of a text, in seconds: more than a tone and its
  /// edges, less than the pause.
  static var shortestPause: Double { 0.35 }
  /// The characters: the printable ones of ASCII.
  public static var characters: ClosedRange<UInt8> { 32...126 }
  /// The largest number of characters in a text.
  public static var longestText: Int { characters.count - 1 }
  /// The number of characters that are sent beside the text: its length and the check.
  static var overhead: Int { 3 }

  /// Returns the tone of a character.
  ///
  /// - Parameter character: An ASCII code, one of ``characters``.
  /// - Returns: Hertz, up to 19 480.
  public static func frequency(of character: UInt8) -> Double {
    lowestFrequency + step * (Double(character) - Double(characters.lowerBound))
  }

  /// Returns the characters to send for a text: its length, the text, and the check.
  ///
  /// - Parameter text: ASCII codes in ``characters``, at most ``longestText``.
  /// - Returns: ASCII codes.
  /// - Throws: ``HandshakeError`` if the text is too long, or a character has no tone.
  package static func framed(_ text: [UInt8]) throws(HandshakeError) -> [UInt8] {
    guard text.count <= longestText else { throw .textTooLong(text.count, limit: longestText) }
    for character in text where !characters.contains(character) {
      throw .unsupportedCharacter(character, characters: characters)
    }
    let body = [characters.lowerBound + UInt8(text.count)] + text
    return body + checkCharacters(of: body)
  }

  /// Returns the tones of a text: a marker before each character.
  ///
  /// - Parameter text: ASCII codes in ``characters``, at most ``longestText``.
  /// - Returns: Hertz.
  /// - Throws: ``HandshakeError`` if the text is too long, or a character has no tone.
  package static func tones(of text: [UInt8]) throws(HandshakeError) -> [Double] {
    var tones: [Double] = []
    for (position, character) in try framed(text).enumerated() {
      let marker = position.isMultiple(of: 2) ? markerFrequencies.even : markerFrequencies.odd
      tones += [marker, frequency(of: character)]
    }
    return tones
  }

  /// A received character.
  package struct HeardCharacter: Sendable, Hashable {
    /// `true` if the marker before it was that of odd positions.
    package var hasOddMarker: Bool
    /// The ASCII code.
    package var character: UInt8

    /// Creates a received character.
    ///
    /// - Parameters:
    ///   - hasOddMarker: `true` if the marker before it was that of odd positions.
    ///   - character: The ASCII code.
    package init(hasOddMarker: Bool, character: UInt8) {
      self.hasOddMarker = hasOddMarker
      self.character = character
    }
  }

  /// Returns the text of the characters between two silences, if they pass all checks.
  ///
  /// - Parameter heard: The characters in their order.
  /// - Returns: The text.
  /// - Throws: ``HandshakeFault`` with the error.
  package static func text(of heard: [HeardCharacter]) throws(HandshakeFault) -> [UInt8] {
    for (position, character) in heard.enumerated()
    where character.hasOddMarker == position.isMultiple(of: 2) {
      throw .outOfOrder(position: position)
    }
    guard let first = heard.first, heard.count >= overhead else {
      throw .incomplete(count: heard.count, expected: overhead)
    }
    let expected = Int(first.character) - Int(characters.lowerBound) + overhead
    guard heard.count == expected else {
      throw .incomplete(count: heard.count, expected: expected)
    }
    let body = heard.dropLast(2).map { $0.character }
    guard checkCharacters(of: body) == heard.suffix(2).map({ $0.character }) else {
      throw .wrongCheck
    }
    return Array(body.dropFirst())
  }

  /// Returns a cyclic redundancy check of 12 bits: the remainder of the bytes, as a polynomial over
  /// GF(2), divided by x¹² + x¹¹ + x³ + x² + x + 1.
  ///
  /// Errors that span 12 bits or fewer never pass: a single wrong character has 8.
  ///
  /// - Parameter bytes: The bytes, each with its highest bit first.
  /// - Returns: 0...4095.
  /// - SeeAlso: W. Peterson, D. Brown, "Cyclic codes for error detection", Proc. IRE 49(1), 1961.
  package static func checksum(of bytes: [UInt8]) -> UInt16 {
    var remainder: UInt16 = 0
    for byte in bytes {
      remainder ^= UInt16(byte) << 4
      for _ in 0..<8 {
        remainder = remainder & 0x800 == 0 ? remainder << 1 : remainder << 1 ^ 0x80F
      }
    }
    return remainder & 0xFFF
  }

  private static func checkCharacters(of bytes: [UInt8]) -> [UInt8] {
    let check = checksum(of: bytes)
    return [UInt8(check >> 6), UInt8(check & 63)].map { characters.lowerBound + $0 }
  }
}

/// The reason why a received text is rejected.
public enum HandshakeFault: Error, Equatable, Sendable {
  /// The marker at this position, counted from 0, is not the one that belongs there: a character was lost
  /// or doubled.
  case outOfOrder(position: Int)
  /// A marker came without its character, after `position` characters.
  case missingCharacter(position: Int)
  /// More or fewer characters arrived than the first one announced.
  case incomplete(count: Int, expected: Int)
  /// The check does not agree with the text.
  case wrongCheck
}

#if !hasFeature(Embedded)
  extension HandshakeFault: CustomStringConvertible {
    /// One sentence with the error.
    public var description: String {
      switch self {
      case .outOfOrder(let position):
        "A character before position \(position) was lost or arrived twice."
      case .missingCharacter(let position): "The character at position \(position) did not arrive."
      case .incomplete(let count, let expected):
        "Characters that arrived: \(count); announced: \(expected)."
      case .wrongCheck: "The checksum does not match the text."
      }
    }
  }
#endif
