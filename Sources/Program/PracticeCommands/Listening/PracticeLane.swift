import CommandKit
import IntonationPractice
import LiveAudio
import MusicTheory
import Synchronization

/// The state that the lane and the listening task share.
final class PracticeLane: ListeningProgram {
  let status: ScreenStatus<LaneState>
  private let score: PracticeScore
  private let concertPitch: ConcertPitch
  private let onLeave = Mutex<(@Sendable () -> Void)?>(nil)
  /// Returns the time since the start of the score by the click, in seconds; `nil` without one.
  private let clock = Mutex<(@Sendable () -> Double?)?>(nil)
  private let scoreClock: ScoreClock?
  private let octaves = Mutex(0)
  private let hasLeft = Mutex(false)

  init(_ session: PracticeSession, naming: PracticeNaming) {
    let score = session.score
    var state = LaneState()
    state.title = score.title.printable
    state.notes = score.notes.map {
      LaneState.Note(
        name: naming.name($0, in: score), number: $0.number, onset: $0.onset,
        duration: $0.duration)
    }
    state.bars = score.bars.map { ($0.number.label, $0.onset) }
    status = ScreenStatus(state)
    (self.score, concertPitch) = (score, session.concertPitch)
    scoreClock = ScoreClock(score, tempo: session.plan.tempo)
  }

  /// Sets what ends the playing, and what tells the time of the click.
  func connect(
    onLeave: @escaping @Sendable () -> Void, clock: (@Sendable () -> Double?)? = nil
  ) {
    self.onLeave.withLock { $0 = onLeave }
    self.clock.withLock { $0 = clock }
  }

  /// The listening ends, and then the lane.
  func leave() {
    hasLeft.withLock { $0 = true }
    if let stop = onLeave.withLock({ $0 }) { stop() } else { status.finish(nil) }
  }

  var isLeaving: Bool { hasLeft.withLock { $0 } }

  /// Shows the lane while somebody listens.
  ///
  /// - Parameters:
  ///   - session: The terminal.
  ///   - listen: Listens until the player has ended.
  /// - Returns: What it returns; `nil` if it ended before anything was heard.
  /// - Throws: What it throws.
  func follow<Heard: Sendable>(
    on session: TerminalSession, _ listen: @escaping @Sendable () async throws -> Heard
  ) async throws -> Heard? {
    let heard = Mutex<Heard?>(nil)
    let listening = Task {
      await self.status.follow {
        let result = try await listen()
        heard.withLock { $0 = result }
      }
    }
    let capabilities = Capabilities(
      environment: .process, isTerminal: ByteOutput.standardOutput.isTerminal)
    try await show(on: session, every: .milliseconds(40)) { lines($0, capabilities) }
    await listening.value
    try status.throwError()
    return heard.withLock { $0 }
  }
}

extension PracticeLane: PracticeDisplay {
  func show(_ event: PracticeSession.Event, _ session: PracticeSession) {
    guard case .heard = event, session.notes.count <= PracticeScore.mostLive,
      let result = session.judgement.result
    else { return }
    octaves.withLock { $0 = result.octaves }
    let next = result.notes.lastIndex { $0.played != nil }.map { $0 + 1 }
    status.change { state in
      for index in state.notes.indices {
        state.notes[index].played =
          result.notes[index].played == nil
          ? nil : LaneState.Played(session.judgement, at: index)
      }
      // Without a click, the lane waits for the next note.
      if let next { state.position = score.notes[min(next, score.notes.count - 1)].onset }
      state.message =
        "\(result.rightCount) right, \(result.wrongCount) wrong, \(result.extraCount) too many"
    }
  }

  func show(pitch: Double?) {
    let number = pitch.map {
      concertPitch.midiNumber(of: $0) - 12 * Double(octaves.withLock { $0 })
    }
    status.change { $0.pitch = number }
  }

  func begin() {
    status.change { $0.message = "Play, and stop for some seconds at the end, or press q." }
    status.start()
  }

  func show(_ notice: SoundNotice) {
    let end = notice.duration.isFinite ? ContinuousClock.now + .seconds(notice.duration) : nil
    status.change { $0.notice = LaneState.Notice(text: notice.text, end: end) }
  }

  /// Returns a frame.
  ///
  /// - Parameters:
  ///   - size: The size of the terminal.
  ///   - capabilities: What the terminal can show.
  ///   - now: The time at which notices may have passed.
  /// - Returns: One string per row.
  func lines(
    _ size: TerminalSize, _ capabilities: Capabilities, at now: ContinuousClock.Instant = .now
  ) -> [String] {
    var state = status.change { state in
      if let end = state.notice?.end, now >= end { state.notice = nil }
      return state
    }
    if let clock = clock.withLock({ $0 }), let time = clock() {
      state.position = scoreClock?.quarter(atSeconds: time) ?? time
    }
    return PracticeLaneView(state: state, size: size, capabilities: capabilities).lines()
  }
}

extension LaneState.Played {
  /// What became of a note while the playing goes on.
  init(_ judgement: PracticeJudgement, at index: Int) {
    let note = judgement.result?.notes[index]
    self.init(
      cents: note?.isWrong == true ? nil : note?.cents, late: judgement.timing.lateSoFar(at: index))
  }
}
