/// The timing of a device, so that two devices do not send at the same time for long.
public struct PairingPace: Sendable, Hashable {
  /// The delay of an answer, in seconds, so that the room is quiet again.
  public var answerDelay: Double
  /// The time without an answer after which the last message is repeated, in seconds.
  public var repeatDelay: Double
  /// The largest random delay of a repetition, in seconds.
  public var jitter: Double
  /// How long the joiner keeps listening after the end, in seconds, to repeat a lost receipt.
  public var lingering: Double
  /// The number of times that a failure is sent, because nobody confirms it, and a device that
  /// misses it waits until its time limit. It is sent twice as often to a device that goes on.
  public var farewellCount = 3

  /// Creates the timing for sound.
  ///
  /// - Parameter packetDuration: The duration of the longest packet, in seconds.
  public init(packetDuration: Double) {
    answerDelay = 0.25
    repeatDelay = packetDuration + answerDelay + 0.6
    jitter = packetDuration / 2 + 0.4
    lingering = 3 * (repeatDelay + jitter)
  }

  /// The timing for connections without losses.
  public static var connection: PairingPace {
    var pace = PairingPace(packetDuration: 2)
    (pace.answerDelay, pace.jitter, pace.lingering) = (0, 0, 0)
    pace.farewellCount = 1
    return pace
  }
}
