/// A text that was heard.
public struct HandshakeText: Sendable, Hashable {
  /// Codes of ASCII.
  public let characters: [UInt8]
  /// When its first character was heard, in seconds since the first sample.
  public let time: Double
}

/// Hears what a ``ClassicHandshakeSender`` plays, text by text.
///
/// The classic handshake has no sign for an end, so that a text is what comes until nothing has come
/// for ``pauseDuration``. Nothing tells whether it is whole, or right.
///
/// - Complexity: O(1) a sample and bounded memory.
public struct ClassicTextReceiver: Sendable {
  /// How long no character comes after a text, in seconds: the time of almost four characters.
  public static var pauseDuration: Double { 1.5 }
  /// A text that goes on longer is delivered in pieces of so many characters.
  public static var longestText: Int { 65_535 }
  /// How long after its beginning a character may be reported at most, in seconds.
  private static var reportDelay: Double { 0.4 }

  private let sampleRate: Double
  private var receiver: ClassicHandshakeReceiver
  private var text: [UInt8] = []
  private var firstTime = 0.0  // when the first character of the text was heard, in seconds
  private var lastTime = 0.0
  private var deferred: (character: UInt8, time: Double)?  // the first of the next text
  private var sampleCount: Int64 = 0

  /// Plans a receiver.
  ///
  /// - Parameter sampleRate: Samples per second, in hertz, above 40 838.
  /// - Throws: ``HandshakeError`` if the sample rate is too low for the marker and the first character.
  public init(sampleRate: Double) throws(HandshakeError) {
    self.sampleRate = sampleRate
    receiver = try ClassicHandshakeReceiver(sampleRate: sampleRate)
  }

  /// Takes samples.
  ///
  /// - Parameter block: Mono samples of nominal range -1...1, any count.
  public mutating func append(_ block: Span<Float>) {
    receiver.append(block)
    sampleCount += Int64(block.count)
  }

  /// Takes samples, in an array.
  ///
  /// - Parameter block: Mono samples of nominal range -1...1, any count.
  public mutating func append(_ block: [Float]) { append(block.span) }

  /// Takes as much silence as ends the last text, at the end of a recording.
  public mutating func finish() {
    receiver.finish()
    sampleCount += Int64((Self.pauseDuration + Self.reportDelay + 1) * sampleRate)
  }

  /// The next text, or `nil` until more samples arrive.
  ///
  /// - Returns: A text of at least one character.
  public mutating func next() -> HandshakeText? {
    while let heard = deferred ?? receiver.nextCharacter() {
      deferred = nil
      if isOver(at: heard.time) || text.count == Self.longestText {
        deferred = heard
        return close()
      }
      if text.isEmpty { firstTime = heard.time }
      text.append(heard.character)
      lastTime = heard.time
    }
    return isOver(at: Double(sampleCount) / sampleRate - Self.reportDelay) ? close() : nil
  }

  private func isOver(at time: Double) -> Bool {
    !text.isEmpty && time - lastTime > Self.pauseDuration
  }

  private mutating func close() -> HandshakeText {
    defer { text.removeAll() }
    return HandshakeText(characters: text, time: firstTime)
  }
}
