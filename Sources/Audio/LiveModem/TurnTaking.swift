public import ToneGeneration

/// A type that receives and plays sound in turns.
///
/// It has no clock: pass times in seconds, from any clock that never runs backwards.
public protocol TurnTaking: Sendable {
  /// The sound of a turn.
  associatedtype Sound: SoundRendering

  /// Processes samples.
  ///
  /// - Parameters:
  ///   - block: Any number of mono samples of nominal range -1...1.
  ///   - now: The time, in seconds.
  /// - Throws: An error that ends the conversation.
  mutating func hear(_ block: [Float], at now: Double) throws

  /// Returns what to play now.
  ///
  /// - Parameter now: The time, in seconds.
  /// - Returns: A sound to play at once, after which ``hasSpoken(at:)`` is called; or `nil`.
  mutating func sound(toPlayAt now: Double) -> TurnSound<Sound>?

  /// Reports that the sound has been played.
  ///
  /// - Parameter now: The time, in seconds.
  mutating func hasSpoken(at now: Double)

  /// Returns whether there is nothing left to play or to wait for.
  ///
  /// - Parameter now: The time, in seconds.
  /// - Returns: `true` if the conversation can end.
  func isOver(at now: Double) -> Bool
}

/// A function that creates the sound of a turn at the sample rate of the loudspeaker, in hertz.
public typealias TurnSound<Sound> = @Sendable (_ sampleRate: Double) throws -> Sound
