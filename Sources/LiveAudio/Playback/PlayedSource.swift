/// A source that is heard while it is listened to: a file played through a loudspeaker.
///
/// Each block is played, and delivered when the loudspeaker has got its last sample, so that what is
/// shown is what sounds, apart from the delay of the device itself. The loudspeaker sets the pace; the
/// source needs no clock.
public final class PlayedSource: AudioSource {
  private let source: any AudioSource
  private let makeSink: @Sendable (_ sampleRate: Double) -> any AudioSink
  private let time: Timekeeper
  private let slot = SessionSlot<PlayedSession>()

  /// Prepares to play a source.
  ///
  /// - Parameters:
  ///   - source: What to play; one that waits for nothing, such as a file without a clock.
  ///   - clock: Measures how often a loudspeaker is looked at.
  ///   - makeSink: Makes the loudspeaker for a sample rate in hertz, which it must have. It may have
  ///     several channels, which all play the same.
  public init(
    _ source: any AudioSource, clock: any Clock<Duration> = ContinuousClock(),
    makeSink: @escaping @Sendable (_ sampleRate: Double) -> any AudioSink
  ) {
    self.source = source
    self.makeSink = makeSink
    time = Timekeeper(clock)
  }

  /// Starts to play, or joins the session that already runs.
  ///
  /// - Returns: The events of the source, each block when it is heard. An
  ///   ``AudioDeviceError`` tells that the loudspeaker could not be opened or went away.
  public func start() -> AudioSourceEvents {
    slot.start { PlayedSession(source, makeSink: makeSink, time: time) }
  }

  /// Ends the session, and the sound at once.
  public func stop() async {
    await slot.stop()
    await source.stop()
  }
}

/// Reads ahead as far as the loudspeaker takes samples, and hands out what it has played.
private actor PlayedSession: SourceSession {
  private var events: AudioSourceEvents.Iterator
  private let makeSink: @Sendable (Double) -> any AudioSink
  private let time: Timekeeper
  private let stopFlag = StopFlag()
  private var sink: (any AudioSink)?
  private var channelCount = 1
  private var restCount = 0  // what is left of the silence at the end, in frames
  private var pieceCount = 1
  /// Blocks that are written and not yet heard, each with the frame after its last.
  private var waiting: [(block: [Float], end: Int)] = []
  private var writtenCount = 0  // frames
  private var hasEnded = false
  private var hasReportedEnd = false
  private var isReading = false

  init(
    _ source: any AudioSource, makeSink: @escaping @Sendable (Double) -> any AudioSink,
    time: Timekeeper
  ) {
    events = source.start().makeAsyncIterator()
    self.makeSink = makeSink
    self.time = time
  }

  deinit {
    if let sink { Task { await sink.stop() } }
  }

  nonisolated var isOver: Bool { stopFlag.isSet }

  nonisolated func stop() async { stopFlag.set() }

  func next() async throws -> AudioSourceEvent? {
    guard !isReading else { return nil }
    isReading = true
    defer { isReading = false }
    do {
      while !stopFlag.isSet, !Task.isCancelled {
        if let event = try await step() { return event }
        if hasEnded, waiting.isEmpty, restCount == 0 { break }
      }
      if !stopFlag.isSet, hasEnded { try await sink?.drain() }
    } catch is CancellationError {
      await close()
      return nil
    } catch {
      await close()
      throw error
    }
    await close()
    defer { hasReportedEnd = true }
    return hasReportedEnd || Task.isCancelled ? nil : .ended
  }

  /// What is due now; `nil` if there is nothing yet, or nothing more.
  private func step() async throws -> AudioSourceEvent? {
    if let first = waiting.first {
      let heardCount = writtenCount - (await sink?.pendingFrameCount ?? 0)
      if first.end <= heardCount { return .block(waiting.removeFirst().block) }
      if first.end <= writtenCount - Self.longestLead || (hasEnded && restCount == 0) {
        try await time.sleep(Self.pollInterval)
        return nil
      }
    }
    if hasEnded {
      try await playRest()
      return nil
    }
    switch try await read() {
    case .started(let deviceName, let sampleRate):
      try await open(sampleRate: sampleRate)
      return .started(deviceName: deviceName, sampleRate: sampleRate)
    case .block(let block):
      try await play(block)
      return nil
    case .ended, nil:
      hasEnded = true
      return nil
    case let event?:
      return event
    }
  }

  /// The next event of the source, whose iterator is held once meanwhile.
  private func read() async throws -> AudioSourceEvent? {
    var iterator = events
    return try await iterator.next(isolation: self)
  }

  private func open(sampleRate: Double) async throws {
    let sink = makeSink(sampleRate)
    self.sink = sink
    let format = try await sink.start()
    guard format.sampleRate == sampleRate else {
      throw AudioDeviceError.cannotOpen(
        device: format.deviceName, reason: "it does not play \(Int(sampleRate)) Hz")
    }
    channelCount = max(1, format.channelCount)
    restCount = Int(0.2 * sampleRate)
    pieceCount = Int(0.01 * sampleRate)
  }

  private func play(_ block: [Float]) async throws {
    let frames =
      channelCount == 1
      ? block : block.flatMap { Array(repeating: $0, count: channelCount) }
    try await sink?.write(frames)
    writtenCount += block.count
    waiting.append((block, writtenCount))
  }

  /// Lets a piece of silence follow: the device holds more than the sink knows of.
  private func playRest() async throws {
    let count = min(restCount, pieceCount)
    restCount -= count
    writtenCount += count
    guard count > 0 else { return }
    try await sink?.write([Float](repeating: 0, count: count * channelCount))
  }

  private func close() async {
    stopFlag.set()
    waiting = []
    await sink?.stop()
    sink = nil
  }

  private static let pollInterval = Duration.milliseconds(5)
  /// What a sink may hold at most, in frames: ten seconds at 192 kHz. One that takes everything at
  /// once is not run ahead of without end.
  private static let longestLead = 1_920_000
}
