internal import SignalProcessing

/// An error for a text or a sample rate that a handshake of tones cannot use.
public enum HandshakeError: Error, Equatable, Sendable {
  /// The sample rate, in hertz, must be finite, above 0 and at most
  /// ``ClassicHandshake/highestSampleRate``.
  case invalidSampleRate(Double)
  /// A tone that every text needs does not exist at this sample rate, in hertz.
  case toneBeyondNyquist(frequency: Double, nyquist: Double)
  /// The tone of this character does not exist at this sample rate, in hertz.
  case characterBeyondNyquist(UInt8, frequency: Double, nyquist: Double)
  /// This byte has no tone: only these codes of ASCII have one.
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
  /// Checks what every handshake needs.
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
