import Synchronization

#if canImport(Darwin)
  import Darwin  // signal numbers
#else
  import Glibc
#endif

/// A program with a full-screen view.
package protocol FullScreenProgram: AnyObject, Sendable {
  /// True once there is something to show; until then the terminal stays as it is.
  var hasStarted: Bool { get }
  /// True once the program has ended and the terminal can be restored.
  var isOver: Bool { get }
  /// True once the user has asked to quit. A further signal ends the process at once.
  var isLeaving: Bool { get }

  /// Handles a key, on a queue of the reader.
  func press(_ key: KeyPress)

  /// Starts to quit: ``isOver`` follows when the program is ready.
  func leave()
}

extension FullScreenProgram {
  /// Draws frames until the program is over, handles keys and signals in between, and restores the
  /// terminal in any case.
  ///
  /// If the terminal goes away, the program quits without an error.
  ///
  /// - Parameters:
  ///   - session: The terminal.
  ///   - frameTime: The time from frame to frame.
  ///   - frame: Returns the lines of a frame for a size.
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
    SignalWatcher(SignalWatcher.endings + [SIGQUIT, SIGTSTP, SIGCONT]) { [self] number in
      switch number {
      case SIGTSTP: session.suspend()
      case SIGQUIT: session.abandon(bySignal: number)
      case SIGCONT: session.resume()
      case _ where isLeaving: session.abandon(status: 128 + number)
      default: leave()
      }
    }
  }
}

/// The state that the listening task, the frames and the keys of a full-screen program share.
package final class ScreenStatus<Shown: Sendable>: Sendable {
  private struct Values: Sendable {
    var shown: Shown
    var hasStarted = false
    var isOver = false
    var hasSourceEnded = false
    var error: (any Error)?
  }

  private let values: Mutex<Values>

  package init(_ shown: Shown) { values = Mutex(Values(shown: shown)) }

  /// The state to show.
  package var shown: Shown { values.withLock { $0.shown } }
  /// True once there is something to show.
  package var hasStarted: Bool { values.withLock { $0.hasStarted } }
  /// True once the program has ended and the terminal can be restored.
  package var isOver: Bool { values.withLock { $0.isOver } }
  /// True if the source ended before the user quit.
  package var hasSourceEnded: Bool { values.withLock { $0.hasSourceEnded } }

  /// Changes the state to show.
  ///
  /// - Parameter body: Changes it, with exclusive access.
  /// - Returns: The result of `body`.
  package func change<Result: Sendable>(_ body: (inout Shown) -> Result) -> Result {
    values.withLock { body(&$0.shown) }
  }

  /// Records that there is something to show.
  package func start() { values.withLock { $0.hasStarted = true } }

  /// Runs the listener, and ends the program when it returns or throws.
  ///
  /// - Parameter listen: Reads the source to its end.
  package func follow(_ listen: () async throws -> Void) async {
    do {
      try await listen()
      values.withLock { $0.hasSourceEnded = !$0.isOver }
      finish(nil)
    } catch {
      finish(error)
    }
  }

  /// Ends the program; later errors are ignored.
  package func finish(_ error: (any Error)?) {
    values.withLock { values in
      if !values.isOver { values.error = error }
      values.isOver = true
    }
  }

  /// - Throws: The error that ended the program, if there was one.
  package func throwError() throws {
    if let error = values.withLock({ $0.error }) { throw error }
  }
}

/// A full-screen program whose end is that of its status, and which `q` and Esc leave.
package protocol ListeningProgram: FullScreenProgram {
  associatedtype Shown: Sendable
  var status: ScreenStatus<Shown> { get }
}

extension ListeningProgram {
  package var hasStarted: Bool { status.hasStarted }
  package var isOver: Bool { status.isOver }
  package var isLeaving: Bool { status.isOver }

  package func leave() { status.finish(nil) }

  package func press(_ key: KeyPress) {
    if Self.isQuit(key) { leave() }
  }

  /// Returns true for the keys that quit: `q`, `Q` and Esc.
  package static func isQuit(_ key: KeyPress) -> Bool {
    switch key {
    case .character("q"), .character("Q"), .escape: true
    default: false
    }
  }
}
