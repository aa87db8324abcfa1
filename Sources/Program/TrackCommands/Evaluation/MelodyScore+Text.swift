import CommandKit
import PitchEvaluation

extension MelodyScore {
  /// The score as an aligned table for people.
  package var text: String {
    let cents = tolerance.formatted(decimals: tolerance == tolerance.rounded() ? 0 : 2)
    let rows: [(name: String, value: String)] = [
      ("voicing recall", voicingRecall.formatted(decimals: 4)),
      ("voicing false alarm", voicingFalseAlarm.formatted(decimals: 4)),
      ("raw pitch accuracy", rawPitchAccuracy.formatted(decimals: 4)),
      ("raw chroma accuracy", rawChromaAccuracy.formatted(decimals: 4)),
      ("overall accuracy", overallAccuracy.formatted(decimals: 4)),
      ("median absolute error", Self.cents(medianAbsoluteError)),
      ("mean absolute error", Self.cents(meanAbsoluteError)),
      ("octave errors", "\(octaveErrorCount) of \(comparedCount)"),
    ]
    let head =
      "frames: \(frameCount), voiced: \(voicedCount); correct means within \(cents) cents\n"
    return head + rows.map { "  " + $0.name.left(23) + $0.value + "\n" }.joined()
  }

  private static func cents(_ value: Double?) -> String {
    value.map { $0.formatted(decimals: 3) + " cents" } ?? "none: no frame is voiced in both"
  }

  /// The score as one JSON object; `null` where there is nothing to measure.
  package var json: String {
    let members: [(key: String, value: String)] = [
      ("tolerance", "\(tolerance)"), ("frames", "\(frameCount)"),
      ("voicedFrames", "\(voicedCount)"),
      ("voicingRecall", voicingRecall.formatted(decimals: 9)),
      ("voicingFalseAlarm", voicingFalseAlarm.formatted(decimals: 9)),
      ("rawPitchAccuracy", rawPitchAccuracy.formatted(decimals: 9)),
      ("rawChromaAccuracy", rawChromaAccuracy.formatted(decimals: 9)),
      ("overallAccuracy", overallAccuracy.formatted(decimals: 9)),
      ("comparedFrames", "\(comparedCount)"),
      ("medianAbsoluteCents", Self.number(medianAbsoluteError)),
      ("meanAbsoluteCents", Self.number(meanAbsoluteError)),
      ("octaveErrors", "\(octaveErrorCount)"),
      ("octaveErrorRate", Self.number(octaveErrorRate)),
    ]
    return "{" + members.map { "\($0.key.jsonQuoted):\($0.value)" }.joined(separator: ",") + "}\n"
  }

  private static func number(_ value: Double?) -> String {
    value.map { $0.formatted(decimals: 6) } ?? "null"
  }
}
