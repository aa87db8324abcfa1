import CommandKit
import IntonationPractice

/// What a player who is waited for is to play next, and what became of the last note.
struct WaitPrompts: PracticeDisplay {
  let prompter: Prompter
  let naming: PracticeNaming
  /// Whether there is a key that skips a note.
  let hasKey: Bool

  func invite(_ session: PracticeSession) {
    let waiting = WaitingScore(session.score, under: session.concertPitch)
    prompter.tell(prompt(waiting) + (hasKey ? " Enter skips it." : ""))
  }

  func show(_ event: PracticeSession.Event, _ session: PracticeSession) {
    guard let practice = session.waiting else { return }
    let score = practice.waiting
    switch event {
    case .skip:
      guard let skipped = score.skipped.last else { return }
      prompter.tell("\(name(score.score.notes[skipped], score)) skipped. \(prompt(score))")
    case .answer: tell(practice.answer, score)
    case .heard, .cue, .pass: break
    }
  }

  func end() { prompter.clear() }

  private func tell(_ answer: WaitingScore.Answer?, _ score: WaitingScore) {
    switch answer {
    case .right(let index, let cents):
      prompter.tell(
        "\(name(score.score.notes[index], score)) right, \(LoopText.deviation(cents)). "
          + prompt(score))
    case .octave(let octaves):
      let distance = abs(octaves) == 1 ? "an octave" : "\(abs(octaves)) octaves"
      prompter.tell(
        "Right note, but \(distance) too \(octaves > 0 ? "high" : "low"). \(prompt(score))")
    case .wrong(let number):
      prompter.tell("Not that: \(naming.name(number, in: score.score)). \(prompt(score))")
    case nil: break
    }
  }

  /// For example `Play E4, bar 2 (3 of 15).`
  private func prompt(_ score: WaitingScore) -> String {
    guard let note = score.next else { return "That was the last note." }
    let bar = score.score.place(atQuarter: note.onset).map { ", bar \($0.bar.label)" } ?? ""
    let grace = note.isGrace ? ", a grace note, or the next" : ""
    let count = "\(score.position + 1) of \(score.score.notes.count)"
    return "Play \(name(note, score))\(grace)\(bar) (\(count))."
  }

  private func name(_ note: PracticeNote, _ score: WaitingScore) -> String {
    naming.name(note, in: score.score)
  }

  /// Says what was wrong or left out, and what the score still waits for.
  func complainOfRest(_ waiting: WaitingScore) {
    if waiting.wrongCount > 0 || !waiting.skipped.isEmpty {
      complain("Wrong notes: \(waiting.wrongCount). Skipped: \(waiting.skipped.count).")
    }
    guard let next = waiting.next else { return }
    let bar = waiting.score.place(atQuarter: next.onset).map { ", bar \($0.bar.label)" } ?? ""
    complain(
      """
      The score still waits for note \(waiting.position + 1) of \(waiting.score.notes.count), \
      \(name(next, waiting))\(bar).
      """)
  }
}

/// Each pass of a loop, with what was not right.
struct LoopPrompts: PracticeDisplay {
  let prompter: Prompter
  let naming: PracticeNaming

  func invite(_ session: PracticeSession) {
    guard session.plan.companion == nil else { return }
    prompter.tell("Play \(naming.beginning(of: session.score)), again and again. Ctrl-C ends.")
  }

  func show(_ event: PracticeSession.Event, _ session: PracticeSession) {
    guard case .pass = event, let loop = session.loop, let pass = loop.passes.last,
      let played = session.passes.last
    else { return }
    let text = LoopText(session.score, naming).text(pass.verdict, played.result)
    prompter.leave("Pass \(loop.passes.count)\(Self.text(pass.tempo)): \(text) \(next(loop))")
  }

  func end() { prompter.clear() }

  /// What is next after a pass.
  private func next(_ loop: PracticeLoop) -> String {
    if loop.isDone { return "Done." }
    return "Right in a row: \(loop.streak) of \(loop.settings.goal). Again\(Self.text(loop.tempo))."
  }

  private static func text(_ tempo: Double?) -> String {
    tempo.map { " at \($0.formatted(decimals: 0))" } ?? ""
  }
}
