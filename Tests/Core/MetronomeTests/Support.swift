import Metronome
import Testing

extension TempoMap {
  /// A map from its text.
  init(_ text: String) throws {
    try self.init(parsing: Array(text.utf8))
  }
}

extension ClickSchedule {
  struct NoClick: Error {}

  /// The next click, which there has to be.
  mutating func take() throws(NoClick) -> Click {
    guard let click = next() else { throw NoClick() }
    return click
  }
}

/// The clicks of a text, at most so many.
func clicks(_ text: String, sampleRate: Double = 48_000, limit: Int = 10_000) throws -> [Click] {
  var schedule = try ClickSchedule(TempoMap(text), sampleRate: sampleRate)
  var clicks: [Click] = []
  while clicks.count < limit, let click = schedule.next() { clicks.append(click) }
  return clicks
}

/// The time of a fraction of beats, in whole samples and what remains of the next: by exact fractions
/// of 128 bits. The tempo is in thousandths of quarters a minute; `beatValue` is 8 for eighths.
func exactTime(
  _ beats: (Int128, Int128), thousandths tempo: Int128, beatValue: Int128, sampleRate: Int128
) -> (whole: Int128, rest: Double) {
  let numerator = beats.0 * 60_000 * sampleRate * 4
  let denominator = beats.1 * tempo * beatValue
  let (whole, rest) = numerator.quotientAndRemainder(dividingBy: denominator)
  return (whole, Double(rest) / Double(denominator))
}
