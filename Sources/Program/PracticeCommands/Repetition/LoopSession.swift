import CommandKit
import Connections
import IntonationPractice
import LiveAudio
import MusicTheory

/// `kammerton practice --loop`: a passage again and again.
struct LoopSession {
  /// A pass that was played.
  struct Pass: Sendable {
    var notes: [PlayedNote]
    var result: Intonation
    var plan = TimingPlan()
  }

  /// The score of the passage.
  let passage: PracticeScore
  let concertPitch: ConcertPitch
  let naming: PracticeNaming
  /// The largest deviation of a right note, in cents.
  let tolerance: Double
  let prompter: Prompter
  /// The passage at one tempo, if it is played so; `nil` for its own tempos.
  var evenPassage: PracticeScore?
  private(set) var loop: PracticeLoop
  private(set) var passes: [Pass] = []

  init(
    _ passage: PracticeScore, under concertPitch: ConcertPitch, naming: PracticeNaming,
    options: RepetitionOptions, tempo: Double?, prompter: Prompter
  ) {
    self.passage = passage
    self.concertPitch = concertPitch
    self.naming = naming
    self.prompter = prompter
    tolerance = options.tolerance
    loop = PracticeLoop(tempo: tempo, options.settings)
  }

  /// Finds one pass after another in a source, in any tempo, until the loop is done.
  mutating func run(_ source: any AudioSource, _ interruption: Interruption) async throws {
    var splitter = PassSplitter(passage, under: concertPitch)
    prompter.tell(invitation)
    let playing = FollowedPlaying(
      score: passage, concertPitch: concertPitch, interruption: interruption)
    var session = self
    try await playing.run(source) { event in
      switch event {
      case .pitch: break
      case .note(let note):
        for notes in splitter.add(note) where !session.loop.isDone { session.add(notes) }
      case .silence(let seconds):
        guard seconds > splitter.pause, let notes = splitter.finish() else { break }
        session.add(notes)
      }
      return !session.loop.isDone
    }
    if !session.loop.isDone, let notes = splitter.finish() { session.add(notes) }
    prompter.clear()
    self = session
  }

  /// Takes the next pass.
  ///
  /// - Parameters:
  ///   - notes: The notes that were played.
  ///   - plan: What their times are compared with.
  mutating func add(_ notes: [PlayedNote], _ plan: TimingPlan = TimingPlan()) {
    let result = Intonation(passage, played: notes, concertPitch: concertPitch)
    let timing = Timing(evenPassage ?? passage, result, plan: plan)
    let tempo = loop.tempo
    let verdict = loop.add(result, timing: timing, tolerance: tolerance)
    passes.append(Pass(notes: notes, result: result, plan: plan))
    let number = "Pass \(passes.count)" + (tempo.map { " at \(Self.text(tempo: $0))" } ?? "")
    prompter.leave("\(number): \(LoopText(passage, naming).text(verdict, result)) \(next)")
  }

  private var invitation: String {
    let names = passage.notes.prefix(12).map { naming.name($0.midiNumber, in: passage) }
    return """
      Play \(names.joined(separator: " "))\(passage.notes.count > 12 ? " ..." : ""), again and again. \
      Ctrl-C ends.
      """
  }

  /// What is next after a pass.
  private var next: String {
    if loop.isDone { return "Done." }
    let tempo = loop.tempo.map { " at \(Self.text(tempo: $0))" } ?? ""
    return "Right in a row: \(loop.streak) of \(loop.settings.goal). Again\(tempo)."
  }

  private static func text(tempo: Double) -> String { tempo.formatted(decimals: 0) }
}

/// Verdicts on passes, in words.
struct LoopText {
  private let passage: PracticeScore
  private let naming: PracticeNaming

  init(_ passage: PracticeScore, _ naming: PracticeNaming) {
    (self.passage, self.naming) = (passage, naming)
  }

  /// For example `not right: 1 wrong, E4 34 cents sharp in bar 6.`
  func text(_ verdict: PassVerdict, _ result: Intonation) -> String {
    guard !verdict.isRight else { return "right." }
    var faults: [String] = []
    if verdict.isTransposed {
      faults.append("all of it \(WaitSession.deviation(verdict.offset))")
    }
    if verdict.wrongCount > 0 { faults.append("\(verdict.wrongCount) wrong") }
    if verdict.missingCount > 0 { faults.append("\(verdict.missingCount) missing") }
    if verdict.extraCount > 0 { faults.append("\(verdict.extraCount) too many") }
    for index in verdict.outOfTune.prefix(3) {
      let note = result.notes[index]
      let bar = passage.place(atQuarter: note.note.onset).map { " in bar \($0.bar)" } ?? ""
      let name = naming.name(note.note.midiNumber, in: passage)
      faults.append("\(name) \(WaitSession.deviation(note.cents ?? 0))\(bar)")
    }
    if !verdict.offBeat.isEmpty { faults.append("\(verdict.offBeat.count) not in time") }
    if verdict.outOfTune.count > 3 {
      faults.append("\(verdict.outOfTune.count - 3) more out of tune")
    }
    return "not right: \(faults.joined(separator: ", "))."
  }
}

/// The report of a loop, as text and JSON.
struct LoopReport {
  let session: LoopSession
  let tuning: String

  private var title: String { session.passage.title }

  var text: String {
    let loop = session.loop
    var lines = ["\(title.printable)   \(tuning)", ""]
    let goal =
      loop.settings.goal == 1 ? "right once" : "right \(loop.settings.goal) times in a row"
    let count = "\(loop.passes.count) pass\(loop.passes.count == 1 ? "" : "es")"
    lines.append(
      loop.isDone
        ? "Done        \(goal), after \(count)"
        : "Not done    \(count), right in a row at the end: \(loop.streak) of \(loop.settings.goal)"
    )
    lines.append("")
    for (index, pass) in loop.passes.enumerated() {
      let tempo = pass.tempo.map { "at \($0.formatted(decimals: 0))  " } ?? ""
      let text = LoopText(session.passage, session.naming)
        .text(pass.verdict, session.passes[index].result)
      lines.append("Pass \("\(index + 1)".right(3))   \(tempo)\(text)")
    }
    return lines.joined(separator: "\n")
  }

  var json: String {
    let passes = zip(session.loop.passes, session.passes).map { pass, played in
      let names = pass.verdict.outOfTune.map {
        session.passage.name(of: played.result.notes[$0].note).asciiDescription.jsonQuoted
      }
      return """
        {"right": \(pass.verdict.isRight), "tempo": \(Self.number(pass.tempo, decimals: 2)), \
        "time": \(Self.number(played.notes.first?.onset, decimals: 3)), \
        "wrong": \(pass.verdict.wrongCount), "missing": \(pass.verdict.missingCount), \
        "extra": \(pass.verdict.extraCount), "outOfTune": [\(names.joined(separator: ", "))], \
        "offBeat": \(pass.verdict.offBeat.count), "worst": \(Self.number(pass.verdict.worst, decimals: 3)), \
        "offset": \(Self.number(pass.verdict.offset, decimals: 3))}
        """
    }
    return """
      {"title": \(title.jsonQuoted), "tuning": \(tuning.jsonQuoted), "done": \(session.loop.isDone), \
      "passes": [\(passes.joined(separator: ", "))]}
      """
  }

  private static func number(_ value: Double?, decimals: Int) -> String {
    value.map { $0.formatted(decimals: decimals) } ?? "null"
  }
}
