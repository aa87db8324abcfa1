import AudioDevices
import CommandIO
package import LiveAudio
package import PitchEstimation
import Synchronization
package import TerminalUI

/// The full-screen tuner: one task listens, one draws, keys and signals come in between.
package final class TunerApp: Sendable {
  /// Readings whose sound is kept for the views.
  package typealias Events = LivePitchEvents<HistoryTracker<AnyPitchTracker>>

  private struct Status {
    var model: TunerModel
    var hasStarted = false
    var isOver = false
    var hasSourceEnded = false
    var error: (any Error)?
  }

  private let status: Mutex<Status>
  private let session: TerminalSession
  private let capabilities: Capabilities
  private let history: SoundHistory
  private let keeper: SessionKeeper?
  private let outlet: (any ReadingOutlet)?
  private let makeSink: @Sendable () -> any AudioSink
  private let reference = Mutex<ReferenceTone?>(nil)

  package init(
    model: TunerModel, session: TerminalSession, capabilities: Capabilities,
    history: SoundHistory, keeper: SessionKeeper? = nil, outlet: (any ReadingOutlet)? = nil,
    makeSink: @escaping @Sendable () -> any AudioSink = { SpeakerSink() }
  ) {
    status = Mutex(Status(model: model))
    self.session = session
    self.capabilities = capabilities
    self.history = history
    self.keeper = keeper
    self.outlet = outlet
    self.makeSink = makeSink
  }

  private var referenceTone: ReferenceTone {
    reference.withLock { reference in
      if let reference { return reference }
      let new = ReferenceTone(makeSink: makeSink) { [weak self] in self?.referenceEnded($0) }
      reference = new
      return new
    }
  }

  /// Runs until the source ends or the user quits, and gives the terminal back in any case.
  ///
  /// - Returns: What the user has chosen by the end.
  /// - Throws: What the source throws, after the terminal has been given back.
  package func run(_ events: Events) async throws -> TunerSetup {
    let listener = Task { await listen(to: events) }
    defer { listener.cancel() }
    var scope = ScopeReader(history)
    var lastFrame = ContinuousClock.now
    try await show(on: session, every: Self.frameTime) { size in
      var state = status.withLock { $0.model.state }
      let frame = ContinuousClock.now
      state.scope = scope.read(state, after: lastFrame.duration(to: frame) / .seconds(1))
      lastFrame = frame
      status.withLock { $0.model.state.scope = state.scope }
      return TunerView(state: state, size: size, capabilities: capabilities).lines()
    }
    await silenceReference()
    outlet?.finish()
    status.withLock { status in
      guard keeper == nil else { return }
      status.model.finishNote()
      _ = status.model.takeEndedNotes()
    }
    if let keeper {
      status.withLock { keeper.takeLastNote(&$0.model) }
      await keeper.finish()
    }
    if let error = status.withLock({ $0.error }) { throw error }
    return status.withLock { $0.model.state.setup }
  }

  /// How the run ended.
  package var ending: TunerFeed.Ending {
    status.withLock { status in
      guard status.hasSourceEnded else { return .stopped }
      return status.model.hasHeard ? .heard : .silent
    }
  }

  /// What was heard, in a line for the end of a file.
  package func summary(of name: String) -> String {
    status.withLock { $0.model.summary.text(name: name, time: $0.model.time) }
  }

  /// Lets a reference tone fade out, which takes half a second with what waits in the device.
  private func silenceReference() async {
    guard let tone = reference.withLock({ $0 }) else { return }
    tone.stop()
    for _ in 0..<100 where status.withLock({ $0.model.state.reference }) != nil {
      try? await Task.sleep(for: .milliseconds(10))
    }
  }

  private func listen(to events: Events) async {
    do {
      for try await event in events {
        let line = status.withLock { status in
          status.hasStarted = true
          let result = status.model.take(event)
          if let keeper {
            status.model.notice(keeper.take(event, &status.model))
          } else {
            _ = status.model.takeEndedNotes()
          }
          return outlet == nil ? nil : result.map(status.model.line)
        }
        if let problem = outlet?.take(event, line) {
          status.withLock { $0.model.notice(problem) }
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

  /// Makes the loudspeaker do what the model says.
  private func follow(_ reference: ReferenceState?) {
    guard let reference else { return }
    if reference.isEnding {
      referenceTone.stop()
    } else {
      referenceTone.sound(reference.frequency)
    }
  }

  private func referenceEnded(_ error: (any Error)?) {
    let problem = error.map { "\($0)" }
    status.withLock { $0.model.referenceEnded(problem) }
  }

  /// Readings come a hundred times a second; eyes do not.
  private static let frameTime = Duration.milliseconds(33)
}

extension TunerApp: FullScreenProgram {
  package var hasStarted: Bool { status.withLock { $0.hasStarted } }
  package var isOver: Bool { status.withLock { $0.isOver } }
  package var isLeaving: Bool { isOver }

  package func leave() { finish(nil) }

  package func press(_ key: KeyPress) {
    let isTaken = status.withLock { $0.model.takesEveryKey }
    switch key {
    case .character("q") where !isTaken, .character("Q") where !isTaken, .escape where !isTaken:
      leave()
    default:
      let (before, after) = status.withLock { status in
        let before = status.model.state.reference
        status.model.press(key)
        return (before, status.model.state.reference)
      }
      if after != before { follow(after) }
    }
  }
}
