/// Plays generated sound instead of a microphone's: for tests, demonstrations, and machines without
/// a microphone.
///
/// Every run with the same seed gives the same samples. Without a clock, they arrive as fast as
/// they are read.
public final class SimulatedSource: AudioSource {
  private let makeSession: @Sendable () -> PacedSession
  private let slot = SessionSlot<PacedSession>()

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - sound: The sound to play. A guitar by default.
  ///   - sampleRate: Samples per second, in hertz, in 8000...192000.
  ///   - seed: Any number; equal seeds give equal sound.
  ///   - clock: The clock that paces the source; `nil`, the default, for no waiting.
  public init(
    _ sound: SimulatedSound = .guitar, sampleRate: Double = 48_000, seed: UInt64 = 1,
    clock: (any Clock<Duration>)? = nil
  ) {
    precondition((8000...192_000).contains(sampleRate), "sampleRate must be in 8000...192000")
    makeSession = {
      PacedSession(time: clock.map { Timekeeper($0) }) {
        SimulatedVoice(sound, sampleRate: sampleRate, seed: seed)
      }
    }
  }

  /// Starts from the beginning, or joins the session that already runs.
  ///
  /// - Returns: The events of the session.
  public func start() -> AudioSourceEvents { slot.start(makeSession) }

  /// Ends the session.
  public func stop() async { await slot.stop() }
}
