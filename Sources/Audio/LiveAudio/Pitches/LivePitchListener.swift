public import PitchEstimation

/// A running callback loop; keep it for as long as you need the calls.
public final class LivePitchListener: Sendable {
  private let task: Task<Void, Never>

  fileprivate init(_ task: Task<Void, Never>) { self.task = task }

  /// Stops the calls and frees the device. Later calls of this method do nothing.
  public func cancel() { task.cancel() }

  /// Waits until the last call has returned.
  public func finished() async { await task.value }

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
  public func listen(
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
