/// When a device speaks, so that two of them do not talk at the same time for long.
public struct PairingPace: Sendable, Hashable {
  /// How long to wait with an answer, in seconds, so that the room is quiet again.
  public var answerDelay: Double
  /// After this long without an answer, in seconds, the last message is said again.
  public var repeatDelay: Double
  /// A repetition comes later by a random part of this many seconds.
  public var jitter: Double
  /// How long the joiner stays after the end, in seconds, to repeat a receipt that was lost.
  public var lingering: Double
  /// How often a failure is told: nobody confirms that, and who does not hear it waits to no
  /// end. Twice as often to a device that goes on meanwhile.
  public var farewellCount = 3

  /// A pace for sound.
  ///
  /// - Parameter packetDuration: How long the longest packet sounds, in seconds.
  public init(packetDuration: Double) {
    answerDelay = 0.25
    repeatDelay = packetDuration + answerDelay + 0.6
    jitter = packetDuration / 2 + 0.4
    lingering = 3 * (repeatDelay + jitter)
  }

  /// A pace for connections that lose nothing.
  public static var connection: PairingPace {
    var pace = PairingPace(packetDuration: 2)
    (pace.answerDelay, pace.jitter, pace.lingering) = (0, 0, 0)
    pace.farewellCount = 1
    return pace
  }
}
