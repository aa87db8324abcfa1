import Dispatch

/// Runs an actor on a queue of its own, so that calls that block do not hold up other tasks.
package final class SerialQueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  package init(label: String) { queue = DispatchQueue(label: label) }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedSerialExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }
}
