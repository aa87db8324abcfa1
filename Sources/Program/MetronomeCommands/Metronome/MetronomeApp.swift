import AudioDevices
import CommandKit
import Connections
import LiveAudio
import Metronome
import Synchronization

/// The full-screen metronome: one task plays, one draws and handles keys and signals in between.
final class MetronomeApp: Sendable {
  private struct Status {
    var model: MetronomeModel
    var heardFrame: Int64 = 0
    var hasStarted = false
    var isLeaving = false
    var isOver = false
    var progress: SoundPlayerProgress?
    var error: (any Error)?
  }

  private let status: Mutex<Status>
  private let log = BeatLog()
  private let player: SoundPlayer<MetronomeSound>
  private let session: TerminalSession
  private let capabilities: Capabilities
  private let savedTempo: SavedTempo
  private let guide: (any ClickTrackGuide)?
  private let start = ContinuousClock.now

  init(
    program: MetronomeProgram, device: DeviceSelection, channelCount: Int, sampleRate: Double?,
    session: TerminalSession, capabilities: Capabilities, savedTempo: SavedTempo = .ofUser,
    guide: (any ClickTrackGuide)? = nil, sink: (any AudioSink)? = nil
  ) {
    status = Mutex(Status(model: MetronomeModel(map: program.map)))
    self.session = session
    self.capabilities = capabilities
    self.savedTempo = savedTempo
    self.guide = guide
    let sink =
      sink ?? SpeakerSink(device: device, channelCount: channelCount, sampleRate: sampleRate)
    let log = log
    player = SoundPlayer(sink: sink) { format in
      try program.sound(
        sampleRate: format.sampleRate, channelCount: format.channelCount, log: log,
        guide: guide)
    }
  }

  /// Runs until the sound ends or the user quits, and restores the terminal in any case.
  ///
  /// - Throws: The error that stopped the sound or the drawing.
  func run() async throws {
    let playing = Task { await play() }
    try await show(on: session, every: Self.frameTime) { size in
      let now = time
      let session = guide?.session
      let state = status.withLock { status in
        status.model.state.session = session
        status.model.advance(to: log.beat(at: status.heardFrame), at: status.heardFrame, time: now)
        return status.model.state
      }
      return MetronomeView(state: state, size: size, capabilities: capabilities).lines()
    }
    await playing.value
    try report()
  }

  private func play() async {
    do {
      try await player.play { [self] in handle($0) }
      status.withLock { $0.isOver = true }
    } catch {
      status.withLock { status in
        status.error = error
        status.isOver = true
      }
    }
  }

  private func handle(_ event: SoundPlayerEvent) {
    guide?.take(event)
    let news = guide?.takeNews()
    let time = time
    status.withLock { status in
      status.hasStarted = true
      status.model.handle(event, time: time)
      if let news { status.model.notice(news, until: time + 8) }
      if case .progress(let progress) = event {
        status.progress = progress
        status.heardFrame = Int64(progress.frameCount - progress.pendingFrameCount)
      }
    }
  }

  /// Seconds since the start.
  private var time: Double { (ContinuousClock.now - start) / .seconds(1) }

  /// Reports underruns, and throws the error that stopped the sound.
  private func report() throws {
    let (error, progress) = status.withLock { ($0.error, $0.progress) }
    progress?.complainOfUnderruns()
    if let error { throw error }
  }
}

// MARK: - Keys

extension MetronomeApp: FullScreenProgram {
  var hasStarted: Bool { status.withLock { $0.hasStarted } }
  var isOver: Bool { status.withLock { $0.isOver } }
  var isLeaving: Bool { status.withLock { $0.isLeaving } }

  /// Lets the sound fade out; ``run()`` ends when it is silent.
  func leave() {
    status.withLock { $0.isLeaving = true }
    player.fadeOut()
  }

  func press(_ key: KeyPress) {
    switch key {
    case .character("q"), .character("Q"), .escape: leave()
    default:
      let (time, session) = (time, guide?.session)
      let (action, change) = status.withLock { status in
        status.model.state.session = session
        return (status.model.press(key, time: time), status.model.tempoChange)
      }
      if let action { carryOut(action, tempoChange: change) }
    }
  }

  private func carryOut(_ action: MetronomeModel.Action, tempoChange: Int) {
    switch action {
    case .setTempo(let tempo):
      if guide?.setTempo(tempo) != true {
        player.change { $0.setTempo(tempo, change: tempoChange) }
      }
    case .togglePlaying: guide?.togglePlaying()
    case .setMuted(let isMuted): player.change { $0.isMuted = isMuted }
    case .jump(let section): player.change { $0.track.jump(toSection: section) }
    case .save(let tempo): save(tempo)
    }
  }

  private func save(_ tempo: Tempo) {
    var text = "saved \(tempo.text) as the default"
    do throws(OutputError) {
      try savedTempo.write(tempo)
    } catch {
      text = error.description
    }
    let end = time + 3
    status.withLock { $0.model.notice(text, until: end) }
  }

  private static let frameTime = Duration.milliseconds(25)
}
