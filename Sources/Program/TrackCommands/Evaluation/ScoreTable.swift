import CommandKit
package import PitchEvaluation

/// The scores of several files, and their mean.
package struct ScoreTable {
  /// A file and its score.
  package struct Row: Sendable {
    package var name: String
    package var score: MelodyScore

    package init(name: String, score: MelodyScore) { (self.name, self.score) = (name, score) }
  }

  private let rows: [Row]

  /// - Parameter rows: At least one.
  package init(_ rows: [Row]) { self.rows = rows }

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
  package var text: String {
    let last = "mean of \(rows.count)"
    let width = (rows.map(\.name.printable.columns) + [last.columns]).max() ?? 0
    let head =
      "file".left(width) + "  frames" + Self.measures.map { $0.name.right(8) }.joined()
      + "  median cents\n"
    let lines = rows.map { row in
      row.name.printable.left(width) + "\(row.score.frameCount)".right(8)
        + Self.measures.map { $0.value(row.score).formatted(decimals: 4).right(8) }.joined()
        + Self.cents(row.score.medianAbsoluteError).right(14) + "\n"
    }
    let means =
      last.left(width) + "".right(8)
      + Self.measures.map { measure in
        (mean { measure.value($0) } ?? 0).formatted(decimals: 4).right(8)
      }.joined()
      + Self.cents(mean(\.medianAbsoluteError)).right(14) + "\n"
    return head + lines.joined() + means
  }

  private static func cents(_ value: Double?) -> String {
    value?.formatted(decimals: 3) ?? "none"
  }

  /// Comma-separated values: a row for each file, without the mean; names are quoted where RFC 4180
  /// asks for it.
  package var csv: String {
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
  package var json: String {
    let objects = rows.map { row in
      "{\"file\":\(row.name.jsonQuoted)," + row.score.json.dropFirst().dropLast()
    }
    return "[\n" + objects.joined(separator: ",\n") + "\n]\n"
  }
}
