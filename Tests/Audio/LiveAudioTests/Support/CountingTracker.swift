import PitchEstimation

/// A reading for every 10 samples: its level is their first one. The end rounds up.
struct CountingTracker: PitchTracking {
  let sampleRate: Double
  let rejectedSampleCount = 0
  private var samples: [Float] = []
  private var count = 0

  init(sampleRate: Double) { self.sampleRate = sampleRate }

  mutating func append(_ block: Span<Float>) {
    for index in block.indices { samples.append(block[index]) }
  }

  mutating func next() -> PitchReading? {
    guard samples.count >= 10 else { return nil }
    defer {
      samples.removeFirst(10)
      count += 10
    }
    return PitchReading(
      time: Double(count) / sampleRate, candidate: nil, isVoiced: false, level: Double(samples[0]))
  }

  mutating func interrupt() {}

  mutating func finish() {
    if !samples.isEmpty { samples += Array(repeating: 0, count: 10 - samples.count) }
  }
}

/// What a counting tracker gives for 10 equal samples.
func reading(time: Double, level: Double) -> PitchReading {
  PitchReading(time: time, candidate: nil, isVoiced: false, level: level)
}
