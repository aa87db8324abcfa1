public import SignalProcessing

/// An analysis of a source, live: its readings, and everything else that happens.
///
/// ```swift
/// let live = Live(source: MicrophoneSource()) { try MessageReceiver(sampleRate: $0) }
/// for try await event in live {
///   switch event {
///   case .reading(.message(let message)): use(message.payload)
///   case .lost(let reason): print("waiting for the microphone: \(reason)")
///   default: break
///   }
/// }
/// ```
///
/// Each iteration starts the source. The device is freed when the iteration ends: by the end of the
/// source, by leaving the loop, or by the cancellation of its task. Every analysis treats a gap or
/// the loss of a device in the same way: see `SampleAnalysis`.
public struct Live<Analysis: SampleAnalysis>: AsyncSequence, Sendable {
  /// Any error: that of the source, or of making an analysis.
  public typealias Failure = any Error

  let source: any AudioSource
  let buffering: LiveBuffering
  let makeAnalysis: @Sendable (_ sampleRate: Double) throws -> Analysis

  /// Prepares to listen.
  ///
  /// - Parameters:
  ///   - source: The source to listen to.
  ///   - buffering: The number of readings that wait for a slow reader. All by default.
  ///   - makeAnalysis: Creates the analysis for a sample rate in hertz: at the start, and again
  ///     when a lost device is back.
  public init(
    source: any AudioSource, buffering: LiveBuffering = .everything,
    makeAnalysis: @escaping @Sendable (_ sampleRate: Double) throws -> Analysis
  ) {
    (self.source, self.buffering, self.makeAnalysis) = (source, buffering, makeAnalysis)
  }

  /// Starts the source.
  ///
  /// - Returns: A reader of the events.
  public func makeAsyncIterator() -> Iterator {
    let feed = AnalysisFeed(makeAnalysis: makeAnalysis)
    switch buffering {
    case .everything:
      return Iterator(path: .direct(source.start().makeAsyncIterator(), feed, []))
    case .newest(let limit):
      return Iterator(path: .buffered(AnalysisPump(source.start(), feed: feed, limit: limit)))
    }
  }

  /// Reads the events.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate enum Path {
      case direct(
        AudioSourceEvents.Iterator, AnalysisFeed<Analysis>, [LiveEvent<Analysis.Reading>])
      case buffered(AnalysisPump<Analysis.Reading>)
      case ended
    }

    fileprivate var path: Path

    /// Waits for the next event.
    ///
    /// - Returns: The event, or `nil` after the last one and if the task was cancelled.
    /// - Throws: The error of the source, such as ``AudioDeviceError``, or that of making an
    ///   analysis for its rate, such as ``PitchEstimation/EstimatorError``.
    public mutating func next() async throws -> LiveEvent<Analysis.Reading>? {
      switch path {
      case .ended:
        return nil
      case .buffered(let pump):
        return try await pump.next()
      case .direct(var events, var feed, var ready):
        path = .ended  // unless the next event gets here; and the feed's workspace is not copied
        while ready.isEmpty {
          guard let event = try await events.next() else { return nil }
          try feed.process(event, to: &ready)
        }
        let event = ready.removeFirst()
        path = .direct(events, feed, ready)
        return event
      }
    }
  }
}

/// Runs a source and its analysis in a separate task, so that a slow reader delays neither.
///
/// The task ends with the pump: it holds the source's events, but not the pump.
final class AnalysisPump<Reading: Sendable>: Sendable {
  private let buffer: NewestBuffer<Reading>
  private let task: Task<Void, Never>

  init<Analysis: SampleAnalysis>(
    _ events: AudioSourceEvents, feed: AnalysisFeed<Analysis>, limit: Int
  ) where Analysis.Reading == Reading {
    let buffer = NewestBuffer<Reading>(limit: limit)
    self.buffer = buffer
    task = Task(executorPreference: events.executor) {
      var feed = feed
      var ready: [LiveEvent<Reading>] = []
      do {
        for try await event in events {
          try feed.process(event, to: &ready)
          buffer.append(ready)
          ready.removeAll(keepingCapacity: true)
        }
        buffer.finish()
      } catch {
        buffer.finish(throwing: error)
      }
    }
  }

  deinit { task.cancel() }

  func next() async throws -> LiveEvent<Reading>? {
    try await withTaskCancellationHandler {
      try await buffer.next()
    } onCancel: {
      task.cancel()
      buffer.cancel()
    }
  }
}

/// An event while listening to a source, in chronological order.
public enum LiveEvent<Reading: Sendable>: Sendable {
  /// Readings follow. Comes first, and again after ``resumed``.
  case started(deviceName: String, sampleRate: Double)
  /// The next result of the analysis. Its times count the received sound since the start, in
  /// seconds, across losses of the device, which do not count.
  case reading(Reading)
  /// The reader was slower than the source: `count` readings were left out before the next.
  case skipped(count: Int)
  /// Samples are missing: `sampleCount` of them, which are replaced by silence to keep the time,
  /// and `overflowCount` gaps of unknown length.
  case dropped(sampleCount: Int, overflowCount: Int)
  /// The device went away.
  case lost(reason: String)
  /// The device will be tried again after `delay`; `attempt` counts from 1 since the loss.
  case retrying(attempt: Int, delay: Duration)
  /// The device is back; ``started(deviceName:sampleRate:)`` follows, possibly with another rate.
  case resumed
  /// The source was stopped, or has no more samples. Nothing follows.
  case ended
}

extension LiveEvent: Equatable where Reading: Equatable {}

extension LiveEvent {
  /// Converts the reading, if the event is one.
  ///
  /// - Parameter transform: Converts a reading.
  /// - Returns: The same event with the other reading.
  package func map<Other: Sendable>(_ transform: (Reading) -> Other) -> LiveEvent<Other> {
    switch self {
    case .reading(let reading): .reading(transform(reading))
    case .started(let name, let sampleRate): .started(deviceName: name, sampleRate: sampleRate)
    case .skipped(let count): .skipped(count: count)
    case .dropped(let count, let overflows):
      .dropped(sampleCount: count, overflowCount: overflows)
    case .lost(let reason): .lost(reason: reason)
    case .retrying(let attempt, let delay): .retrying(attempt: attempt, delay: delay)
    case .resumed: .resumed
    case .ended: .ended
    }
  }
}

/// The number of readings that wait for a slow reader.
public enum LiveBuffering: Sendable, Hashable {
  /// The newest readings, up to this many, at least 1; older ones are skipped and counted. For a
  /// microphone: the display is never late.
  case newest(Int)
  /// All readings: the source waits for the reader. For files, and where every reading counts.
  case everything
}
