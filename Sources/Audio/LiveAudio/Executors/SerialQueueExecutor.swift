import Dispatch

/// Runs actors and tasks on a separate queue, one after another, so that calls that block do not
/// delay other tasks, and those that follow each other need no other thread.
package final class SerialQueueExecutor: SerialExecutor, TaskExecutor {
  private let queue: DispatchQueue

  package init(label: String) { queue = DispatchQueue(label: label) }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { [self] in
      job.runSynchronously(
        isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    }
  }

  package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }

  /// Waits on the queue itself: the timer of `Task.sleep` would wake another thread, and that one the
  /// queue's. Cancellation does not end it.
  ///
  /// - Parameter duration: The time to wait; up to a tenth longer if the system finds that thrifty.
  package func sleep(for duration: Duration) async {
    let (seconds, attoseconds) = duration.components
    let delay = DispatchTimeInterval.nanoseconds(
      Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
    await withUnsafeContinuation { continuation in
      queue.asyncAfter(deadline: .now() + delay) { continuation.resume() }
    }
  }
}
