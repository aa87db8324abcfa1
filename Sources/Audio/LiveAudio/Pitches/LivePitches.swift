public import PitchEstimation

/// The pitches of a source, live.
///
/// ```swift
/// let pitches = LivePitches(source: MicrophoneSource())
/// for try await reading in pitches {
///   print(reading.frequency ?? 0)
/// }
/// ```
///
/// Each loop starts the source. The loop frees the device when it ends: at the end of the source,
/// when you leave the loop, or when its task is cancelled. Use one loop at a time: two loops would
/// share the source's session, and each sample would go to only one of them.
public struct LivePitches<Tracker: PitchTracking>: AsyncSequence, Sendable {
  /// Any error: that of the source, or of making a tracker.
  public typealias Failure = any Error

  /// The readings together with all other events.
  public let events: Live<Tracker>

  /// Prepares to listen, with a tracker of your own.
  ///
  /// - Parameters:
  ///   - source: The source to listen to.
  ///   - buffering: The number of readings that wait for a slow reader. The newest 32 by default.
  ///   - makeTracker: Creates the tracker for a sample rate in hertz: at the start, and again when
  ///     a lost device is back.
  public init(
    source: any AudioSource, buffering: LiveBuffering = .newest(32),
    makeTracker: @escaping @Sendable (_ sampleRate: Double) throws -> Tracker
  ) {
    events = Live(source: source, buffering: buffering, makeAnalysis: makeTracker)
  }

  /// Starts the source.
  ///
  /// - Returns: A reader of the readings.
  public func makeAsyncIterator() -> Iterator { Iterator(events: events.makeAsyncIterator()) }

  /// Reads the readings.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var events: Live<Tracker>.Iterator

    /// Waits for the next reading.
    ///
    /// - Returns: The reading, or `nil` after the last and when the task was cancelled.
    /// - Throws: The same errors as ``Live/Iterator/next()``.
    public mutating func next() async throws -> PitchReading? {
      while let event = try await events.next() {
        if case .reading(let reading) = event { return reading }
      }
      return nil
    }
  }
}

extension LivePitches where Tracker == AnyPitchTracker {
  /// Prepares to listen, with one of the built-in methods.
  ///
  /// - Parameters:
  ///   - source: The source to listen to.
  ///   - method: The method that finds the pitch.
  ///   - searchRange: Frequencies to consider, in hertz. 60 Hz to 1500 Hz by default. The lower
  ///     bound determines the delay.
  ///   - hop: The time between readings, in seconds. 10 ms by default.
  ///   - lookahead: The duration of later sound that may influence a reading, in seconds. More is
  ///     more certain, but later. 50 ms by default.
  ///   - buffering: The number of readings that wait for a slow reader. The newest 32 by default.
  public init(
    source: any AudioSource, method: EstimatorMethod = .best,
    searchRange: ClosedRange<Double> = 60...1500, hop: Double = 0.01, lookahead: Double = 0.05,
    buffering: LiveBuffering = .newest(32)
  ) {
    self.init(source: source, buffering: buffering) { sampleRate in
      try AnyPitchTracker(
        method, sampleRate: sampleRate, searchRange: searchRange, hopSize: hop * sampleRate,
        lookahead: lookahead)
    }
  }
}

/// A running callback loop; keep it for as long as you need the calls.
package final class LivePitchListener: Sendable {
  private let task: Task<Void, Never>

  fileprivate init(_ task: Task<Void, Never>) { self.task = task }

  /// Stops the calls and frees the device. Later calls of this method do nothing.
  package func cancel() { task.cancel() }

  /// Waits until the last call has returned.
  package func finished() async { await task.value }

  deinit { task.cancel() }
}

extension LivePitches {
  /// Starts the source and calls back for each reading, one call at a time.
  ///
  /// - Parameters:
  ///   - onReading: Receives each reading, on no particular thread. While it runs, readings wait or
  ///     are skipped, depending on the buffering.
  ///   - onEnd: Called once, last: with `nil` after the end of the source or a cancellation, or
  ///     with the error that ended it.
  /// - Returns: The loop; the calls stop when it is cancelled or released.
  package func listen(
    onReading: @escaping @Sendable (PitchReading) -> Void,
    onEnd: @escaping @Sendable ((any Error)?) -> Void = { _ in }
  ) -> LivePitchListener {
    LivePitchListener(
      Task {
        do {
          for try await reading in self { onReading(reading) }
          onEnd(nil)
        } catch {
          onEnd(error)
        }
      })
  }
}
