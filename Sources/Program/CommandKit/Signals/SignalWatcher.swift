import Dispatch

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Delivers signals to ordinary code on a queue of their own, where everything is allowed.
package final class SignalWatcher: Sendable {
  private let queue = DispatchQueue(label: "kammerton.signals")
  // Created in `init` and only ever cancelled, which is safe from any thread.
  nonisolated(unsafe) private let sources: [any DispatchSourceSignal]

  /// Takes the signals over, for good: their default actions do not come back.
  package init(_ signals: [Int32], handler: @escaping @Sendable (Int32) -> Void) {
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
  package static let endings = [SIGINT, SIGTERM, SIGHUP]
}

/// A writer whose reader has gone shall get an error, not be killed before it has cleaned up.
package func ignoreBrokenPipes() {
  signal(SIGPIPE, SIG_IGN)
}
