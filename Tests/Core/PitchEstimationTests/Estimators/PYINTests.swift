import PitchEstimation
import SignalProcessing
import Testing
import _TestSignals

@Suite("pYIN")
struct PYINTests {
  static let rate = 16_000.0

  private func readings(
    _ samples: [Float], lookahead: Double? = nil, blocks: Int = 4096, rate: Double = rate,
    range: ClosedRange<Double> = 60...2000
  ) throws -> [PitchReading] {
    var tracker = try PYIN(
      sampleRate: rate, searchRange: range, hopSize: rate / 100, lookahead: lookahead)
    var readings: [PitchReading] = []
    var position = 0
    while position < samples.count {
      let end = min(samples.count, position + blocks)
      tracker.append(samples[position..<end].span)
      while let reading = tracker.next() { readings.append(reading) }
      position = end
    }
    tracker.finish()
    while let reading = tracker.next() { readings.append(reading) }
    return readings
  }

  /// Silence, A3, E4, silence, D3, D4, silence, noise; 0.3 s each.
  private static let notes: [Double?] = [nil, 220, 329.628, nil, 146.832, 293.665, nil]
  private static func melody() -> [Float] {
    let count = 4800
    var samples: [Float] = []
    for note in notes {
      samples +=
        note.map { TestSignal.sawtooth($0, sampleRate: rate, count: count) }
        ?? [Float](repeating: 0, count: count)
    }
    return samples + TestSignal.noise(count: count, rms: 0.05)
  }

  @Test(
    "hears the notes of a melody within 2 cents and its gaps, at any look-ahead",
    arguments: [nil, 0, 0.05, 0.1] as [Double?])
  func melody(lookahead: Double?) throws {
    let readings = try readings(Self.melody(), lookahead: lookahead)
    #expect(readings.count == 240)
    for (index, reading) in readings.enumerated() {
      #expect(reading.time == Double(index) / 100)
      let place = index % 30
      guard place >= 5, place <= 25 else { continue }  // away from the borders
      if index / 30 < Self.notes.count, let note = Self.notes[index / 30] {
        let frequency = try #require(reading.frequency, "\(reading.time) s")
        #expect(cents(from: note, to: frequency).magnitude < 2)
      } else {
        #expect(reading.frequency == nil, "\(reading.time) s")
      }
    }
  }

  @Test("the size of the blocks changes no bit", arguments: [1, 441, 100_000])
  func blockSizes(blocks: Int) throws {
    for lookahead in [nil, 0.05] as [Double?] {
      let reference = try readings(Self.melody(), lookahead: lookahead)
      #expect(try readings(Self.melody(), lookahead: lookahead, blocks: blocks) == reference)
    }
  }

  @Test("stays in its octave where the second harmonic swells 17 dB above, and YIN leaps")
  func octaveRobustness() throws {
    let samples = (0..<32_000).map { index in
      let time = Double(index) / Self.rate
      let phase = 2 * Double.pi * 110 * time + 0.6 * Elementary.sin(2 * .pi * 5 * time)
      // Four swells a second: from as loud as the fundamental to seven times its amplitude.
      let swell = 0.05 + 0.15 * (1 - Elementary.cos(8 * .pi * time))
      return Float(0.05 * Elementary.sin(phase) + swell * Elementary.sin(2 * phase))
    }
    var tracker = try PitchTracker(
      YIN(sampleRate: Self.rate, searchRange: 60...2000), sampleRate: Self.rate, hopSize: 160)
    tracker.append(samples)
    var leaps = 0
    while let reading = tracker.next() { leaps += reading.frequency ?? 0 > 180 ? 1 : 0 }
    #expect(leaps > 4)
    let inner = try readings(samples).dropFirst(5).dropLast(5)
    #expect(inner.allSatisfy { $0.isVoiced })
    for reading in inner {
      let frequency = try #require(reading.frequency)
      #expect(cents(from: 110, to: frequency).magnitude < 300, "\(reading.time) s")
    }
  }

  @Test("follows a glide over two octaves in a second within 10 cents")
  func glide() throws {
    // f(t) = 150 · 4^t, so that the phase is 2π · 150 · (4^t − 1) / ln 4.
    let samples = (0..<16_000).map { index in
      let time = Double(index) / Self.rate
      let turns = 150 * (Elementary.exp2(2 * time) - 1) / 1.3862943611198906
      return Float(0.3 * Elementary.sin(2 * .pi * turns))
    }
    for reading in try readings(samples).dropFirst(5).dropLast(5) {
      let frequency = try #require(reading.frequency)
      #expect(cents(from: 150 * Elementary.exp2(2 * reading.time), to: frequency).magnitude < 10)
    }
  }

