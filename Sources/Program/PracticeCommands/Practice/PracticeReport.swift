import CommandKit
import InstrumentTuning
import IntonationPractice
import MusicTheory
import Plotting
import SessionHistory

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The report of `kammerton practice`, as text, JSON and plots.
final class PracticeReport {  // copies of so large a structure would take much code
  let take: PracticeRun.Take
  let result: Intonation
  /// False for a player who waits for answers, and so has no tempo.
  var isTimed = true
  /// True if times were asked for.
  var isTimeWanted = false
  /// The tuning that notes are compared with, such as `A4 = 440 Hz, just`.
  let tuning: String
  let naming: PracticeNaming

  init(
    take: PracticeRun.Take, result: Intonation, tuning: String,
    naming: PracticeNaming = PracticeNaming()
  ) {
    (self.take, self.result, self.tuning, self.naming) = (take, result, tuning, naming)
  }

  var score: PracticeScore { take.session.score }
  var concertPitch: ConcertPitch { take.session.concertPitch }

  func name(_ note: PracticeNote) -> String { naming.name(note, in: score) }

  var text: String {
    var lines = ["\(score.title.printable)   \(tuning)", "", headline, ""]
    if let spread = result.spread {
      lines.append(
        "All notes   \(result.offset.signed(decimals: 1)) cents from "
          + (score.isPerformance ? "the recording, " : "the concert pitch, ")
          + "spread \(spread.formatted(decimals: 1)) cents")
    } else {
      lines.append("All notes   none was recognised")
    }
    lines.append(
      "Notes       \(result.rightCount) right, \(result.wrongCount) wrong, "
        + "\(result.missingCount) missing, \(result.extraCount) too many"
    )
    if result.octaves != 0 {
      let direction = result.octaves > 0 ? "higher" : "lower"
      lines.append("Octaves     \(abs(result.octaves)) \(direction) than the score")
    }
    lines += firstPitchLines
    if let shownTiming { lines += shownTiming.lines + noteLines(shownTiming.timing) }
    lines += ["", "Note   times   cents        first     last"]
    for row in result.pitches {
      let cents =
        row.cents.signed(decimals: 1)
        + (row.error.map { " ±\($0.formatted(decimals: 1))" } ?? "")
      lines.append(
        Self.pad(naming.name(row.midiNumber, microtone: row.microtone, in: score), 7)
          + Self.pad("\(row.count)", 8)
          + Self.pad(cents, 13) + Self.pad(row.firstCents?.signed(decimals: 1) ?? "-", 10)
          + (row.lastCents?.signed(decimals: 1) ?? "-"))
    }
    guard !result.steps.isEmpty else { return lines.joined(separator: "\n") }
    lines += ["", "Interval              times   wider by cents"]
    for step in result.steps {
      lines.append(
        Self.pad(Self.intervalName(step), 22) + Self.pad("\(step.count)", 8)
          + step.cents.signed(decimals: 1)
          + (step.error.map { " ±\($0.formatted(decimals: 1))" } ?? ""))
    }
    return lines.joined(separator: "\n")
  }

  /// Where the notes began and ended; nothing if none was stable.
  private var firstPitchLines: [String] {
    guard let first = result.firstSpread, let last = result.lastSpread, result.stableCount > 0
    else { return [] }
    return [
      "First       spread \(first.formatted(decimals: 1)) cents at first, "
        + "\(last.formatted(decimals: 1)) at last; corrected by "
        + "\(Intonation.leastCorrection.formatted(decimals: 0)) cents or more: "
        + "\(result.correctedCount) of \(result.stableCount)"
    ]
  }

  var shownTiming: TimingReport? {
    let timing = take.timing
    return isTimed && timing.isShown(isTimeWanted) ? timing : nil
  }

  /// What to work on first.
  var headline: String {
    let timing = shownTiming?.timing
    return PracticeVerdict(result, timing).sentence(of: score, timing: timing) {
      [naming, score] in naming.name($0, microtone: $1, in: score)
    }
  }

  /// The longest list of notes; of more, those are listed that are farthest off.
  private static let mostNoteLines = 64

  /// Each note with its cents and milliseconds side by side.
  private func noteLines(_ timing: Timing) -> [String] {
    let all = Array(zip(result.notes, timing.notes).enumerated())
    var shown = all
    if all.count > Self.mostNoteLines {
      func size(_ row: (note: Intonation.Note, time: Timing.Note)) -> Double {
        max((row.note.cents ?? 0).magnitude / 10, (row.time.late ?? 0).magnitude / 25)
      }
      shown = Array(all.sorted { size($0.element) > size($1.element) }.prefix(20))
      shown.sort { $0.offset < $1.offset }
    }
    let title = shown.count < all.count ? "   the \(shown.count) farthest off" : ""
    let heading =
      score.isPerformance
      ? "No.  s      note    cents      ms" : "Bar  beat   note    cents      ms"
    var lines = ["", heading + title]
    for (index, (note, time)) in shown {
      // A performance has no bars, but a place in the recording.
      let beat =
        score.isPerformance
        ? note.note.onset.formatted(decimals: 2) : time.beat.map { $0.formatted(decimals: 2) } ?? ""
      let cents = note.cents.map { $0.signed(decimals: 1) } ?? (note.isWrong ? "wrong" : "-")
      let late = time.late.map { $0.signed(decimals: 0) } ?? "-"
      let isMissing = result.isMissing(at: index)
      lines.append(
        Self.pad(time.bar?.label ?? "\(index + 1)", 5)
          + Self.pad(
            beat.hasSuffix(".00") && !score.isPerformance ? String(beat.dropLast(3)) : beat, 7)
          + Self.pad(name(note.note), 8)
          + (isMissing
            ? "missing" : note.isPlayedAsOne ? "as one" : Self.pad(cents, 11) + late))
    }
    return lines
  }

  /// The report as one JSON object.
  var json: String {
    let members = String(
      decoding: take.session.judgement.jsonMembers(
        score, isTimed: isTimed, isTimeJudged: shownTiming != nil), as: UTF8.self)
    let head: JSON = ["title": .text(score.title), "tuning": .text(tuning)]
    return (Provenance.program + head).line(followedBy: members)
  }

  /// A plot of each interval.
  var intervalPlot: DeviationPlot {
    DeviationPlot(
      title: "\(score.title), by interval",
      subtitle: subtitle + "; bars: one standard error of the mean",
      series: ["wider than in tune"],
      columns: result.steps.map { step in
        DeviationPlot.Column(
          label: "\(step.semitones > 0 ? "+" : "-")\(abs(step.semitones))",
          values: [DeviationPlot.Value(cents: step.cents, error: step.error ?? 0)])
      }, unit: "interval in semitones, + up, - down")
  }

  private var subtitle: String {
    "\(tuning); all notes \(result.offset.signed(decimals: 1)) cents, "
      + "spread \(result.spread?.formatted(decimals: 1) ?? "-") cents"
  }

  private static func intervalName(_ step: Intonation.Step) -> String {
    let semitones = step.semitones
    if step.microtone != 0 {
      let size = (Double(semitones) + step.microtone / 100).magnitude
      return "\(size.formatted(decimals: 2)) semitones"
        + (Double(semitones) + step.microtone / 100 > 0 ? " up" : " down")
    }
    let names = [
      "unison", "minor second", "major second", "minor third", "major third", "fourth", "tritone",
      "fifth", "minor sixth", "major sixth", "minor seventh", "major seventh", "octave",
    ]
    let size = abs(semitones)
    return (size < names.count ? names[size] : "\(size) semitones")
      + (semitones > 0 ? " up" : " down")
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
