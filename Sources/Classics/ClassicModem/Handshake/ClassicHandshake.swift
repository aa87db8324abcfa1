import SignalProcessing

/// The simplest way to send a text by sound: one tone per character. This is a teaching example,
/// not a modem.
///
/// In 2014 an article on iOS audio, "Handshake", let two phones exchange their addresses with
/// inaudible tones. A marker of 19 000 Hz announces a character. Then follows a tone of 19 000 Hz
/// plus 43 Hz times its code: "0" is 48 in ASCII, so its tone is 21 064 Hz. Each tone lasts for 0.2
/// s, which makes 2.5 characters per second. It lacks several things:
///
/// - **Room.** 43 Hz times 126 are 5.4 kHz: most letters are above 22 050 Hz, the limit of sound at
///   44.1 kHz. ``ClassicHandshakeSender`` refuses them by name; the original sent silence.
/// - **Independence of the sample rate.** The original compared numbers of FFT bins, which are 43
///   Hz wide at 44.1 kHz but 47 Hz at 48 kHz, so nothing arrived. Frequencies in hertz are the same
///   at every rate.
/// - **A beginning and an end.** A late receiver gets only the rest of the text, without knowing
///   it.
/// - **A check.** A lost or wrong character gives a different text that looks equally valid.
///
/// ``CorrectedHandshake`` keeps the idea and corrects these faults. `SoundModem` goes further: it
/// sends 33 instead of 2.5 characters per second, and receives them at a hundredth of the power.
public enum ClassicHandshake {
  /// The tone that announces a character, in hertz.
  package static var markerFrequency: Double { 19_000 }
  /// The distance between the tones of neighbouring characters, in hertz.
  package static var step: Double { 43 }
  /// The duration of each tone, in seconds.
  package static var toneDuration: Double { 0.2 }
  /// The characters that the original accepted: printable ones except the space and the tilde.
  public static var characters: ClosedRange<UInt8> { 33...125 }
  /// The default peak level, in dBFS.
  public static var defaultLevel: Double { -6 }
  /// The highest supported sample rate, in hertz.
  package static var highestSampleRate: Double { 384_000 }

  /// Returns the tone of a character.
  ///
  /// - Parameter character: An ASCII code.
  /// - Returns: Hertz.
  public static func frequency(of character: UInt8) -> Double {
    markerFrequency + step * Double(character)
  }

  /// Returns the tones of a text: a marker before each character.
  ///
  /// - Parameters:
  ///   - text: ASCII codes, each in ``characters``.
  ///   - sampleRate: Samples per second, in hertz.
  /// - Returns: Hertz.
  /// - Throws: ``HandshakeError`` if the text is empty, a character has no tone, or its tone is not
  ///   below half of the sample rate.
  package static func tones(
    of text: [UInt8], sampleRate: Double
  ) throws(HandshakeError) -> [Double] {
    try HandshakeError.validate(sampleRate: sampleRate, highestTone: markerFrequency)
    guard !text.isEmpty else { throw .emptyText }
    let nyquist = sampleRate / 2
    var tones: [Double] = []
    for character in text {
      guard characters.contains(character) else {
        throw .unsupportedCharacter(character, characters: characters)
      }
      let frequency = frequency(of: character)
      guard frequency < nyquist else {
        throw .characterBeyondNyquist(character, frequency: frequency, nyquist: nyquist)
      }
      tones += [markerFrequency, frequency]
    }
    return tones
  }
}

/// An error for a text or a sample rate that a handshake of tones cannot use.
public enum HandshakeError: Error, Equatable, Sendable {
  /// The sample rate, in hertz, must be finite, above 0 and at most 384 000.
  case invalidSampleRate(Double)
  /// A tone that every text needs does not exist at this sample rate, in hertz.
  case toneBeyondNyquist(frequency: Double, nyquist: Double)
  /// The tone of this character does not exist at this sample rate, in hertz.
  case characterBeyondNyquist(UInt8, frequency: Double, nyquist: Double)
  /// This byte has no tone: only these ASCII codes have one.
  case unsupportedCharacter(UInt8, characters: ClosedRange<UInt8>)
  /// The text is empty, which the handshake cannot express.
  case emptyText
  /// The text has more characters than the limit.
  case textTooLong(Int, limit: Int)
  /// The peak level, in dBFS, must be in -120...0.
  case levelOutOfRange(Double)
}

#if !hasFeature(Embedded)
  extension HandshakeError: CustomStringConvertible {
    /// One sentence with the offending value and its limit.
    public var description: String {
      switch self {
      case .invalidSampleRate(let rate):
        """
        The sample rate must be above 0 Hz and at most \
        \(ClassicHandshake.highestSampleRate.plainText) Hz, but is \(rate.plainText) Hz.
        """
      case .toneBeyondNyquist(let frequency, let nyquist):
        """
        The handshake needs a tone of \(frequency.plainText) Hz, but at this sample rate nothing above \
        \(nyquist.plainText) Hz exists. Use a higher sample rate.
        """
      case .characterBeyondNyquist(let character, let frequency, let nyquist):
        """
        The tone of "\(Unicode.Scalar(character))" is at \(frequency.plainText) Hz, but at this sample \
        rate nothing above \(nyquist.plainText) Hz exists. Use a higher sample rate, or the corrected \
        handshake.
        """
      case .unsupportedCharacter(let byte, let characters):
        """
        No tone stands for \(Self.name(of: byte)), only for the characters of ASCII from \
        \(Self.name(of: characters.lowerBound)) to \(Self.name(of: characters.upperBound)).
        """
      case .emptyText:
        "The text is empty, which the classic handshake cannot send. Give some text."
      case .textTooLong(let count, let limit):
        "The text has \(count) characters, but the limit is \(limit). Shorten it."
      case .levelOutOfRange(let level):
        "The level must be between -120 and 0 dBFS, where 0 is full scale, but is \(level.plainText) dBFS."
      }
    }

    private static func name(of byte: UInt8) -> String {
      switch byte {
      case 10, 13: "a line end"
      case 32: "the space"
      case 33...126: "\"\(Unicode.Scalar(byte))\""
      default: "the byte \(byte)"
      }
    }
  }
#endif

extension HandshakeError {
  /// Checks the requirements of every handshake.
  static func validate(sampleRate: Double, highestTone: Double) throws(HandshakeError) {
    let highest = ClassicHandshake.highestSampleRate
    guard sampleRate.isFinite, sampleRate > 0, sampleRate <= highest else {
      throw .invalidSampleRate(sampleRate)
    }
    guard highestTone < sampleRate / 2 else {
      throw .toneBeyondNyquist(frequency: highestTone, nyquist: sampleRate / 2)
    }
  }
}
