#if canImport(Darwin)
  import Darwin  // signal numbers
#else
  import Glibc
#endif

/// What a program with a full-screen view does beside drawing it.
package protocol FullScreenProgram: AnyObject, Sendable {
  /// Whether there is something to show; until then the terminal stays as it is.
  var hasStarted: Bool { get }
  /// Whether the terminal is to be given back.
  var isOver: Bool { get }
  /// Whether the user has asked for the end. A signal that asks again ends the process at once.
  var isLeaving: Bool { get }

  /// Takes a key, on a queue of the reader.
  func press(_ key: KeyPress)

  /// Begins to end: ``isOver`` follows when the program is ready.
  func leave()
}

extension FullScreenProgram {
  /// Draws frames until the program is over, while keys and signals come in between, and gives the
  /// terminal back in any case.
  ///
  /// A terminal that goes away is a user who leaves, and no error.
  ///
  /// - Parameters:
  ///   - session: The terminal.
  ///   - frameTime: From frame to frame.
  ///   - frame: The lines of a frame for a size.
  /// - Throws: `CancellationError` if the task is cancelled.
  package func show(
    on session: TerminalSession, every frameTime: Duration,
    frame: (TerminalSize) -> [String]
  ) async throws {
    while !hasStarted, !isOver {
      try await Task.sleep(for: .milliseconds(5))  // a device that fails shows no empty screen
    }
    guard !isOver else { return }
    do {
      try await draw(on: session, every: frameTime, frame: frame)
    } catch OutputError.closed, OutputError.failed {
      leave()
    }
  }

  private func draw(
    on session: TerminalSession, every frameTime: Duration,
    frame: (TerminalSize) -> [String]
  ) async throws {
    let watcher = watchSignals(on: session)
    try session.enter()
    defer { session.leave() }
    let keys = KeyReader(fileDescriptor: session.inputDescriptor) { [self] in press($0) }
    defer { withExtendedLifetime((watcher, keys)) {} }
    while !isOver {
      let size = session.size
      try session.draw(frame(size), size: size)
      try await Task.sleep(for: frameTime)
    }
  }

  private func watchSignals(on session: TerminalSession) -> SignalWatcher {
    SignalWatcher(SignalWatcher.endings + [SIGTSTP, SIGCONT]) { [self] number in
      switch number {
      case SIGTSTP: session.suspend()
      case SIGCONT: session.resume()
      case _ where isLeaving: session.abandon(status: 128 + number)
      default: leave()
      }
    }
  }
}
