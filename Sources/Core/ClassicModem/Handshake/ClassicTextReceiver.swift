/// A received text.
public struct HandshakeText: Sendable, Hashable {
  /// Codes of ASCII.
  public let characters: [UInt8]
  /// The time of its first character, in seconds since the first sample.
  public let time: Double
}

/// Receives the texts of a ``ClassicHandshakeSender``.
///
/// The classic handshake has no end marker, so a text ends after ``pauseDuration`` without a
/// character. Nothing shows whether it is complete or right.
///
/// - Complexity: O(1) per sample and limited memory.
public struct ClassicTextReceiver: Sendable {
  /// The pause that ends a text, in seconds: the time of almost four characters.
  public static var pauseDuration: Double { 1.5 }
  /// The largest number of characters in a text; a longer text is delivered in pieces of this
  /// length.
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

  /// Processes samples.
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

  /// Returns the next text, or `nil` until more samples arrive.
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
