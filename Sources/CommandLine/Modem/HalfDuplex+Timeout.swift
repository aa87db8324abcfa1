import LiveModem

extension HalfDuplex {
  /// Ends the conversation after a time, if there is one, unless the task is cancelled.
  func stop(after timeout: SoundDuration?) -> Task<Void, Never> {
    Task {
      guard let timeout, (try? await Task.sleep(for: .seconds(timeout.seconds))) != nil else {
        return
      }
      stop()
    }
  }
}
