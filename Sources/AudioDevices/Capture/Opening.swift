import Synchronization

/// A device that is being opened, which may take long, and whose outcome may not be wanted any more.
final class Opening: Sendable {
  typealias Outcome = Result<any CaptureStream, AudioDeviceError>

  private enum State {
    case running
    case done(Outcome)
    case taken
    case abandoned
  }

  private let state = Mutex(State.running)

  init(_ request: CaptureRequest, with backend: any CaptureBackend) {
    Task {
      let outcome: Outcome
      do throws(AudioDeviceError) {
        outcome = .success(try await backend.open(request))
      } catch {
        outcome = .failure(error)
      }
      await finish(outcome)
    }
  }

  /// The outcome, once; `nil` before it is known and after it was taken.
  func take() -> Outcome? {
    state.withLock { state in
      guard case .done(let outcome) = state else { return nil }
      state = .taken
      return outcome
    }
  }

  /// Closes the device as soon as it is open.
  func abandon() {
    let outcome = state.withLock { state -> Outcome? in
      defer { state = .abandoned }
      if case .done(let outcome) = state { return outcome }
      return nil
    }
    if case .success(let stream) = outcome { Task { await stream.close() } }
  }

  private func finish(_ outcome: Outcome) async {
    let isWanted = state.withLock { state in
      guard case .running = state else { return false }
      state = .done(outcome)
      return true
    }
    if !isWanted, case .success(let stream) = outcome { await stream.close() }
  }
}
