package import PitchEstimation

/// Whether one note sounds at a time, by the readings of a performance.
package struct SingleVoiceEvidence: Sendable {
  private var (sounding, doubtful) = (0, 0)

  /// The least periodicity of a reading of one voice.
  private static let leastPeriodicity = 0.8
  /// The largest ``doubtfulShare`` of one voice in a room that is not a hall, and the largest of notes that
  /// mean anything.
  private static let (largestShare, leastUseful) = (0.3, 0.7)

  /// Creates evidence of nothing.
  package init() {}

  /// Considers a reading.
  package mutating func add(_ reading: PitchReading) {
    guard reading.level >= reading.gateThreshold, let candidate = reading.candidate else { return }
    sounding += 1
    if !reading.isVoiced || candidate.periodicity < Self.leastPeriodicity { doubtful += 1 }
  }

  /// The share of the sounding time in which no single pitch is certain, in 0...1.
  package var doubtfulShare: Double {
    sounding == 0 ? 0 : Double(doubtful) / Double(sounding)
  }

  /// Whether one note sounds at a time.
  package var isOneVoice: Bool { doubtfulShare <= Self.largestShare }
  /// Whether so little has a single pitch that the notes mean nothing.
  package var isUseless: Bool { doubtfulShare > Self.leastUseful }
}
