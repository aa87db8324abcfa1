/// Plays made-up sound instead of a microphone's: for tests, demonstrations, and machines without
/// one.
///
/// Every run with the same seed gives the same samples. Without a clock they come as fast as they
/// are read.
public final class SimulatedSource: AudioSource {
  private let makeSession: @Sendable () -> SimulatedSession
  private let slot = SessionSlot<SimulatedSession>()

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - sound: What to play. A guitar by default.
  ///   - sampleRate: Samples per second, in hertz, in 8000...192000.
  ///   - seed: Any number; equal seeds give equal sound.
  ///   - clock: The clock to keep pace with; `nil`, the default, to wait for nothing.
  public init(
    _ sound: SimulatedSound = .guitar, sampleRate: Double = 48_000, seed: UInt64 = 1,
    clock: (any Clock<Duration>)? = nil
  ) {
    precondition((8000...192_000).contains(sampleRate), "sampleRate must be in 8000...192000")
    makeSession = {
      SimulatedSession(
        SimulatedVoice(sound, sampleRate: sampleRate, seed: seed), sampleRate: sampleRate,
        time: clock.map { Timekeeper($0) })
    }
  }

  /// Starts from the beginning, or joins the session that already runs.
  ///
  /// - Returns: The events of the session.
  public func start() -> AudioSourceEvents { slot.start(makeSession) }

  /// Ends the session.
  public func stop() async { await slot.stop() }
}

/// Started → blocks of 10 ms → ended.
private actor SimulatedSession: SourceSession {
  private var voice: SimulatedVoice
  private let sampleRate: Double
  private let time: Timekeeper?
  private let stopFlag = StopFlag()
  private var hasStarted = false
  private var hasReportedEnd = false
  private var isReading = false
  private var sampleCount = 0

  init(_ voice: SimulatedVoice, sampleRate: Double, time: Timekeeper?) {
    self.voice = voice
    self.sampleRate = sampleRate
    self.time = time
  }

  nonisolated var isOver: Bool { stopFlag.isSet }

  func stop() { stopFlag.set() }

  func next() async throws -> AudioSourceEvent? {
    guard !isReading, !hasReportedEnd else { return nil }
    isReading = true
    defer { isReading = false }
    if !hasStarted, !stopFlag.isSet, !Task.isCancelled {
      hasStarted = true
      return .started(deviceName: "Simulation", sampleRate: sampleRate)
    }
    // A block is due when its last sample has sounded.
    let block = stopFlag.isSet ? nil : voice.next(maximumCount: Int(sampleRate / 100))
    sampleCount += block?.count ?? 0
    if block != nil { try? await time?.sleep(until: .seconds(Double(sampleCount) / sampleRate)) }
    if let block, !stopFlag.isSet, !Task.isCancelled { return .block(block) }
    stopFlag.set()
    hasReportedEnd = true
    return Task.isCancelled ? nil : .ended
  }
}
