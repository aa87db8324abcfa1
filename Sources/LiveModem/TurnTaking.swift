public import ToneGeneration

/// Someone who hears and speaks by sound, in turns.
///
/// It has no clock; times are in seconds of one that only goes forward.
public protocol TurnTaking: Sendable {
  /// What it says in a turn.
  associatedtype Sound: SoundRendering

  /// Takes samples.
  ///
  /// - Parameters:
  ///   - block: Mono samples of nominal range -1...1, any count.
  ///   - now: The time, in seconds.
  /// - Throws: What ends the conversation.
  mutating func hear(_ block: [Float], at now: Double) throws

  /// What to play now.
  ///
  /// - Parameter now: The time, in seconds.
  /// - Returns: A sound to play at once, after which ``hasSpoken(at:)`` is called; or `nil`.
  mutating func sound(toPlayAt now: Double) -> TurnSound<Sound>?

  /// What was to be played has sounded.
  ///
  /// - Parameter now: The time, in seconds.
  mutating func hasSpoken(at now: Double)

  /// Whether there is nothing left to say or to wait for.
  ///
  /// - Parameter now: The time, in seconds.
  /// - Returns: `true` if the conversation can end.
  func isOver(at now: Double) -> Bool
}

/// Makes the sound of a turn at the sample rate of the loudspeaker, in hertz.
public typealias TurnSound<Sound> = @Sendable (_ sampleRate: Double) throws -> Sound
