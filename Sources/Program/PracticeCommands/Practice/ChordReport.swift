import ChordPractice
import CommandKit
import IntonationPractice
import MusicTheory

/// The report of `kammerton practice --chords`, as text and JSON.
final class ChordReport {
  let score: ChordScore
  let result: ChordResult
  /// The times of the steps; `nil` for a player who waits for answers.
  let timing: Timing?
  /// True if times were asked for.
  let isTimeWanted: Bool
  /// The tuning that notes are compared with, such as `A4 = 440 Hz, just`.
  let tuning: String
  let naming: PracticeNaming

  init(
    score: ChordScore, result: ChordResult, timing: Timing?, isTimeWanted: Bool, tuning: String,
    naming: PracticeNaming
  ) {
    (self.score, self.result, self.timing) = (score, result, timing)
    (self.isTimeWanted, self.tuning, self.naming) = (isTimeWanted, tuning, naming)
  }

  /// The times, if they are worth a word.
  var shownTiming: Timing? {
    timing.flatMap { isTimeWanted || $0.followsBeat ? $0 : nil }
  }

  private var verdict: ChordVerdict { ChordVerdict(result, shownTiming) }

  private func name(_ number: Int, _ microtone: Double = 0) -> String {
    naming.name(number, microtone: microtone, in: score.outline)
  }

  private var headline: String { verdict.sentence(of: score, result) { name($0, $1) } }

  var text: String {
    var lines = ["\(score.outline.title.printable)   \(tuning)", "", headline, ""]
    if let spread = result.spread {
      lines.append(
        "All notes   \(result.offset.signed(decimals: 1)) cents from the concert pitch, "
          + "spread \(spread.formatted(decimals: 1)) cents")
    } else {
      lines.append("All notes   none was recognised")
    }
    let hidden = result.hiddenCount > 0 ? ", \(result.hiddenCount) not told apart" : ""
    lines.append(
      "Notes       \(result.rightCount) right, \(result.wrongCount) wrong, "
        + "\(result.missingCount) missing, \(result.extraNoteCount) too many\(hidden)")
    lines.append(
      "Chords      \(result.steps.count - result.missingStepCount) played, "
        + "\(result.missingStepCount) missing, \(result.extra.count) too many")
    if result.octaves != 0 {
      lines.append(
        "Octaves     \(abs(result.octaves)) \(result.octaves > 0 ? "higher" : "lower") "
          + "than the score")
    }
    if let shownTiming { lines += TimingReport(timing: shownTiming, latency: nil).lines }
    lines += stepLines
    if result.hiddenCount > 0 {
      lines += ["", "?  hides behind another note, as an octave does: it may have been played"]
    }
    return lines.joined(separator: "\n")
  }

  /// Each step with its notes and their cents.
  private var stepLines: [String] {
    let late = shownTiming?.notes.map { $0.late }
    var lines = ["", "Bar  beat   " + (late == nil ? "" : "ms      ") + "notes and cents"]
    for (index, step) in result.steps.enumerated() {
      let place = score.outline.place(atQuarter: score.steps[index].onset)
      let beat = place?.beat.map { $0.formatted(decimals: 2) } ?? ""
      var line = TimingReport.pad(place?.bar.label ?? "\(index + 1)", 5)
      line += TimingReport.pad(beat.hasSuffix(".00") ? String(beat.dropLast(3)) : beat, 7)
      if let late {
        line += TimingReport.pad(late[index].map { $0.signed(decimals: 0) } ?? "-", 8)
      }
      lines.append(line + text(step))
    }
    return lines
  }

  private func text(_ step: ChordResult.Step) -> String {
    guard !step.isMissing else {
      return step.notes.map { name($0.note.midiNumber, $0.note.microtone) }.joined(separator: "+")
        + " missing"
    }
    var parts = step.notes.map { note in
      let own = name(note.note.midiNumber, note.note.microtone)
      return switch note.state {
      case .right(let cents): "\(own) \(cents.signed(decimals: 1))"
      case .wrong(let number): "\(own) wrong: \(name(number))"
      case .missing: "\(own) missing"
      case .hidden: "\(own) ?"
      }
    }
    if !step.extra.isEmpty {
      parts.append("too many: \(step.extra.map { name($0) }.joined(separator: " "))")
    }
    return parts.joined(separator: "   ")
  }

  /// The report as one JSON object.
  var json: JSON {
    let verdict = verdict
    let members: JSON = [
      "title": .text(score.outline.title), "tuning": .text(tuning),
      "offset": .number(result.offset, decimals: 3), "spread": .number(result.spread, decimals: 3),
      "octaves": .number(result.octaves),
      "extra": .array(result.extra.map { .number($0, decimals: 3) }),
      "steps": .array(result.steps.indices.map { json(step: $0) }),
      "verdict": [
        "kind": .text("\(verdict.finding.name)"), "from": .number(verdict.played.lowerBound + 1),
        "to": .number(verdict.played.upperBound), "sentence": .text(headline),
      ],
    ]
    return Provenance.program + members
  }

  private func json(step index: Int) -> JSON {
    let (step, written) = (result.steps[index], score.steps[index])
    let place = score.outline.place(atQuarter: written.onset)
    let bar = place.map { place -> JSON in
      place.bar.name.map { .text($0) } ?? .number(place.bar.value)
    }
    return [
      "quarter": .number(written.onset, decimals: 3), "bar": bar ?? .null,
      "beat": .number(place?.beat, decimals: 3), "time": .number(step.onset, decimals: 3),
      "attack": .bool(step.hasAttack),
      "late": .number(shownTiming?.notes[index].late, decimals: 2),
      "notes": .array(step.notes.map { json(note: $0) }),
      "extra": .array(step.extra.map { .text(english($0)) }),
    ]
  }

  private func json(note: ChordResult.Note) -> JSON {
    var (state, instead) = ("right", JSON.null)
    switch note.state {
    case .right: break
    case .wrong(let number): (state, instead) = ("wrong", .text(english(number)))
    case .missing: state = "missing"
    case .hidden: state = "hidden"
    }
    return [
      "note": .text(english(note.note.midiNumber)),
      "microtone": .number(note.note.microtone, decimals: 2), "state": .text(state),
      "cents": .number(note.cents, decimals: 3),
      "frequency": .number(note.frequency, decimals: 4), "instead": instead,
    ]
  }

  private func english(_ number: Int) -> String {
    Note(midiNumber: number, spelling: score.outline.spelling).asciiDescription
  }
}
