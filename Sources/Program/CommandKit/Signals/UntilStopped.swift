import Dispatch
import FileWriting

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

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
