import CommandKit
import IntonationPractice
import MusicTheory

/// Verdicts on passes, in words.
struct LoopText {
  private let passage: PracticeScore
  private let naming: PracticeNaming

  init(_ passage: PracticeScore, _ naming: PracticeNaming) {
    (self.passage, self.naming) = (passage, naming)
  }

  /// For example `not right: 1 wrong, E4 34 cents sharp in bar 6.`
  func text(_ verdict: PassVerdict, _ result: Intonation?) -> String {
    guard !verdict.isRight else { return "right." }
    var faults: [String] = []
    if verdict.isTransposed {
      faults.append("all of it \(Self.deviation(verdict.offset))")
    }
    if verdict.wrongCount > 0 { faults.append("\(verdict.wrongCount) wrong") }
    if verdict.missingCount > 0 { faults.append("\(verdict.missingCount) missing") }
    if verdict.extraCount > 0 { faults.append("\(verdict.extraCount) too many") }
    for index in verdict.outOfTune.prefix(3) {
      let note = passage.notes[index]
      let bar = passage.place(atQuarter: note.onset).map { " in bar \($0.bar.label)" } ?? ""
      let name = naming.name(note, in: passage)
      faults.append("\(name) \(Self.deviation(result?.notes[index].cents ?? 0))\(bar)")
    }
    if !verdict.offBeat.isEmpty { faults.append("\(verdict.offBeat.count) not in time") }
    if verdict.outOfTune.count > 3 {
      faults.append("\(verdict.outOfTune.count - 3) more out of tune")
    }
    return "not right: \(faults.joined(separator: ", "))."
  }

  /// For example `12 cents sharp`.
  static func deviation(_ cents: Double) -> String {
    let amount = Int(cents.magnitude.rounded())
    guard amount > 0 else { return "in tune" }
    return "\(amount) cent\(amount == 1 ? "" : "s") \(cents > 0 ? "sharp" : "flat")"
  }
}

/// The report of a loop, as text and JSON.
final class LoopReport {  // copies of so large a structure would take much code
  let session: PracticeSession
  let loop: PracticeLoop
  let naming: PracticeNaming
  let tuning: String

  init(session: PracticeSession, loop: PracticeLoop, naming: PracticeNaming, tuning: String) {
    (self.session, self.loop, self.naming, self.tuning) = (session, loop, naming, tuning)
  }

  private var title: String { session.score.title }

  var text: String {
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
      let text = LoopText(session.score, naming).text(pass.verdict, session.passes[index].result)
      lines.append("Pass \("\(index + 1)".right(3))   \(tempo)\(text)")
    }
    return lines.joined(separator: "\n")
  }

  var json: String {
    let passes = zip(loop.passes, session.passes).map { pass, played in
      let names = pass.verdict.outOfTune.map {
        session.score.name(of: session.score.notes[$0]).asciiDescription.jsonQuoted
      }
      return """
        {"right": \(pass.verdict.isRight), "tempo": \(Self.number(pass.tempo, decimals: 2)), \
        "time": \(Self.number(played.take.notes.first?.onset, decimals: 3)), \
        "wrong": \(pass.verdict.wrongCount), "missing": \(pass.verdict.missingCount), \
        "extra": \(pass.verdict.extraCount), "outOfTune": [\(names.joined(separator: ", "))], \
        "offBeat": \(pass.verdict.offBeat.count), "worst": \(Self.number(pass.verdict.worst, decimals: 3)), \
        "offset": \(Self.number(pass.verdict.offset, decimals: 3))}
        """
    }
    let head: JSON = [
      "title": .text(title), "tuning": .text(tuning), "done": .bool(loop.isDone),
    ]
    return (Provenance.program + head).line(
      followedBy: "\"passes\": [\(passes.joined(separator: ", "))]")
  }

  private static func number(_ value: Double?, decimals: Int) -> String {
    value.map { $0.formatted(decimals: decimals) } ?? "null"
  }
}
