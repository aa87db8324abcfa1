public import SoundModem

/// Hears something in samples: packets, messages, or what you like.
public protocol SoundListening: Sendable {
  /// What is heard.
  associatedtype Heard: Sendable

  /// Takes samples.
  ///
  /// - Parameter block: Mono samples of nominal range -1...1, any count.
  mutating func append(_ block: Span<Float>)

  /// Takes as much silence as what was heard last needs to be complete, at the end of the sound.
  mutating func finish()

  /// The next of what was heard.
  ///
  /// - Returns: `nil` until more samples arrive.
  mutating func next() -> Heard?
}

extension SoundListening {
  /// Takes samples, in an array.
  ///
  /// - Parameter block: Mono samples of nominal range -1...1, any count.
  public mutating func append(_ block: [Float]) { append(block.span) }
}

extension MessageReceiver: SoundListening {}
extension Demodulator: SoundListening {}
