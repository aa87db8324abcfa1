import Dispatch
import FileWriting
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Whether the user has asked the program to stop; loops look at it between two blocks.
package final class Interruption: Sendable {
  private let flag = Atomic(false)

  package init() {}

  package var isRequested: Bool { flag.load(ordering: .relaxed) }

  /// Asks as the user would.
  package func request() {
    flag.store(true, ordering: .relaxed)
  }

  /// Listens to SIGINT, SIGTERM and SIGHUP. The second one ends the program at once.
  ///
  /// - Parameter onRequest: Called at the first one, on a queue of the watcher.
  /// - Returns: The watcher; keep it for as long as it shall listen.
  package func watchSignals(onRequest: @escaping @Sendable () -> Void = {}) -> SignalWatcher {
    SignalWatcher(SignalWatcher.endings) { [self] number in
      if isRequested {
        PartialFiles.removeAll()
        _exit(128 + number)
      }
      request()
      onRequest()
    }
  }

  /// Waits until a descriptor can be read or the user has lost patience.
  ///
  /// - Returns: `false` if interrupted.
  package func waitForInput(_ descriptor: Int32) -> Bool {
    while !isRequested {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&request, 1, 100)
      if ready > 0 || (ready < 0 && errno != EINTR) { return true }
    }
    return false
  }
}

/// Delivers signals to ordinary code on a queue of their own, where everything is allowed.
package final class SignalWatcher: Sendable {
  private let queue = DispatchQueue(label: "kammerton.signals")
  // Created in `init` and only ever cancelled, which is safe from any thread.
  nonisolated(unsafe) private let sources: [any DispatchSourceSignal]

  /// Takes the signals over, for good: their default actions do not come back.
  init(_ signals: [Int32], handler: @escaping @Sendable (Int32) -> Void) {
    let queue = self.queue
    sources = signals.map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      let isRegistered = DispatchSemaphore(value: 0)
      #if canImport(Darwin)
        signal(number, SIG_IGN)  // elsewhere the source takes the signal over itself
      #endif
      source.setEventHandler { handler(number) }
      source.setRegistrationHandler { isRegistered.signal() }
      source.resume()
      // On a busy machine this takes a while, and a signal that came meanwhile would be lost.
      isRegistered.wait()
      return source
    }
  }

  deinit {
    for source in sources { source.cancel() }
  }

  /// The signals that end a program in an orderly way.
  static let endings = [SIGINT, SIGTERM, SIGHUP]
}

/// A writer whose reader has gone shall get an error, not be killed before it has cleaned up.
package func ignoreBrokenPipes() {
  signal(SIGPIPE, SIG_IGN)
}

/// Works until the work is done, the reader of the output has gone, or a signal asks to stop; none of
/// these is an error.
///
/// - Parameters:
///   - stopped: The result if the work was stopped.
///   - leave: Called before a process is ended whose work does not notice that it was cancelled.
///   - work: What is done, in a task that a signal cancels.
/// - Returns: The result of the work, or `stopped`.
/// - Throws: What the work throws, except for a closed output and a cancellation.
package func untilStopped<Result: Sendable>(
  _ stopped: Result, leave: @escaping @Sendable () -> Void = {},
  _ work: @escaping @Sendable () async throws -> Result
) async throws -> Result {
  let task = Task { try await work() }
  let watcher = SignalWatcher(SignalWatcher.endings) { _ in
    task.cancel()
    // A source that waits for input may not notice; every complete line is out already.
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(500)) {
      PartialFiles.removeAll()
      leave()
      _exit(0)
    }
  }
  do {
    defer { withExtendedLifetime(watcher) {} }
    return try await task.value
  } catch OutputError.closed {
    return stopped
  } catch is CancellationError {
    return stopped
  }
}
