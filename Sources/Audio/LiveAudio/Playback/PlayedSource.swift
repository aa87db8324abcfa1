import SignalProcessing

/// A source that is played through a loudspeaker while it is analysed, such as a file.
///
/// Each block is played, and delivered when the loudspeaker has received its last sample, so that
/// the display shows the current sound, apart from the delay of the device itself. The loudspeaker
/// sets the pace; the source needs no clock. If the loudspeaker does not support the sample rate of
/// the source, the sound is converted to the loudspeaker's own; the events keep the samples of the
/// source.
package final class PlayedSource: AudioSource {
  private let source: any AudioSource
  private let makeSink: @Sendable (_ sampleRate: Double?) -> any AudioSink
  private let time: Timekeeper
  private let slot = SessionSlot<PlayedSession>()

  /// Prepares to play a source.
  ///
  /// - Parameters:
  ///   - source: The source to play; it must not wait, such as a file without a clock.
  ///   - clock: Paces the polling of the loudspeaker.
  ///   - makeSink: Creates the loudspeaker for a sample rate in hertz; or with its own, for `nil`,
  ///     if it did not open with that rate. It may have several channels, which all play the same.
  package init(
    _ source: any AudioSource, clock: any Clock<Duration> = ContinuousClock(),
    makeSink: @escaping @Sendable (_ sampleRate: Double?) -> any AudioSink
  ) {
    self.source = source
    self.makeSink = makeSink
    time = Timekeeper(clock)
  }

  /// Starts playing, or joins the session that already runs.
  ///
  /// - Returns: The events of the source, each block when it has been played. They fail with an
  ///   ``AudioDeviceError`` if the loudspeaker could not be opened or went away.
  package func start() -> AudioSourceEvents {
    slot.start { PlayedSession(source, makeSink: makeSink, time: time) }
  }

  /// Ends the session, and the sound at once.
  package func stop() async {
    await slot.stop()
    await source.stop()
  }
}

/// Reads ahead as far as the loudspeaker accepts samples, and delivers the blocks it has played.
private actor PlayedSession: SourceSession {
  private var events: AudioSourceEvents.Iterator
  private let makeSink: @Sendable (Double?) -> any AudioSink
  private let time: Timekeeper
  private let stopFlag = StopFlag()
  private var sink: (any AudioSink)?
  private var channelCount = 1
  /// Converts to the rate of the loudspeaker, if that differs.
  private var converter: SampleRateConverter?
  /// Frames of the loudspeaker per sample of the source.
  private var ratio = 1.0
  private var readCount = 0  // samples of the source
  private var restCount = 0  // the remaining silence at the end, in frames
  private var pieceCount = 1
  /// Blocks that are written but not yet played, each with the frame after its last.
  private var waiting: [(block: [Float], end: Int)] = []
  private var writtenCount = 0  // frames
  private var hasEnded = false
  private var hasReportedEnd = false
  private var isReading = false

  init(
    _ source: any AudioSource, makeSink: @escaping @Sendable (Double?) -> any AudioSink,
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

  /// Returns the next event if it is due; `nil` if there is none yet, or no more.
  private func step() async throws -> AudioSourceEvent? {
    if let first = waiting.first {
      let playedCount = writtenCount - (await sink?.pendingFrameCount ?? 0)
      if first.end <= playedCount { return .block(waiting.removeFirst().block) }
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
      try await write(converter?.finish() ?? [])
      return nil
    case let event?:
      return event
    }
  }

  /// Reads the next event of the source, through a copy of its iterator.
  private func read() async throws -> AudioSourceEvent? {
    var iterator = events
    return try await iterator.next(isolation: self)
  }

  private func open(sampleRate: Double) async throws {
    let format = try await startSink(sampleRate: sampleRate)
    channelCount = max(1, format.channelCount)
    restCount = Int(0.2 * format.sampleRate)
    pieceCount = Int(0.01 * format.sampleRate)
    guard format.sampleRate != sampleRate else { return }
    converter = SampleRateConverter(from: sampleRate, to: format.sampleRate)
    ratio = format.sampleRate / sampleRate
  }

  /// Opens the loudspeaker with the rate of the source, or else with its own.
  private func startSink(sampleRate: Double) async throws -> AudioSinkFormat {
    let sink = makeSink(sampleRate)
    self.sink = sink
    do {
      return try await sink.start()
    } catch AudioDeviceError.cannotOpen {
      await sink.stop()
      let other = makeSink(nil)
      self.sink = other
      return try await other.start()
    }
  }

  private func play(_ block: [Float]) async throws {
    try await write(converter?.append(block) ?? block)
    readCount += block.count
    waiting.append((block, Int((Double(readCount) * ratio).rounded(.down))))
  }

  private func write(_ samples: [Float]) async throws {
    writtenCount += samples.count
    try await sink?.write(
      channelCount == 1
        ? samples : samples.flatMap { Array(repeating: $0, count: channelCount) })
  }

  /// Writes a piece of silence, because the device holds more samples than the sink knows of.
  private func playRest() async throws {
    let count = min(restCount, pieceCount)
    restCount -= count
    guard count > 0 else { return }
    try await write([Float](repeating: 0, count: count))
  }

  private func close() async {
    stopFlag.set()
    waiting = []
    await sink?.stop()
    sink = nil
  }

  private static let pollInterval = Duration.milliseconds(5)
  /// The largest number of frames that a sink may hold: ten seconds at 192 kHz. It bounds the lead
  /// over a sink that accepts everything at once.
  private static let longestLead = 1_920_000
}
