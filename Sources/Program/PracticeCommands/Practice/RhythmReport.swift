import CommandKit
import IntonationPractice

/// The report of `kammerton practice --rhythm`.
struct RhythmReport: Sendable {
  let title: String
  let result: RhythmPractice.Result

  var text: String {
    let rhythm = result.rhythm
    let count = rhythm.onsets.compactMap { $0 }.count
    var lines = [title, "", sentence, ""]
    lines.append(
      "Beats       \(count) played, \(rhythm.missingCount) missing, \(rhythm.extra.count) too many")
    lines += TimingReport(timing: result.timing, latency: result.latency).lines
    return lines.joined(separator: "\n")
  }

  /// What to work on, in one sentence.
  var sentence: String { result.judged.sentence }

  var json: String {
    let members = String(decoding: result.judged.jsonMembers(), as: UTF8.self)
    let timing = TimingReport(timing: result.timing, latency: result.latency).jsonMembers
    return "{\"title\": \(title.jsonQuoted), \(members), \"timing\": {\(timing)}}"
  }
}
