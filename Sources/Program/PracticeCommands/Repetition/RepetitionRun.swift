import AudioFiles
import CommandKit
import Connections
import IntonationPractice
import LiveAudio
import MusicTheory

/// `--wait` and `--loop`: from the microphone or a recording to the report.
struct RepetitionRun {
  /// The score, or the passage that is repeated.
  let score: PracticeScore
  let concertPitch: ConcertPitch
  let naming: PracticeNaming
  let options: RepetitionOptions
  /// The path of a recording; `nil` for the microphone.
  let recording: String?
  /// The microphone; a name or a number.
  let microphone: String?
  let companion: CompanionOptions
  let time: TimeOptions

  private var source: any AudioSource {
    recording.map { FileSource(recording: $0, "scored") }
      ?? SavedSettings.load().microphone(named: microphone)
  }

  /// Waits for each note of the score.
  ///
  /// - Returns: What was played, and whether the end of the score was reached, or the user stopped.
  func waited() async throws -> (take: PracticeTake, isComplete: Bool) {
    let source = source
    let interruption = Interruption()
    let watcher = interruption.watchSignals(stopping: source)
    defer { withExtendedLifetime(watcher) {} }
    var session = WaitSession(
      score: score, concertPitch: concertPitch, naming: naming,
      prompter: Prompter(isPlain: options.plain), ignoresOctaves: options.ignoreOctave,
      interruption: interruption)
    if recording == nil { session.skipKey = EnterKey() }
    let result = try await session.run(source)
    let waiting = result.score
    if waiting.wrongCount > 0 || !waiting.skipped.isEmpty {
      complain("Wrong notes: \(waiting.wrongCount). Skipped: \(waiting.skipped.count).")
    }
    let take = PracticeTake(notes: result.notes)
    guard let next = waiting.next else { return (take, true) }
    let bar = score.place(atQuarter: next.onset).map { ", bar \($0.bar)" } ?? ""
    complain(
      """
      The score still waits for note \(waiting.position + 1) of \(score.notes.count), \
      \(naming.name(next.midiNumber, in: score))\(bar).
      """)
    return (take, interruption.isRequested)
  }

  /// Repeats the passage, in any tempo.
  ///
  /// - Returns: The loop, and whether it is done, or the user stopped it.
  func looped() async throws -> (session: LoopSession, isComplete: Bool) {
    if recording == nil, companion.play || time.hasClick { return try await loopedInTime() }
    let source = source
    let interruption = Interruption()
    let watcher = interruption.watchSignals(stopping: source)
    defer { withExtendedLifetime(watcher) {} }
    var session = LoopSession(
      score, under: concertPitch, naming: naming, options: options, tempo: nil,
      prompter: Prompter(isPlain: options.plain))
    try await session.run(source, interruption)
    return (session, session.loop.isDone || interruption.isRequested)
  }

  /// Repeats the passage with a click or its melody: each pass is a practice of its own, at the
  /// tempo that the passes before it have earned.
  private func loopedInTime() async throws -> (session: LoopSession, isComplete: Bool) {
    var session = LoopSession(
      score, under: concertPitch, naming: naming, options: options,
      tempo: companion.tempo ?? score.usualTempo, prompter: Prompter(isPlain: options.plain))
    if companion.play { session.evenPassage = score.withoutTempos }
    while !session.loop.isDone {
      var companion = companion
      companion.tempo = session.loop.tempo
      let practice = PracticeSession(
        score: score, concertPitch: concertPitch, companion: companion, time: time,
        microphone: microphone, mode: .loop)
      let take = try await practice.run()
      let isStopped = practice.interruption.isRequested
      // A pass that the user broke off does not count.
      guard !isStopped, !take.notes.isEmpty else { return (session, isStopped) }
      session.add(take.notes, take.plan)
    }
    return (session, true)
  }
}
