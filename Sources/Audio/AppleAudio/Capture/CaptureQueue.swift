#if canImport(AVFAudio)
  import Synchronization

  /// What the engine's thread and the system tell a capture.
  enum CaptureSignal: Sendable {
    case block([Float])
    /// Samples that came while too many waited.
    case dropped(Int)
    case system(SystemEvent)
  }

  /// Carries signals from the engine's thread, which may allocate, to the reader.
  final class CaptureQueue: Sendable {
    private struct Counts {
      var waiting = 0
      var dropped = 0
    }

    private let stream: AsyncStream<CaptureSignal>
    private let feed: AsyncStream<CaptureSignal>.Continuation
    private let counts = Mutex(Counts())

    init() { (stream, feed) = AsyncStream.makeStream(of: CaptureSignal.self) }

    func add(_ event: SystemEvent) { feed.yield(.system(event)) }

    /// Adds samples, unless more than `limit` wait.
    func add(_ samples: [Float], limit: Int) {
      let (isTaken, dropped) = counts.withLock { counts in
        guard counts.waiting + samples.count <= limit else {
          counts.dropped += samples.count
          return (false, 0)
        }
        counts.waiting += samples.count
        defer { counts.dropped = 0 }
        return (true, counts.dropped)
      }
      if dropped > 0 { feed.yield(.dropped(dropped)) }
      if isTaken { feed.yield(.block(samples)) }
    }

    /// Waits for the next signal; `nil` after the end.
    func next() async -> CaptureSignal? {
      var iterator = stream.makeAsyncIterator()
      let signal = await iterator.next()
      if case .block(let samples) = signal {
        counts.withLock { $0.waiting -= samples.count }
      }
      return signal
    }

    func finish() { feed.finish() }
  }
#endif
