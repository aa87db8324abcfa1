package import CommandKit
package import LiveAudio
import PianoTuning

/// The full-screen view of the key that sounds: one task listens, one draws, and one measures unisons,
/// which takes longer than a frame.
package final class PianoApp: ListeningProgram {
  private let setup: PianoTuningSetup
  private let session: TerminalSession
  private let capabilities: Capabilities
  package let status = ScreenStatus(PianoState())

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
    let listener = Task { await status.follow { try await listen(to: source) } }
    defer { listener.cancel() }
    try await show(on: session, every: .milliseconds(50)) { size in
      let view = PianoView(
        setup: setup, state: status.shown, size: size, capabilities: capabilities)
      return view.lines()
    }
    try status.throwError()
    return status.shown.hasHeard || !status.hasSourceEnded
  }

  private func listen(to source: any AudioSource) async throws {
    for try await event in setup.keys(of: source) {
      status.change { state in
        if case .reading(.key(let reading)) = event { state.take(reading) }
        if let advice = event.advice { state.notice = advice }
      }
      if case .reading(.stroke(let stroke)) = event { measure(stroke) }
      status.start()
    }
  }

  /// Measures a unison beside the listening, and shows it if the stroke still sounds by then.
  private func measure(_ stroke: KeyStroke) {
    let number = status.shown.strokeCount
    Task.detached { [status] in
      guard let unison = stroke.unison() else { return }
      status.change { $0.take(unison, ofStroke: number) }
    }
  }
}
