import CommandKit
import PitchEvaluation

/// The scores of several files, and their mean.
struct ScoreTable {
  /// A file and its score.
  struct Row: Sendable {
    var name: String
    var score: MelodyScore

    init(name: String, score: MelodyScore) { (self.name, self.score) = (name, score) }
  }

  private let rows: [Row]

  /// - Parameter rows: At least one.
  init(_ rows: [Row]) { self.rows = rows }

  private static let measures: [(name: String, value: @Sendable (MelodyScore) -> Double)] = [
    ("VR", \.voicingRecall), ("VFA", \.voicingFalseAlarm), ("RPA", \.rawPitchAccuracy),
    ("RCA", \.rawChromaAccuracy), ("OA", \.overallAccuracy),
  ]

  /// The mean over the files, each of the same weight.
  private func mean(_ value: (MelodyScore) -> Double?) -> Double? {
    let values = rows.compactMap { value($0.score) }
    return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }

  /// An aligned table for people, with the mean in its last line.
  var text: String {
    var table = Table(
      [.left("file"), .right("frames")] + Self.measures.map { .right($0.name, least: 6) }
        + [.right("median cents")])
    func append(_ name: String, _ frames: String, _ value: ((MelodyScore) -> Double?) -> Double?) {
      let measures = Self.measures.map { measure in
        (value { measure.value($0) } ?? 0).formatted(decimals: 4)
      }
      table.append([name, frames] + measures + [Self.cents(value(\.medianAbsoluteError))])
    }
    for row in rows {
      append(row.name.printable, "\(row.score.frameCount)") { $0(row.score) }
    }
    append("mean of \(rows.count)", "", mean)
    return table.text
  }

  private static func cents(_ value: Double?) -> String {
    value?.formatted(decimals: 3) ?? "none"
  }

  /// Comma-separated values: a row for each file, without the mean; names are quoted where RFC 4180
  /// asks for it.
  var csv: String {
    let head =
      "file,frames,voiced_frames,voicing_recall,voicing_false_alarm,raw_pitch_accuracy,"
      + "raw_chroma_accuracy,overall_accuracy,median_absolute_cents,octave_errors\n"
    return head
      + rows.map { row in
        let score = row.score
        let cells =
          [Self.quoted(row.name), "\(score.frameCount)", "\(score.voicedCount)"]
          + Self.measures.map { $0.value(score).formatted(decimals: 9) }
          + [
            score.medianAbsoluteError?.formatted(decimals: 6) ?? "", "\(score.octaveErrorCount)",
          ]
        return cells.joined(separator: ",") + "\n"
      }.joined()
  }

  private static func quoted(_ name: String) -> String {
    guard name.contains(where: { ",\"\n\r".contains($0) }) else { return name }
    return "\""
      + name.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }

  /// One JSON array: the object of each file, with its name as `file`.
  var json: String {
    JSON.lines(rows.map { ["file": .text($0.name)] + $0.score.object })
  }
}

extension MelodyScore {
  /// The score as an aligned table for people.
  var text: String {
    let cents = tolerance.formatted(decimals: tolerance == tolerance.rounded() ? 0 : 2)
    let rows = [
      ("voicing recall", voicingRecall.formatted(decimals: 4)),
      ("voicing false alarm", voicingFalseAlarm.formatted(decimals: 4)),
      ("raw pitch accuracy", rawPitchAccuracy.formatted(decimals: 4)),
      ("raw chroma accuracy", rawChromaAccuracy.formatted(decimals: 4)),
      ("overall accuracy", overallAccuracy.formatted(decimals: 4)),
      ("median absolute error", Self.cents(medianAbsoluteError)),
      ("mean absolute error", Self.cents(meanAbsoluteError)),
      ("octave errors", "\(octaveErrorCount) of \(comparedCount)"),
    ]
    var table = Table(indent: 2, [.left(), .left()])
    for (name, value) in rows { table.append([name, value]) }
    let head =
      "frames: \(frameCount), voiced: \(voicedCount); correct means within \(cents) cents\n"
    return head + table.text
  }

  private static func cents(_ value: Double?) -> String {
    value.map { $0.formatted(decimals: 3) + " cents" } ?? "none: no frame is voiced in both"
  }

  /// The score as one JSON object on a line; `null` where there is nothing to measure.
  var json: String { object.line() + "\n" }

  fileprivate var object: JSON {
    [
      "tolerance": .number(tolerance), "frames": .number(frameCount),
      "voicedFrames": .number(voicedCount), "voicingRecall": .number(voicingRecall, decimals: 9),
      "voicingFalseAlarm": .number(voicingFalseAlarm, decimals: 9),
      "rawPitchAccuracy": .number(rawPitchAccuracy, decimals: 9),
      "rawChromaAccuracy": .number(rawChromaAccuracy, decimals: 9),
      "overallAccuracy": .number(overallAccuracy, decimals: 9),
      "comparedFrames": .number(comparedCount),
      "medianAbsoluteCents": .number(medianAbsoluteError, decimals: 6),
      "meanAbsoluteCents": .number(meanAbsoluteError, decimals: 6),
      "octaveErrors": .number(octaveErrorCount),
      "octaveErrorRate": .number(octaveErrorRate, decimals: 6),
    ]
  }
}
