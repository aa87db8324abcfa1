package import LiveAudio
import PianoTuning
import Synchronization
package import TerminalUI

/// The full-screen view of the key that sounds: one task listens, one draws.
package final class PianoApp: Sendable {
  private struct Status {
    var state = PianoView.State()
    var hasStarted = false
    var isOver = false
    var error: (any Error)?
  }

  private let setup: PianoTuningSetup
  private let session: TerminalSession
  private let capabilities: Capabilities
  private let status = Mutex(Status())

  package init(
    _ setup: PianoTuningSetup, session: TerminalSession, capabilities: Capabilities
  ) {
    self.setup = setup
    self.session = session
    self.capabilities = capabilities
  }

  /// Runs until the source ends or the user quits, and gives the terminal back in any case.
  ///
  /// - Returns: Whether a key was heard, or the user has quit.
  /// - Throws: What the source throws, after the terminal has been given back.
  package func run(_ source: any AudioSource) async throws -> Bool {
    let listener = Task { await listen(to: source) }
    defer { listener.cancel() }
    try await show(on: session, every: .milliseconds(50)) { size in
      let view = PianoView(
        setup: setup, state: status.withLock { $0.state }, size: size,
        capabilities: capabilities)
      return view.lines()
    }
    if let error = status.withLock({ $0.error }) { throw error }
    return true
  }

  private func listen(to source: any AudioSource) async {
    var listener: KeyListener?
    do {
      for try await event in source.start() {
        switch event {
        case .started(_, let sampleRate):
          listener = try KeyListener(targets: setup.targets, sampleRate: sampleRate)
        case .block(let samples):
          for reading in listener?.append(samples) ?? [] {
            status.withLock { $0.state.take(reading) }
          }
        case .lost(let reason): status.withLock { $0.state.notice = reason }
        case .resumed: status.withLock { $0.state.notice = nil }
        case .dropped, .retrying, .ended: break
        }
        status.withLock { $0.hasStarted = true }
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
}

extension PianoApp: FullScreenProgram {
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
