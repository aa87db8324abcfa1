import AudioDevices
import CommandKit
import Connections
import InstrumentTuning
import LiveAudio
import Synchronization

/// The full-screen tuner: one task listens, one draws, keys and signals come in between.
final class TunerApp: ListeningProgram {
  let status: ScreenStatus<TunerModel>
  private let session: TerminalSession
  private let capabilities: Capabilities
  private let history: SoundHistory
  private let recorder: NoteRecorder?
  private let outlet: (any ReadingOutlet)?
  private let strums: StrumWatch
  private let chords: ChordWatch
  private let makeSink: @Sendable () -> any AudioSink
  private let reference = Mutex<ReferenceTone?>(nil)

  init(
    model: TunerModel, session: TerminalSession, capabilities: Capabilities,
    history: SoundHistory, strums: StrumWatch = StrumWatch(), chords: ChordWatch = ChordWatch(),
    recorder: NoteRecorder? = nil,
    outlet: (any ReadingOutlet)? = nil,
    makeSink: @escaping @Sendable () -> any AudioSink = { SpeakerSink() }
  ) {
    status = ScreenStatus(model)
    self.session = session
    self.capabilities = capabilities
    self.history = history
    (self.strums, self.chords) = (strums, chords)
    self.recorder = recorder
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
  /// - Returns: The setup at the end.
  /// - Throws: What the source throws, after the terminal has been given back.
  func run(_ events: TunerLineWriter.Events) async throws -> TunerSetup {
    let listener = Task { await status.follow { try await listen(to: events) } }
    defer { listener.cancel() }
    var scope = ScopeReader(history)
    var lastFrame = ContinuousClock.now
    try await show(on: session, every: Self.frameTime) { size in
      let model = status.shown
      var state = model.state
      let strum = strums.follow(model.strumSetup, notes: model.strumNotes)
      let chord = chords.follow(model.chordSetup)
      if !state.isPaused { (state.strum, state.chord) = (strum, chord) }
      let frame = ContinuousClock.now
      state.scope = scope.read(state, after: lastFrame.duration(to: frame) / .seconds(1))
      lastFrame = frame
      status.change {
        ($0.state.scope, $0.state.strum, $0.state.chord) = (state.scope, state.strum, state.chord)
      }
      return TunerView(state: state, size: size, capabilities: capabilities).lines()
    }
    await silenceReference()
    outlet?.finish()
    if let recorder {
      status.change { recorder.recordLastNote(&$0) }
      await recorder.finish()
    } else {
      status.change { model in
        model.finishNote()
        _ = model.takeEndedNotes()
      }
    }
    try status.throwError()
    return status.shown.state.setup
  }

  /// The ending of the run.
  var ending: TunerLineWriter.Ending {
    guard status.hasSourceEnded else { return .stopped }
    return status.shown.ending
  }

  /// Returns the line about its notes that is printed at the end of a file.
  func summary(of name: String) -> String {
    status.change { $0.summary.text(name: name, time: $0.time) }
  }

  /// Lets a reference tone fade out, which takes half a second with what waits in the device.
  private func silenceReference() async {
    guard let tone = reference.withLock({ $0 }) else { return }
    tone.stop()
    for _ in 0..<100 where status.shown.state.reference != nil {
      try? await Task.sleep(for: .milliseconds(10))
    }
  }

  private func listen(to events: TunerLineWriter.Events) async throws {
    for try await event in events {
      let line = status.change { model -> ReadingLine? in
        let result = model.take(event)
        if let recorder {
          model.notice(recorder.record(event, &model))
        } else {
          _ = model.takeEndedNotes()
        }
        return outlet == nil ? nil : result.map(model.line)
      }
      if let problem = outlet?.take(event, line) {
        status.change { $0.notice(problem) }
      }
      status.start()
    }
  }

  /// Starts, moves or stops the tone as the model requires.
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
    status.change { $0.referenceEnded(problem) }
  }

  /// The time between two frames; readings come a hundred times per second.
  private static let frameTime = Duration.milliseconds(33)

  func press(_ key: KeyPress) {
    guard status.shown.takesEveryKey || !Self.isQuit(key) else { return leave() }
    let (before, after) = status.change { model in
      let before = model.state.reference
      model.press(key)
      return (before, model.state.reference)
    }
    if after != before { follow(after) }
  }
}
