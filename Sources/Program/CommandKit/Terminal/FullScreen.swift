import Synchronization

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

/// What the task that listens, the frames and the keys of a full-screen program share.
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

  /// What is shown.
  package var shown: Shown { values.withLock { $0.shown } }
  /// Whether there is something to show.
  package var hasStarted: Bool { values.withLock { $0.hasStarted } }
  /// Whether the terminal is to be given back.
  package var isOver: Bool { values.withLock { $0.isOver } }
  /// Whether it was the source that ended, not the user.
  package var hasSourceEnded: Bool { values.withLock { $0.hasSourceEnded } }

  /// Changes what is shown.
  ///
  /// - Parameter body: Changes it, as nobody else does meanwhile.
  /// - Returns: What `body` returns.
  package func change<Result: Sendable>(_ body: (inout Shown) -> Result) -> Result {
    values.withLock { body(&$0.shown) }
  }

  /// There is something to show.
  package func start() { values.withLock { $0.hasStarted = true } }

  /// Listens, and ends the program when that ends.
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

  /// Ends the program; what comes after the end is no error.
  package func finish(_ error: (any Error)?) {
    values.withLock { values in
      if !values.isOver { values.error = error }
      values.isOver = true
    }
  }

  /// - Throws: What ended the program, if it was an error.
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

  /// Whether a key ends a program that has no other use for it.
  package static func isQuit(_ key: KeyPress) -> Bool {
    switch key {
    case .character("q"), .character("Q"), .escape: true
    default: false
    }
  }
}
