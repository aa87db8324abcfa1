import LiveAudio
/// Runs work, and returns whether it ended within a limit. Work that hangs goes on by itself.
func completes(within limit: Duration, _ work: @escaping @Sendable () async -> Void) async -> Bool {
  await withCheckedContinuation { continuation in
    let isAnswered = StopFlag()
    let timer = Task {
      try? await Task.sleep(for: limit)
      if isAnswered.set() { continuation.resume(returning: false) }
    }
    Task {
      await work()
      if isAnswered.set() { continuation.resume(returning: true) }
      timer.cancel()
    }
  }
}
