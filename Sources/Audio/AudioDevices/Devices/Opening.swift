import LiveAudio
import Synchronization

/// A device that is being opened, which may take long, and whose outcome may not be wanted any more.
final class Opening<Stream: Sendable>: Sendable {
  typealias Outcome = Result<Stream, AudioDeviceError>

  private enum State {
    case running
    case done(Outcome)
    case taken(Outcome)
    case abandoned
  }

  private let state = Mutex(State.running)
  private let close: @Sendable (Stream) async -> Void

  init(
    _ open: @escaping @Sendable () async throws(AudioDeviceError) -> Stream,
    close: @escaping @Sendable (Stream) async -> Void
  ) {
    self.close = close
    Task {
      let outcome: Outcome
      do throws(AudioDeviceError) {
        outcome = .success(try await open())
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
      state = .taken(outcome)
      return outcome
    }
  }

  /// The outcome, once someone has taken it.
  var taken: Outcome? {
    state.withLock { state in
      if case .taken(let outcome) = state { outcome } else { nil }
    }
  }

  /// Closes the device as soon as it is open.
  func abandon() {
    let outcome = state.withLock { state -> Outcome? in
      defer { state = .abandoned }
      if case .done(let outcome) = state { return outcome }
      return nil
    }
    if case .success(let stream) = outcome { Task { [close] in await close(stream) } }
  }

  private func finish(_ outcome: Outcome) async {
    let isWanted = state.withLock { state in
      guard case .running = state else { return false }
      state = .done(outcome)
      return true
    }
    if !isWanted, case .success(let stream) = outcome { await close(stream) }
  }
}
