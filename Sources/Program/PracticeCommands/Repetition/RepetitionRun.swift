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

  private var source: any AudioSource {
    recording.map { FileSource(recording: $0, "scored") }
      ?? SavedSettings.load().microphone(named: microphone)
  }

  /// Waits for each note of the score.
  ///
  /// - Returns: What was played, and whether the end of the score was reached, or the user stopped.
  func waited() async throws -> (notes: [PlayedNote], isComplete: Bool) {
    let source = source
    let interruption = Interruption()
    let watcher = interruption.watchSignals(stopping: source)
    defer { withExtendedLifetime(watcher) {} }
    var session = WaitSession(
      score: score, concertPitch: concertPitch, naming: naming,
      prompter: Prompter(isPlain: options.plain), interruption: interruption)
    if recording == nil { session.skipKey = EnterKey() }
    let result = try await session.run(source)
    let waiting = result.score
    if waiting.wrongCount > 0 || !waiting.skipped.isEmpty {
      complain("Wrong notes: \(waiting.wrongCount). Skipped: \(waiting.skipped.count).")
    }
    guard let next = waiting.next else { return (result.notes, true) }
    let bar = score.place(atQuarter: next.onset).map { ", bar \($0.bar)" } ?? ""
    complain(
      """
      The score still waits for note \(waiting.position + 1) of \(score.notes.count), \
      \(naming.name(next.midiNumber, in: score))\(bar).
      """)
    return (result.notes, interruption.isRequested)
  }

  /// Repeats the passage, in any tempo.
  ///
  /// - Returns: The loop, and whether it is done, or the user stopped it.
  func looped() async throws -> (session: LoopSession, isComplete: Bool) {
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
}
