import ArgumentParser
import AudioFiles
import CommandKit
import Connections
import IntonationPractice
import LiveAudio
import Metronome
import MusicTheory
import Plotting
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// The microphone or a recording.
extension PracticeCommand {
  func take(
    _ score: PracticeScore, _ concertPitch: ConcertPitch
  ) async throws -> PracticeTake {
    var session = PracticeSession(
      score: score, concertPitch: concertPitch, companion: companion, time: time,
      microphone: device.microphone)
    if time.cues {
      session.cues = PracticeCues(
        LiveScore(score: score, concertPitch: concertPitch, plan: session.plan))
    }
    if let recording {
      let source = FileSource(recording: recording, "scored")
      let listener = NoteListener(score: score, concertPitch: concertPitch, pause: nil)
      let heard = try await listener.run(source) { _ in }
      return PracticeTake(notes: heard.notes, onsets: heard.onsets, plan: session.plan)
    }
    let naming = names.naming
    if repetition.plain {
      session.display = PracticeLines(
        score, concertPitch: concertPitch, plan: session.plan, naming: naming)
      return try await session.run()
    }
    if let terminal = screenSession() {
      let lane = PracticeLane(
        score, concertPitch: concertPitch, plan: session.plan, naming: naming)
      session.display = lane
      let shown = session
      return try await lane.follow(on: terminal) { try await shown.run() }
        ?? PracticeTake(plan: session.plan)
    }
    return try await withStatusLine(session)
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

  private func withStatusLine(_ session: PracticeSession) async throws -> PracticeTake {
    let (score, concertPitch, naming) = (session.score, session.concertPitch, names.naming)
    let numbers = score.notes.map(\.midiNumber)
    let names = score.notes.prefix(12).map { naming.name($0.midiNumber, in: score) }.joined(
      separator: " ")
    let pause = companion.pause(for: score) ?? PracticeListener.usualPause
    let status = StatusLine()
    status.show(
      "Play \(names)\(numbers.count > 12 ? " ..." : "") and stop for \(pause.formatted(decimals: 0)) s, "
        + "or press Ctrl-C.")
    defer { status.clear() }
    let count = Atomic(0)
    var session = session
    session.report = { note in
      let number = count.wrappingAdd(1, ordering: .relaxed).newValue
      let near = concertPitch.nearestNote(to: note.frequency)
      status.show(
        "\(number) of \(numbers.count)   \(near.map { naming.name($0.midiNumber, in: score) } ?? "")   "
          + "\(note.frequency.formatted(decimals: 1)) Hz")
    }
    return try await session.run()
  }

  /// `--rhythm`: the first argument, if there is one, is the recording.
  func runRhythm(_ pattern: RhythmPattern, _ meter: Meter) async throws {
    let practice = RhythmPractice(
      meter: meter, pattern: pattern, companion: companion, time: time,
      microphone: device.microphone)
    if let plot { try AtomicTextFile.requirePlace(plot) }
    let start = Date()
    let status = StatusLine()
    defer { status.clear() }
    let result =
      if let recording = score { try await practice.score(recording: recording) } else {
        try await practice.run(status)
      }
    status.clear()
    var isRecorded = true
    if history ?? (score == nil) {
      isRecorded = RhythmRecord(
        title: "Practice: rhythm \(time.rhythm ?? "")", timing: result.timing,
        source: score ?? "microphone"
      ).write(start: start)
    }
    let title = "Rhythm in \(time.rhythm ?? "")"
    let report = RhythmReport(title: title, result: result)
    try ByteOutput.standardOutput.write((json ? report.json : report.text) + "\n")
    guard result.rhythm.onsets.contains(where: { $0 != nil }) else {
      complain("No sound was heard.")
      throw ExitStatus.nothingDone
    }
    if let plot { try write(report.plot.picture(PlotFormat(path: plot)), to: plot) }
    guard isRecorded else { throw ExitStatus.someFailed }
  }
}
