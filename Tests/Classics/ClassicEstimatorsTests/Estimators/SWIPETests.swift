import ClassicEstimators
import PitchEstimation
import Testing
import _TestSignals

@Suite("SWIPE′")
struct SWIPETests {
  static let rates = [16_000.0, 44_100, 48_000]

  /// A sawtooth without its harmonics beyond the 60th, which take the tests minutes to add up.
  private static func tone(_ frequency: Double, sampleRate: Double, count: Int) -> [Float] {
    let number = min(60, Int(sampleRate / 2 / frequency))
    return TestSignal.harmonics(
      frequency, amplitudes: (1...number).map { 0.3 / Double($0) }, sampleRate: sampleRate,
      count: count)
  }

  private func estimate(
    _ rate: Double, range: ClosedRange<Double> = 30...4200, _ signal: (Int) -> [Float]
  ) throws -> PitchCandidate? {
    var estimator = try SWIPE(sampleRate: rate, searchRange: range)
    return estimator.estimate(signal(estimator.frameSize).span)
  }

  @Test(
    "finds a harmonic tone from B0 to A6 within 4 cents, C8 within 15, at 16, 44.1 and 48 kHz",
    arguments: rates)
  func sawtooth(rate: Double) throws {
    for frequency in EstimatorChecks.frequencies {
      let candidate = try estimate(rate) {
        Self.tone(frequency, sampleRate: rate, count: $0)
      }
      let found = try #require(candidate, "\(frequency) Hz")
      let limit = frequency < 2000 ? 4.0 : 15
      #expect(cents(from: frequency, to: found.frequency).magnitude < limit, "\(frequency) Hz")
      #expect(found.periodicity > 0.65)
    }
  }

  @Test("finds a sine from B0 to C8 within 40 cents: the kernel's valleys differ", arguments: rates)
  func sine(rate: Double) throws {
    for frequency in EstimatorChecks.frequencies {
      let candidate = try estimate(rate) {
        TestSignal.sine(frequency, sampleRate: rate, count: $0, phase: 1)
      }
      let found = try #require(candidate, "\(frequency) Hz")
      #expect(cents(from: frequency, to: found.frequency).magnitude < 40, "\(frequency) Hz")
      #expect(found.periodicity > 0.55)
    }
  }

  @Test(
    "keeps the octave from B0 to A4: second harmonic 14 dB up, odd ones alone, 2 to 4 alone",
    arguments: [[0.1, 0.5, 0.1, 0.1], [0.5, 0, 0.3, 0, 0.2], [0, 0.2, 0.2, 0.2]])
  func octave(amplitudes: [Double]) throws {
    for frequency in EstimatorChecks.frequencies.prefix(10) {
      let candidate = try estimate(44_100) {
        TestSignal.harmonics(
          frequency, amplitudes: amplitudes, sampleRate: 44_100, count: $0)
      }
      let found = try #require(candidate, "\(frequency) Hz")
      #expect(cents(from: frequency, to: found.frequency).magnitude < 8, "\(frequency) Hz")
    }
  }

