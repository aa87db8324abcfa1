import LiveModem

extension HalfDuplex {
  /// Ends the conversation after a time, if there is one, unless the task is cancelled.
  ///
  /// - Parameter timeout: Seconds; `nil` for no end.
  /// - Returns: What waits; cancel it when the conversation has ended.
  package func stop(after timeout: Double?) -> Task<Void, Never> {
    Task {
      guard let timeout, (try? await Task.sleep(for: .seconds(timeout))) != nil else { return }
      stop()
    }
  }
}
