/// The simplest way to send a text by sound: one tone a character. A teaching example, not a modem.
///
/// In 2014 an article on iOS audio, "Handshake", let two phones tell each other their addresses by
/// tones that nobody hears. A marker of 19 000 Hz announces a character; then sounds 19 000 Hz plus
/// 43 Hz times its code: "0" is 48 in ASCII, so it is 21 064 Hz. Each tone lasts for 0.2 s, which
/// makes 2.5 characters a second. Try it, then see what it lacks:
///
/// - **Room.** 43 Hz times 126 are 5.4 kHz: most letters lie above 22 050 Hz, where sound at 44.1 kHz
///   ends. ``ClassicHandshakeSender`` refuses them by name; the original sent silence.
/// - **A rate of its own.** The original compared numbers of FFT bins, 43 Hz wide at 44.1 kHz and
///   47 Hz at 48 kHz: nothing arrived. Frequencies in hertz are the same everywhere.
/// - **A beginning and an end.** Whoever listens late gets the rest, and cannot know it.
/// - **A check.** A character that is lost or misheard makes another text, as good as the first.
///
/// ``CorrectedHandshake`` keeps the idea and repairs these. `SoundModem` shows what else there is to win:
/// it sends 33 instead of 2.5 characters a second, and hears them at a hundredth of the power.
public enum ClassicHandshake {
  /// The tone that announces a character, in hertz.
  public static var markerFrequency: Double { 19_000 }
  /// From one character to the next, in hertz.
  public static var step: Double { 43 }
  /// How long each tone lasts, in seconds.
  public static var toneDuration: Double { 0.2 }
  /// The characters that the original took for some: printable ones but for the space and the tilde.
  public static var characters: ClosedRange<UInt8> { 33...125 }
  /// The peak level, in dBFS, that is used unless told otherwise.
  public static var defaultLevel: Double { -6 }
  /// The highest supported sample rate, in hertz.
  public static var highestSampleRate: Double { 384_000 }

  /// The tone of a character.
  ///
  /// - Parameter character: A code of ASCII.
  /// - Returns: In hertz.
  public static func frequency(of character: UInt8) -> Double {
    markerFrequency + step * Double(character)
  }

  /// The tones of a text: a marker and a character by turns.
  ///
  /// - Parameters:
  ///   - text: Codes of ASCII, each of ``characters``.
  ///   - sampleRate: Samples per second, in hertz.
  /// - Returns: In hertz.
  /// - Throws: ``HandshakeError`` if the text is empty, a character has no tone, or its tone is not
  ///   below half of the sample rate.
  public static func tones(
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
