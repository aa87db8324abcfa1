public import SoundModem

/// Finds something in samples: packets, messages, or your own type.
public protocol SoundListening: Sendable {
  /// The type of the results.
  associatedtype Heard: Sendable

  /// Processes samples.
  ///
  /// - Parameter block: Mono samples of nominal range -1...1, any count.
  mutating func append(_ block: Span<Float>)

  /// Processes enough silence at the end of the sound to complete the last result.
  mutating func finish()

  /// Returns the next result.
  ///
  /// - Returns: The result; `nil` until more samples arrive.
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
