import Dispatch
import FileWriting
package import LiveAudio
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The user's request to stop the program; loops check it between two blocks.
package final class Interruption: Sendable {
  private let flag = Atomic(false)

  package init() {}

  package var isRequested: Bool { flag.load(ordering: .relaxed) }

  /// Requests the stop, as a signal does.
  package func request() {
    flag.store(true, ordering: .relaxed)
  }

  /// Watches for SIGINT, SIGTERM and SIGHUP. The second signal ends the program at once.
  ///
  /// - Parameter onRequest: Called at the first signal, on a queue of the watcher.
  /// - Returns: The watcher; it stops watching when it is released.
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

  /// Watches for the same signals, and stops a source at the first one, so that its reader gets the
  /// end even while a device hangs.
  ///
  /// - Parameters:
  ///   - source: The source to stop.
  ///   - onRequest: Called at the first signal, on a queue of the watcher.
  /// - Returns: The watcher; it stops watching when it is released.
  package func watchSignals(
    stopping source: any AudioSource, onRequest: @escaping @Sendable () -> Void = {}
  ) -> SignalWatcher {
    watchSignals {
      onRequest()
      Task { await source.stop() }
    }
  }

  /// Waits until a descriptor is readable or the user interrupts.
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

  /// Takes over the signals for good: their default actions are not restored.
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

/// Ignores SIGPIPE, so that a writer whose reader has gone gets an error and can clean up.
package func ignoreBrokenPipes() {
  signal(SIGPIPE, SIG_IGN)
}

/// Runs work until it is done, the reader of the output has gone, or a signal asks to stop; none of
/// these is an error.
///
/// - Parameters:
///   - stopped: The result if the work was stopped.
///   - closed: The result if the reader of the output has gone; by default that of a stop.
///   - leave: Called before the process ends because the work does not notice its cancellation.
///   - work: The work, in a task that a signal cancels.
/// - Returns: The result of the work, or `stopped`.
/// - Throws: The errors of the work, except for a closed output and a cancellation.
package func untilStopped<Result: Sendable>(
  _ stopped: Result, closed: Result? = nil, leave: @escaping @Sendable () -> Void = {},
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
    return closed ?? stopped
  } catch is CancellationError {
    return stopped
  }
}
