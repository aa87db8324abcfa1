import ArgumentParser
import AudioFiles
import CommandKit
import Connections
import IntonationPractice
import LiveAudio
import MusicTheory
import Plotting

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// The microphone or a recording.
extension PracticeCommand {
  /// The practice that the options ask for.
  func session(
    _ score: PracticeScore, _ concertPitch: ConcertPitch
  ) throws -> PracticeSession {
    var session = PracticeSession(score, under: concertPitch)
    let mode: PracticeMode =
      repetition.wait ? .wait : repetition.loop != nil ? .loop : .through
    let plan = try companion.plan(for: score, time, isRecorded: recording != nil)
    try session.follow(plan.suited(to: mode))
    session.choose(
      mode, ignoresOctaves: repetition.ignoreOctave, repetition.settings,
      tolerance: repetition.tolerance)
    session.endsBySilence = recording == nil
    session.isLive = recording == nil && session.mode == .through
    return session
  }

  /// Has the practice played.
  func take(_ session: PracticeSession) async throws -> PracticeRun.Take {
    let (naming, prompter) = (names.naming, Prompter(isPlain: repetition.plain))
    switch session.mode {
    case .wait:
      let key = recording == nil ? EnterKey() : nil
      let prompts = WaitPrompts(
        prompter: prompter, naming: naming, hasKey: key?.isAvailable == true)
      var run = run(prompts)
      run.skipKey = key
      let take = try await run.run(session)
      if let practice = take.session.waiting { prompts.complainOfRest(practice.waiting) }
      return take
    case .loop:
      return try await run(LoopPrompts(prompter: prompter, naming: naming)).run(session)
    case .through where recording != nil: return try await run(NoDisplay()).run(session)
    case .through where repetition.plain:
      return try await run(PracticeLines(naming: naming)).run(session)
    case .through:
      guard let terminal = screenSession() else {
        return try await run(PracticeStatus(naming: naming)).run(session)
      }
      let lane = PracticeLane(session, naming: naming)
      let run = run(lane)
      return try await lane.follow(on: terminal) { try await run.run(session) }
        ?? PracticeRun.Take(session: session)
    }
  }

  private func run(_ display: any PracticeDisplay) -> PracticeRun {
    PracticeRun(
      companion, hasCues: time.cues, recording: recording, microphone: device.microphone,
      display: display)
  }

  /// The terminal for the lane; `nil` for the status line.
  private func screenSession() -> TerminalSession? {
    let output = ByteOutput.standardOutput
    let capabilities = Capabilities(environment: .process, isTerminal: output.isTerminal)
    guard capabilities.canMoveCursor, let keyboard = TerminalSession.keyboardDescriptor() else {
      return nil
    }
    return TerminalSession(output: output, inputDescriptor: keyboard)
  }

  /// `--rhythm`: the first argument, if there is one, is the recording.
  func runRhythm(_ pattern: RhythmPattern) async throws {
    if let plot { try AtomicTextFile.requirePlace(plot) }
    let start = Date()
    let beats = pattern.score(eventCount: 1)
    var session = PracticeSession(beats, rhythm: pattern)
    try session.follow(companion.plan(for: beats, time, isRecorded: score != nil))
    session.endsBySilence = score == nil
    let run = PracticeRun(
      companion, recording: score, microphone: device.microphone,
      display: score == nil ? PracticeStatus() : NoDisplay())
    let take = try await run.run(session)
    let judgement = take.session.judgement
    guard let result = judgement.rhythm else { return }
    var isRecorded = true
    if history ?? (score == nil) {
      isRecorded = RhythmRecord(
        title: "Practice: rhythm \(time.rhythm ?? "")", timing: result.timing,
        source: score ?? "microphone"
      ).write(start: start)
    }
    let report = RhythmReport(
      title: "Rhythm in \(time.rhythm ?? "")", take: take, result: result)
    try ByteOutput.standardOutput.write((json ? report.json : report.text) + "\n")
    guard result.rhythm.onsets.contains(where: { $0 != nil }) else {
      complain("No sound was heard.")
      throw ExitStatus.nothingDone
    }
    if let plot { try write(report.plot.picture(PlotFormat(path: plot)), to: plot) }
    guard isRecorded else { throw ExitStatus.someFailed }
  }
}
