package import CommandKit
package import LiveAudio

/// The full-screen view of all strings: one task listens, one draws, keys and signals come between.
package final class StrumApp: ListeningProgram {
  package struct Shown: Sendable {
    var strum: StrumState
    var hasHeard = false
    var notice: String?
  }

  private let setup: StrumSetup
  private let session: TerminalSession
  private let capabilities: Capabilities
  package let status: ScreenStatus<Shown>

  package init(_ setup: StrumSetup, session: TerminalSession, capabilities: Capabilities) {
    self.setup = setup
    self.session = session
    self.capabilities = capabilities
    status = ScreenStatus(Shown(strum: StrumState(setup)))
  }

  /// Runs until the source ends or the user quits, and gives the terminal back in any case.
  ///
  /// - Throws: What the source throws, after the terminal has been given back.
  package func run(_ source: any AudioSource) async throws -> TunerFeed.Ending {
    let listener = Task { await status.follow { try await listen(to: source) } }
    defer { listener.cancel() }
    try await show(on: session, every: .milliseconds(50)) { size in
      let shown = status.shown
      let view = StrumView(
        setup: setup, state: shown.strum, notice: shown.notice, size: size,
        capabilities: capabilities)
      return view.lines()
    }
    try status.throwError()
    guard status.hasSourceEnded else { return .stopped }
    return status.shown.hasHeard ? .heard : .silent(nil)
  }

  private func listen(to source: any AudioSource) async throws {
    for try await event in setup.strums(of: source) {
      status.change { shown in
        switch event {
        case .reading(let strum):
          shown.strum = strum
          shown.hasHeard = shown.hasHeard || !strum.presentIndices.isEmpty
        case .resumed: shown.notice = nil
        default: shown.notice = event.notice ?? shown.notice
        }
      }
      status.start()
    }
  }
}
