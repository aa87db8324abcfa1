internal import PitchEstimation

/// Level and voicing of some readings.
struct ReadingColumn: Foldable, Hashable {
  private(set) var readingCount = 0
  private(set) var voicedCount = 0
  /// The highest level, in dBFS.
  private(set) var level = -Double.infinity

  mutating func add(_ reading: PitchReading) {
    readingCount += 1
    voicedCount += reading.isVoiced ? 1 : 0
    level = max(level, reading.level)
  }

  mutating func merge(_ later: Self) {
    readingCount += later.readingCount
    voicedCount += later.voicedCount
    level = max(level, later.level)
  }

  /// The share of voiced readings, in 0...1.
  var voicedShare: Double { Double(voicedCount) / Double(max(1, readingCount)) }
}
