import Dispatch
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Discards everything that the process writes to a descriptor while work is done.
///
/// PortAudio and the libraries below it print dozens of lines about missing devices whenever the
/// list is made, and not all of them can be silenced. The output of other threads during that time
/// (about 50 ms) is lost as well. So only the start of the sound system and the opening of devices
/// are wrapped, and the silence ends after `limit`: a sound server that hangs may block for half a
/// minute, and messages about that must appear.
final class Silence: Sendable {
  static let standardError = Silence(of: STDERR_FILENO, limit: .seconds(1))

  private struct State {
    /// The number of calls in progress. The first saves the descriptor, the last restores it.
    var workCount = 0
    var saved: Int32?
    /// The number of silences so far, so that a time limit does not end a later one.
    var number = 0
  }

  private let descriptor: Int32
  private let limit: DispatchTimeInterval
  private let state = Mutex(State())

  init(of descriptor: Int32, limit: DispatchTimeInterval) {
    self.descriptor = descriptor
    self.limit = limit
  }

  func during<Result>(_ work: () -> Result) -> Result {
    begin()
    defer { end() }
    return work()
  }

  private func begin() {
    let number = state.withLock { state -> Int? in
      state.workCount += 1
      guard state.workCount == 1 else { return nil }
      state.saved = silence()
      state.number += 1
      return state.number
    }
    guard let number else { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + limit) { [self] in
      state.withLock { if $0.number == number { restore(&$0) } }
    }
  }

  private func end() {
    state.withLock { state in
      state.workCount -= 1
      if state.workCount == 0 { restore(&state) }
    }
  }

  /// Returns a copy of the descriptor, or `nil` if none could be made and nothing is discarded.
  private func silence() -> Int32? {
    let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard nowhere >= 0 else { return nil }
    defer { close(nowhere) }
    let saved = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard saved >= 0 else { return nil }
    guard dup2(nowhere, descriptor) >= 0 else {
      close(saved)
      return nil
    }
    return saved
  }

  private func restore(_ state: inout State) {
    guard let saved = state.saved else { return }
    dup2(saved, descriptor)
    close(saved)
    state.saved = nil
  }
}
