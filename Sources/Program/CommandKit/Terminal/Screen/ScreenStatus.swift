import Synchronization

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