  @Test(
    "finds steady tones from B0 to C8 within 1 cent", arguments: [16_000.0, 44_100, 48_000],
    [true, false])
  func accuracy(rate: Double, isSine: Bool) throws {
    for frequency in EstimatorTests.frequencies {
      let count = Int(rate * 0.3)
      let samples =
        isSine
        ? TestSignal.sine(frequency, sampleRate: rate, count: count, phase: 1)
        : TestSignal.sawtooth(frequency, sampleRate: rate, count: count)
      let reading = try readings(
        samples, lookahead: 0.05, rate: rate, range: EstimatorTests.range)[15]
      let found = try #require(reading.frequency, "\(frequency) Hz")
      #expect(cents(from: frequency, to: found).magnitude < 1, "\(frequency) Hz")
    }
  }

  @Test("10 s of white noise at -40 dBFS, of silence and of NaN have no pitch")
  func unvoiced() throws {
    var noise = WhiteNoise(level: -40, seed: 4)
    let signals = [
      (0..<160_000).map { _ in noise.next() }, [Float](repeating: 0, count: 160_000),
      [Float](repeating: .nan, count: 160_000),
    ]
    for signal in signals {
      #expect(try readings(signal).allSatisfy { !$0.isVoiced })
    }
  }

  @Test("with a look-ahead of 0.05 s a reading waits for half a frame and five hops")
  func latency() throws {
    var tracker = try PYIN(
      sampleRate: Self.rate, searchRange: 100...1000, hopSize: 160, lookahead: 0.05)
    let latency = try #require(tracker.latency)
    let waited = Int((latency * Self.rate).rounded())
    tracker.append([Float](repeating: 0.1, count: waited - 1))
    let early = tracker.next()
    tracker.append([0.1])
    let due = tracker.next()
    #expect(early == nil && due?.time == 0)
  }

  @Test("candidate probabilities sum to at most 1 and follow the Beta distribution")
  func probabilities() throws {
    var stage = try PYINCandidates(
      SearchRange(60...2000, sampleRate: Self.rate), meanThreshold: 0.1)
    #expect(stage.beta == 18)
    for seed in 1...20 as ClosedRange<UInt64> {
      stage.update(TestSignal.noise(count: stage.frameSize, rms: 0.1, seed: seed).span)
      #expect(stage.candidates.reduce(0) { $0 + $1.probability } < 0.1)
    }
    let tone = TestSignal.sawtooth(220, sampleRate: Self.rate, count: stage.frameSize)
    stage.update(tone.span)
    #expect(stage.candidates.reduce(0) { $0 + $1.probability } <= 1 + 1e-12)
    // The integral of 342 x (1 − x)¹⁷ above the depth of the only dip.
    let candidate = try #require(stage.candidates.first)
    let depth = candidate.aperiodicity
    let above = Elementary.power(1 - depth, 18) * (1 + 18 * depth)
    #expect((candidate.probability - above - 0.01 * (1 - above)).magnitude < 1e-4)
  }

  @Test("refuses rates, ranges, hops and thresholds that cannot work")
  func refusals() {
    #expect(throws: EstimatorError.invalidSampleRate(1)) {
      try PYIN(sampleRate: 1, searchRange: 60...1500, hopSize: 10)
    }
    #expect(throws: EstimatorError.frequencyOutOfRange(60...9000, nyquist: 8000)) {
      try PYIN(sampleRate: 16_000, searchRange: 60...9000, hopSize: 160)
    }
    #expect(throws: EstimatorError.invalidHop(0.5)) {
      try PYIN(sampleRate: 16_000, searchRange: 60...1500, hopSize: 0.5)
    }
    #expect(throws: EstimatorError.invalidThreshold(0.7)) {
      try PYIN(sampleRate: 16_000, searchRange: 60...1500, hopSize: 160, meanThreshold: 0.7)
    }
    #expect(throws: EstimatorError.invalidThreshold(0)) {
      try PYIN(sampleRate: 16_000, searchRange: 60...1500, hopSize: 160, voicingProbability: 0)
    }
  }
}
