import LiveAudio
import PitchEstimation
import Synchronization

#if canImport(Darwin)
  import Darwin  // signal numbers
#else
  import Glibc
#endif

/// The full-screen tuner: one task listens, one draws, keys and signals come in between.
final class TunerApp: Sendable {
  private struct Status {
    var model: TunerModel
    var hasStarted = false
    var isOver = false
    var error: (any Error)?
  }

  private let status: Mutex<Status>
  private let session: TerminalSession
  private let capabilities: Capabilities

  init(model: TunerModel, session: TerminalSession, capabilities: Capabilities) {
    status = Mutex(Status(model: model))
    self.session = session
    self.capabilities = capabilities
  }

  /// Runs until the source ends or the user quits, and gives the terminal back in any case.
  ///
  /// - Throws: What the source throws, after the terminal has been given back.
  func run(_ events: TunerFeed.Events) async throws {
    ignoreBrokenPipes()
    let listener = Task { await listen(to: events) }
    defer { listener.cancel() }
    while !status.withLock({ $0.hasStarted || $0.isOver }) {
      try await Task.sleep(for: .milliseconds(5))  // a source that fails shows no empty screen
    }
    do {
      try await show()
    } catch OutputError.closed, OutputError.failed {
      // The terminal has gone, and with it the user.
    }
    if let error = status.withLock({ $0.error }) { throw error }
  }

  private func listen(to events: TunerFeed.Events) async {
    do {
      for try await event in events {
        status.withLock { status in
          status.hasStarted = true
          _ = status.model.take(event)
        }
      }
      finish(nil)
    } catch {
      finish(error)
    }
  }

  private func finish(_ error: (any Error)?) {
    status.withLock { status in
      if !status.isOver { status.error = error }
      status.isOver = true
    }
  }

  private var isOver: Bool { status.withLock { $0.isOver } }

  private func show() async throws {
    guard !isOver else { return }
    let watcher = watchSignals()
    try session.enter()
    defer { session.leave() }
    let keys = KeyReader(fileDescriptor: session.inputDescriptor) { [self] in press($0) }
    defer { withExtendedLifetime((watcher, keys)) {} }
    while !isOver {
      let state = status.withLock { $0.model.state }
      let size = session.size
      let view = TunerView(state: state, size: size, capabilities: capabilities)
      try session.draw(view.lines(), size: size)
      try await Task.sleep(for: Self.frameTime)
    }
  }

  private func press(_ key: Key) {
    switch key {
    case .character("q"), .character("Q"), .escape: finish(nil)
    default: status.withLock { $0.model.press(key) }
    }
  }

  private func watchSignals() -> SignalWatcher {
    SignalWatcher(SignalWatcher.endings + [SIGTSTP, SIGCONT]) { [self] number in
      switch number {
      case SIGTSTP: session.suspend()
      case SIGCONT: session.resume()
      case _ where isOver:  // asked twice: do not wait for the orderly way
        session.abandon(status: 128 + number)
      default: finish(nil)
      }
    }
  }

  /// Readings come a hundred times a second; eyes do not.
  private static let frameTime = Duration.milliseconds(33)
}
