package import AudioDevices
import CommandIO
import LiveAudio
import Metronome
import SoundPrograms
import Synchronization
package import TerminalUI

#if canImport(Darwin)
  import Darwin  // signal numbers
#else
  import Glibc
#endif

/// The full-screen metronome: one task plays, one draws, keys and signals come in between.
package final class MetronomeApp: Sendable {
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
  private let start = ContinuousClock.now

  package init(
    program: MetronomeProgram, device: DeviceSelection, channelCount: Int, sampleRate: Double?,
    session: TerminalSession, capabilities: Capabilities, savedTempo: SavedTempo = .ofUser,
    sink: (any AudioSink)? = nil
  ) {
    status = Mutex(Status(model: MetronomeModel(map: program.map)))
    self.session = session
    self.capabilities = capabilities
    self.savedTempo = savedTempo
    let sink =
      sink ?? SpeakerSink(device: device, channelCount: channelCount, sampleRate: sampleRate)
    let log = log
    player = SoundPlayer(sink: sink) { format in
      try program.sound(
        sampleRate: format.sampleRate, channelCount: format.channelCount, log: log)
    }
  }

  /// Runs until the sound ends or the user quits, and gives the terminal back in any case.
  ///
  /// - Throws: `ExitStatus` after it has said why.
  package func run() async throws {
    let playing = Task { await play() }
    while !status.withLock({ $0.hasStarted || $0.isOver }) {
      try await Task.sleep(for: .milliseconds(5))  // a device that fails shows no empty screen
    }
    do {
      try await show()
    } catch OutputError.closed, OutputError.failed {
      leave()  // the terminal has gone, and with it the user
    }
    await playing.value
    try report()
  }

  private func play() async {
    do {
      try await player.play { [self] in take($0) }
      status.withLock { $0.isOver = true }
    } catch {
      status.withLock { status in
        status.error = error
        status.isOver = true
      }
    }
  }

  private func take(_ event: SoundPlayerEvent) {
    let time = time
    status.withLock { status in
      status.hasStarted = true
      status.model.take(event, time: time)
      if case .progress(let progress) = event {
        status.progress = progress
        status.heardFrame = Int64(progress.frameCount - progress.pendingFrameCount)
      }
    }
  }

  /// Seconds since the start.
  private var time: Double { (ContinuousClock.now - start) / .seconds(1) }

  private var isOver: Bool { status.withLock { $0.isOver } }

  /// What a user should know after the end.
  private func report() throws {
    let (error, progress) = status.withLock { ($0.error, $0.progress) }
    progress?.complainOfUnderruns()
    if let error { throw error }
  }
}

// MARK: - Screen, keys and signals

extension MetronomeApp {
  private func show() async throws {
    guard !isOver else { return }
    let watcher = watchSignals()
    try session.enter()
    defer { session.leave() }
    let keys = KeyReader(fileDescriptor: session.inputDescriptor) { [self] in press($0) }
    defer { withExtendedLifetime((watcher, keys)) {} }
    while !isOver {
      let now = time
      let state = status.withLock { status in
        status.model.hear(log.beat(at: status.heardFrame), at: status.heardFrame, time: now)
        return status.model.state
      }
      let size = session.size
      let view = MetronomeView(state: state, size: size, capabilities: capabilities)
      try session.draw(view.lines(), size: size)
      try await Task.sleep(for: Self.frameTime)
    }
  }

  private func press(_ key: KeyPress) {
    switch key {
    case .character("q"), .character("Q"), .escape: leave()
    default:
      let time = time
      guard let action = status.withLock({ $0.model.press(key, time: time) }) else { return }
      carryOut(action)
    }
  }

  private func carryOut(_ action: MetronomeModel.Action) {
    switch action {
    case .setTempo(let tempo): player.change { $0.track.setTempo(tempo) }
    case .setMuted(let isMuted): player.change { $0.track.isMuted = isMuted }
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

  /// Lets the sound fade out; ``run()`` ends when it is silent.
  private func leave() {
    status.withLock { $0.isLeaving = true }
    player.fadeOut()
  }

  private func watchSignals() -> SignalWatcher {
    SignalWatcher(SignalWatcher.endings + [SIGTSTP, SIGCONT]) { [self] number in
      switch number {
      case SIGTSTP: session.suspend()
      case SIGCONT: session.resume()
      case _ where status.withLock({ $0.isLeaving }):  // asked twice: do not wait for the fade
        session.abandon(status: 128 + number)
      default: leave()
      }
    }
  }

  private static let frameTime = Duration.milliseconds(25)
}
