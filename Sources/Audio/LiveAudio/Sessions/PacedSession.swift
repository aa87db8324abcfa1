/// Makes the blocks of a source that is not a device: a file or a simulation.
package protocol BlockProducer {
  /// The name of the source, for users.
  var deviceName: String { get }
  /// Samples per second, in hertz.
  var sampleRate: Double { get }
  /// Returns the next samples, at least one; `nil` at the end.
  mutating func nextBlock(maximumCount: Int) throws -> [Float]?
}

/// A producer's session: started → blocks of up to 20 ms → ended, paced by a clock or its reader.
///
/// Each block wakes several threads, which costs more than its analysis if blocks are shorter.
///
/// Runs on a separate queue, because a producer that reads a pipe may block.
package actor PacedSession: SourceSession {
  private nonisolated let queue = SerialQueueExecutor(label: "PacedSession")
  package nonisolated var executor: SerialQueueExecutor? { queue }
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    queue.asUnownedSerialExecutor()
  }

  private let open: @Sendable () throws -> any BlockProducer
  private let time: Timekeeper?
  private let stopFlag = StopFlag()
  private var producer: (any BlockProducer)?
  private var sampleCount = 0
  private var isReading = false
  private var hasReportedEnd = false

  /// Prepares a session.
  ///
  /// - Parameters:
  ///   - clock: The clock that paces it; `nil` for the speed of its reader.
  ///   - open: Opens the producer.
  package init(
    clock: (any Clock<Duration>)?, open: @escaping @Sendable () throws -> any BlockProducer
  ) {
    time = clock.map { [queue] in Timekeeper($0, executor: queue) }
    self.open = open
  }

  package nonisolated var isOver: Bool { stopFlag.isSet }

  /// Not isolated, so that it does not wait for a read that blocks.
  package nonisolated func stop() async { stopFlag.set() }

  package func next() async throws -> AudioSourceEvent? {
    guard !isReading, !hasReportedEnd else { return nil }
    isReading = true
    defer { isReading = false }
    do {
      if let event = try await nextOfProducer(), !stopFlag.isSet, !Task.isCancelled {
        return event
      }
    } catch {
      finish()
      throw error
    }
    finish()
    return Task.isCancelled ? nil : .ended
  }

  private func nextOfProducer() async throws -> AudioSourceEvent? {
    guard !stopFlag.isSet, !Task.isCancelled else { return nil }
    guard let sampleRate = producer?.sampleRate else { return try start() }
    guard let block = try producer?.nextBlock(maximumCount: Int(sampleRate * Self.blockDuration))
    else {
      return nil
    }
    // A block is due when its last sample has sounded.
    sampleCount += block.count
    let due = Duration.microseconds(Int((Double(sampleCount) / sampleRate * 1e6).rounded()))
    try? await time?.sleep(until: due)
    return .block(block)
  }

  /// In seconds: less than a frame of a screen.
  private static let blockDuration = 0.02

  private func start() throws -> AudioSourceEvent {
    let producer = try open()
    self.producer = producer
    return .started(deviceName: producer.deviceName, sampleRate: producer.sampleRate)
  }

  private func finish() {
    stopFlag.set()
    hasReportedEnd = true
    producer = nil  // closes a file
  }
}
