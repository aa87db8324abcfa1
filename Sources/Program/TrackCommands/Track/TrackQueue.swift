import CommandKit

/// Tracks inputs, several at once, and reports on them in their order.
struct TrackQueue: Sendable {
  let jobs: [TrackJob]
  /// The largest number of inputs at once.
  let width: Int
  let interruption: Interruption
  let progress: InputProgress

  /// The result of an input.
  private enum Outcome: Sendable {
    case done(TrackRun.Summary)
    case failed(String)
    /// The reader of standard output has gone.
    case closed
  }

  /// Runs all jobs, even after one has failed; none begins after an interruption.
  ///
  /// - Returns: The number of jobs that failed.
  func run() async -> Int {
    await withTaskGroup(of: (Int, Outcome).self) { group in
      var started = 0
      var failures = 0
      // Outcomes wait here for earlier inputs, so that messages come in the order of the inputs.
      var finished: [Int: Outcome] = [:]
      var reported = 0
      while started < min(width, jobs.count) {
        start(started, in: &group)
        started += 1
      }
      while let (index, outcome) = await group.next() {
        finished[index] = outcome
        while let outcome = finished.removeValue(forKey: reported) {
          if !report(outcome, of: jobs[reported].input) { failures += 1 }
          reported += 1
        }
        guard started < jobs.count, !interruption.isRequested else { continue }
        start(started, in: &group)
        started += 1
      }
      return failures
    }
  }

  private func start(_ index: Int, in group: inout TaskGroup<(Int, Outcome)>) {
    let job = jobs[index]
    let progress = progress
    group.addTask {
      let outcome = Self.run(job) {
        progress.update(job.input.name, index: index, sampleCount: $0, total: $1)
      }
      progress.finish(index: index)
      return (index, outcome)
    }
  }

  private static func run(
    _ job: TrackJob, progress: @escaping (_ sampleCount: Int, _ total: Int?) -> Void
  ) -> Outcome {
    do {
      return .done(try job.run(progress: progress))
    } catch OutputError.closed {
      return .closed  // `| head` has read enough
    } catch {
      return .failed("\(error)")
    }
  }

  /// Reports an outcome; returns `false` if the input failed.
  private func report(_ outcome: Outcome, of input: TrackInput) -> Bool {
    progress.clear()
    switch outcome {
    case .closed: break
    case .failed(let message):
      complain(message)
      return false
    case .done(let summary):
      if let loss = summary.loss { complain("\(input.name): \(loss)") }
      if summary.isTruncated { complainOfCutOff(input.name, "tracked") }
      if summary.hasOppositeChannels {
        complain(
          "\(input.name) has opposite channels, which cancel each other in their mix. Choose one, "
            + "such as --channel 1.")
      }
      UnusableSamples.report(summary.rejectedSampleCount, in: input.name)
    }
    return true
  }
}
