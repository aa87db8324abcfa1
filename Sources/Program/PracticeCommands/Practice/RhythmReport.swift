import CommandKit
import IntonationPractice

/// The report of `kammerton practice --rhythm`.
final class RhythmReport {  // copies of so large a structure would take much code
  let title: String
  let take: PracticeRun.Take
  let result: RhythmResult

  init(title: String, take: PracticeRun.Take, result: RhythmResult) {
    (self.title, self.take, self.result) = (title, take, result)
  }

  private var judgement: PracticeJudgement { take.session.judgement }

  var text: String {
    let rhythm = result.rhythm
    let count = rhythm.onsets.compactMap { $0 }.count
    var lines = [title, "", result.sentence, ""]
    lines.append(
      "Beats       \(count) played, \(rhythm.missingCount) missing, \(rhythm.extra.count) too many")
    lines += take.timing.lines
    return lines.joined(separator: "\n")
  }

  var json: String {
    let members = String(decoding: judgement.jsonMembers(take.session.score), as: UTF8.self)
    return (Provenance.program + ["title": .text(title)]).line(followedBy: members)
  }
}
