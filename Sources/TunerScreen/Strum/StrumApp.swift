package import LiveAudio
import Synchronization
package import TerminalUI

/// The full-screen view of all strings: one task listens, one draws, keys and signals come between.
package final class StrumApp: Sendable {
  private struct Status {
    var state: StrumState
    var hasStarted = false
    var isOver = false
    var hasSourceEnded = false
    var hasHeard = false
    var notice: String?
    var error: (any Error)?
  }

  private let setup: StrumSetup
  private let session: TerminalSession
  private let capabilities: Capabilities
  private let status: Mutex<Status>

  package init(_ setup: StrumSetup, session: TerminalSession, capabilities: Capabilities) {
    self.setup = setup
    self.session = session
    self.capabilities = capabilities
    status = Mutex(Status(state: StrumState(setup)))
  }

  /// Runs until the source ends or the user quits, and gives the terminal back in any case.
  ///
  /// - Throws: What the source throws, after the terminal has been given back.
  package func run(_ source: any AudioSource) async throws -> TunerFeed.Ending {
    let listener = Task { await listen(to: source) }
    defer { listener.cancel() }
    try await show(on: session, every: .milliseconds(50)) { size in
      let (state, notice) = status.withLock { ($0.state, $0.notice) }
      let view = StrumView(
        setup: setup, state: state, notice: notice, size: size, capabilities: capabilities)
      return view.lines()
    }
    if let error = status.withLock({ $0.error }) { throw error }
    return status.withLock { status in
      guard status.hasSourceEnded else { return .stopped }
      return status.hasHeard ? .heard : .silent
    }
  }

  private func listen(to source: any AudioSource) async {
    var listener = StrumListener(setup)
    do {
      for try await event in source.start() {
        try listener.take(event) { state in
          status.withLock {
            $0.state = state
            $0.hasHeard = $0.hasHeard || !state.presentIndices.isEmpty
          }
        }
        let notice = listener.takeNotice()
        status.withLock {
          $0.hasStarted = true
          if let notice { $0.notice = notice }
          if event == .resumed { $0.notice = nil }
        }
      }
      status.withLock { $0.hasSourceEnded = !$0.isOver }
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
}

extension StrumApp: FullScreenProgram {
  package var hasStarted: Bool { status.withLock { $0.hasStarted } }
  package var isOver: Bool { status.withLock { $0.isOver } }
  package var isLeaving: Bool { isOver }

  package func leave() { finish(nil) }

  package func press(_ key: KeyPress) {
    switch key {
    case .character("q"), .character("Q"), .escape: leave()
    default: break
    }
  }
}
