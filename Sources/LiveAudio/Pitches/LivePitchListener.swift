public import PitchEstimation

/// A running call-back loop; keep it for as long as the calls are wanted.
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
  ///   - onReading: Takes each reading, on no particular thread. While it works, readings wait or
  ///     are skipped as the buffering says.
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
