public import PitchEstimation

/// Everything that happens while a source is listened to: readings, losses, gaps.
///
/// Each iteration starts the source. The device is freed when the iteration ends: by the end of the
/// source, by leaving the loop, or by the cancellation of its task.
public struct LivePitchEvents<Tracker: PitchTracking>: AsyncSequence, Sendable {
  /// Any error: that of the source, or of making a tracker.
  public typealias Failure = any Error

  let source: any AudioSource
  let buffering: LiveBuffering
  let makeTracker: @Sendable (_ sampleRate: Double) throws -> Tracker

  /// Starts the source.
  ///
  /// - Returns: A reader of the events.
  public func makeAsyncIterator() -> Iterator {
    let feed = PitchFeed(makeTracker: makeTracker)
    switch buffering {
    case .everything:
      return Iterator(path: .direct(source.start().makeAsyncIterator(), feed, []))
    case .newest(let limit):
      return Iterator(path: .buffered(PitchPump(source.start(), feed: feed, limit: limit)))
    }
  }

  /// Reads the events.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate enum Path {
      case direct(AudioSourceEvents.Iterator, PitchFeed<Tracker>, [LivePitchEvent])
      case buffered(PitchPump)
      case ended
    }

    fileprivate var path: Path

    /// Waits for the next event.
    ///
    /// - Returns: The event, or `nil` after the last one and if the task was cancelled.
    /// - Throws: The error of the source, such as ``AudioDeviceError``, or
    ///   ``PitchEstimation/EstimatorError`` if no tracker can be created for its rate.
    public mutating func next() async throws -> LivePitchEvent? {
      switch path {
      case .ended:
        return nil
      case .buffered(let pump):
        return try await pump.next()
      case .direct(var events, var feed, var ready):
        path = .ended  // unless the next event gets here; and the feed's workspace is not copied
        while ready.isEmpty {
          guard let event = try await events.next() else { return nil }
          try feed.take(event, to: &ready)
        }
        let event = ready.removeFirst()
        path = .direct(events, feed, ready)
        return event
      }
    }
  }
}

/// Runs a source and its tracker in a task of their own, so that a slow reader holds up neither.
///
/// The task ends with the pump: it holds the source's events, but not the pump.
final class PitchPump: Sendable {
  private let buffer: NewestBuffer
  private let task: Task<Void, Never>

  init<Tracker: PitchTracking>(
    _ events: AudioSourceEvents, feed: PitchFeed<Tracker>, limit: Int
  ) {
    let buffer = NewestBuffer(limit: limit)
    self.buffer = buffer
    task = Task {
      var feed = feed
      var ready: [LivePitchEvent] = []
      do {
        for try await event in events {
          try feed.take(event, to: &ready)
          for event in ready { buffer.append(event) }
          ready.removeAll(keepingCapacity: true)
        }
        buffer.finish()
      } catch {
        buffer.finish(throwing: error)
      }
    }
  }

  deinit { task.cancel() }

  func next() async throws -> LivePitchEvent? {
    try await withTaskCancellationHandler {
      try await buffer.next()
    } onCancel: {
      task.cancel()
      buffer.cancel()
    }
  }
}
