import PitchEstimation

/// A tracker that says what it is told, every 10 ms of what it is given.
struct StubTracker: PitchTracking {
  let sampleRate = 44_100.0
  let rejectedSampleCount = 0
  /// The frequency at a time, or `nil` for an unvoiced reading.
  var frequency: @Sendable (Double) -> Double?
  private var sampleCount = 0
  private var readingCount = 0

  init(frequency: @escaping @Sendable (Double) -> Double?) {
    self.frequency = frequency
  }

  mutating func append(_ block: Span<Float>) { sampleCount += block.count }

  mutating func interrupt() {}

  mutating func finish() {}

  mutating func next() -> PitchReading? {
    let time = Double(readingCount) / 100
    guard time * sampleRate < Double(sampleCount) else { return nil }
    readingCount += 1
    let candidate = frequency(time).map { PitchCandidate(frequency: $0, periodicity: 1) }
    return PitchReading(time: time, candidate: candidate, isVoiced: candidate != nil, level: -20)
  }
}