  @Test("twice the sample rate of the same samples is an octave")
  func octaveShift() throws {
    let slow = try estimate(24_000, range: 30...2000) {
      TestSignal.sawtooth(100, sampleRate: 24_000, count: $0)
    }
    let fast = try estimate(48_000, range: 60...4000) {
      TestSignal.sawtooth(200, sampleRate: 48_000, count: $0)
    }
    let (low, high) = (try #require(slow), try #require(fast))
    #expect(abs(cents(from: low.frequency, to: high.frequency) - 1200) < 3)
  }

  @Test("stays within 5 cents in white noise 20 dB below")
  func noisyTone() throws {
    for seed in 1...20 as ClosedRange<UInt64> {
      let candidate = try estimate(44_100) { count in
        let tone = TestSignal.sawtooth(82.407, sampleRate: 44_100, count: count)
        let noise = TestSignal.noise(count: count, rms: 0.03, seed: seed)
        return zip(tone, noise).map { $0 + $1 }
      }
      #expect(cents(from: 82.407, to: try #require(candidate).frequency).magnitude < 5)
    }
  }

  @Test("hears the middle of the frame")
  func center() throws {
    var estimator = try SWIPE(sampleRate: 44_100, searchRange: 60...2000)
    let count = estimator.frameSize
    #expect(estimator.frameCenter == count / 2)
    // 440 Hz before, 1000 Hz in the middle quarter, 440 Hz after.
    var frame = TestSignal.sawtooth(440, sampleRate: 44_100, count: count)
    let burst = TestSignal.sawtooth(1000, sampleRate: 44_100, count: count)
    for index in 3 * count / 8..<5 * count / 8 { frame[index] = burst[index] }
    let candidate = estimator.estimate(frame.span)
    #expect(cents(from: 1000, to: try #require(candidate).frequency).magnitude < 5)
  }

  @Test("gives the same pitch and strength at any level and with any offset")
  func invariance() throws {
    let first = try estimate(48_000) { TestSignal.sawtooth(196, sampleRate: 48_000, count: $0) }
    let reference = try #require(first)
    for (gain, offset) in [(1e-4, 0), (1000, 0), (1, 10)] as [(Float, Float)] {
      let candidate = try estimate(48_000) {
        TestSignal.sawtooth(196, sampleRate: 48_000, count: $0).map { $0 * gain + offset }
      }
      let found = try #require(candidate)
      #expect(cents(from: reference.frequency, to: found.frequency).magnitude < 0.2)
      #expect((found.periodicity - reference.periodicity).magnitude < 0.01)
    }
  }

  @Test("calls silence, constants and white noise unvoiced")
  func unvoiced() throws {
    for range in [30.0...4200, 200...3000] {
      #expect(try estimate(44_100, range: range) { .init(repeating: 0, count: $0) } == nil)
      #expect(try estimate(44_100, range: range) { .init(repeating: 0.1, count: $0) } == nil)
      var estimator = try SWIPE(sampleRate: 44_100, searchRange: range)
      for seed in 1...50 as ClosedRange<UInt64> {
        let frame = TestSignal.noise(count: estimator.frameSize, rms: 0.1, seed: seed)
        let candidate = estimator.estimate(frame.span)
        #expect(candidate == nil)
      }
    }
  }

  @Test("survives samples that are not finite, and ranges of one frequency")
  func limits() throws {
    for value in [Float.nan, .infinity, -.greatestFiniteMagnitude, .leastNonzeroMagnitude] {
      for range in [60.0...4200, 440...440, 7999...7999.5] {
        let one = try estimate(16_000, range: range) { count in
          var frame = TestSignal.sine(440, sampleRate: 16_000, count: count)
          frame[count / 2] = value
          return frame
        }
        let all = try estimate(16_000, range: range) { .init(repeating: value, count: $0) }
        #expect(one?.frequency.isFinite != false)
        #expect(all?.frequency.isFinite != false)
      }
    }
  }

  @Test("refuses rates, ranges and thresholds that cannot work")
  func refusals() {
    #expect(throws: EstimatorError.invalidSampleRate(7999)) {
      try SWIPE(sampleRate: 7999, searchRange: 30...1000)
    }
    #expect(throws: EstimatorError.frequencyOutOfRange(0...100, nyquist: 24_000)) {
      try SWIPE(sampleRate: 48_000, searchRange: 0...100)
    }
    #expect(throws: EstimatorError.frequencyOutOfRange(5...100, nyquist: 96_000)) {
      try SWIPE(sampleRate: 192_000, searchRange: 5...100)
    }
    #expect(throws: EstimatorError.invalidThreshold(1.5)) {
      try SWIPE(sampleRate: 48_000, searchRange: 60...1500, strengthThreshold: 1.5)
    }
  }
}
