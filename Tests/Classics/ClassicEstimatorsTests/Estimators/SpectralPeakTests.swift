import ClassicEstimators
import PitchEstimation
import SignalProcessing
import Testing
import _TestSignals

@Suite("Spectral peak")
struct SpectralPeakTests {
  static let interpolations = PeakInterpolation.allCases
  static let rates = [16_000.0, 44_100, 48_000]

  private func estimate(
    _ interpolation: PeakInterpolation, _ rate: Double, _ signal: (Int) -> [Float]
  ) throws -> PitchCandidate? {
    var estimator = try SpectralPeak(
      sampleRate: rate, searchRange: 30...4200, interpolation: interpolation)
    return estimator.estimate(signal(estimator.frameSize).span)
  }

  /// The largest error, in cents, at four periods a frame and well above.
  private func tolerance(
    _ interpolation: PeakInterpolation, _ frequency: Double, rate: Double, count: Int
  ) -> Double {
    let bin = frequency * Double(count) / rate
    // As in PeakInterpolationTests; near half the sample rate the image comes from above.
    let image = 1 / (Double(count) * Elementary.sin(2 * .pi * frequency / rate))
    let distance = abs(bin - bin.rounded())
    let bins =
      switch interpolation {
      case .maximumBin: 0.5
      case .quadratic: 0.054
      case .logQuadratic: 0.017
      case .barycentric: 0.14
      case .quinnFirst, .quinnSecond: image
      case .jain: distance < 0.5 / bin ? 2 * distance + image : image
      }
    return 1731.3 * bins / bin + 0.02
  }

  @Test(
    "finds a sine from B0 to C8 within the error of the formula, at 16, 44.1 and 48 kHz",
    arguments: interpolations, rates)
  func sine(interpolation: PeakInterpolation, rate: Double) throws {
    for frequency in EstimatorChecks.frequencies {
      var count = 0
      let candidate = try estimate(interpolation, rate) {
        count = $0
        return TestSignal.sine(frequency, sampleRate: rate, count: $0, phase: 1)
      }
      let found = try #require(candidate, "\(frequency) Hz")
      let limit = tolerance(interpolation, frequency, rate: rate, count: count)
      #expect(cents(from: frequency, to: found.frequency).magnitude < limit, "\(frequency) Hz")
      #expect(found.periodicity > 0.85)
    }
  }

  @Test("finds a sawtooth within 3 cents from A1: its fundamental is the strongest partial")
  func sawtooth() throws {
    for frequency in [55.0, 82.407, 110, 246.942, 440, 1046.502, 4186.009] {
      let candidate = try estimate(.logQuadratic, 44_100) {
        TestSignal.sawtooth(frequency, sampleRate: 44_100, count: $0)
      }
      let found = try #require(candidate)
      #expect(cents(from: frequency, to: found.frequency).magnitude < 3, "\(frequency) Hz")
      #expect(found.periodicity > 0.6)
    }
  }

  @Test(
    "follows the strongest partial: an octave up where that is the second",
    arguments: interpolations)
  func octave(interpolation: PeakInterpolation) throws {
    let candidate = try estimate(interpolation, 44_100) {
      TestSignal.harmonics(110, amplitudes: [0.1, 0.5, 0.1], sampleRate: 44_100, count: $0)
    }
    #expect(abs(cents(from: 220, to: try #require(candidate).frequency)) < 22)
  }

  @Test("gives the same pitch at any level and with any offset", arguments: interpolations)
  func invariance(interpolation: PeakInterpolation) throws {
    let reference = try estimate(interpolation, 48_000) {
      TestSignal.sine(196, sampleRate: 48_000, count: $0)
    }
    let frequency = try #require(reference).frequency
    for (gain, offset) in [(1e-4, 0), (1000, 0), (1, 10)] as [(Float, Float)] {
      let candidate = try estimate(interpolation, 48_000) {
        TestSignal.sine(196, sampleRate: 48_000, count: $0).map { $0 * gain + offset }
      }
      #expect(cents(from: frequency, to: try #require(candidate).frequency).magnitude < 0.2)
    }
  }

  @Test("never hears a tone outside of the range, however strong", arguments: interpolations)
  func outOfRange(interpolation: PeakInterpolation) throws {
    var estimator = try SpectralPeak(
      sampleRate: 44_100, searchRange: 100...1000, interpolation: interpolation)
    for frequency in [50.0, 60, 1100, 5000] {
      let frame = TestSignal.sine(frequency, sampleRate: 44_100, count: estimator.frameSize)
      let candidate = estimator.estimate(frame.span)
      #expect(candidate == nil, "\(frequency) Hz")
    }
  }

  @Test("calls silence, constants and white noise unvoiced", arguments: interpolations)
  func unvoiced(interpolation: PeakInterpolation) throws {
    #expect(try estimate(interpolation, 44_100) { [Float](repeating: 0, count: $0) } == nil)
    #expect(try estimate(interpolation, 44_100) { [Float](repeating: 0.1, count: $0) } == nil)
    var estimator = try SpectralPeak(
      sampleRate: 44_100, searchRange: 200...3000, interpolation: interpolation)
    #expect(estimator.frameSize == 1024)
    for seed in 1...100 as ClosedRange<UInt64> {
      let frame = TestSignal.noise(count: 1024, rms: 0.1, seed: seed)
      let candidate = estimator.estimate(frame.span)
      #expect(candidate == nil)
    }
  }

  @Test("survives samples that are not finite, and samples near the largest number")
  func limits() throws {
    for value in [Float.nan, .infinity, -.greatestFiniteMagnitude, .leastNonzeroMagnitude] {
      for interpolation in Self.interpolations {
        let one = try estimate(interpolation, 16_000) { count in
          var frame = TestSignal.sine(440, sampleRate: 16_000, count: count)
          frame[count / 2] = value
          return frame
        }
        let all = try estimate(interpolation, 16_000) { [Float](repeating: value, count: $0) }
        #expect(one?.frequency.isFinite != false)
        #expect(all?.frequency.isFinite != false)
      }
    }
  }

  @Test("refuses rates, ranges and thresholds that cannot work")
  func refusals() {
    #expect(throws: EstimatorError.invalidSampleRate(7999)) {
      try SpectralPeak(sampleRate: 7999, searchRange: 30...1000)
    }
    #expect(throws: EstimatorError.frequencyOutOfRange(0...100, nyquist: 24_000)) {
      try SpectralPeak(sampleRate: 48_000, searchRange: 0...100)
    }
    #expect(throws: EstimatorError.frequencyOutOfRange(1...100, nyquist: 96_000)) {
      try SpectralPeak(sampleRate: 192_000, searchRange: 1...100)
    }
    #expect(throws: EstimatorError.invalidThreshold(1.5)) {
      try SpectralPeak(sampleRate: 48_000, searchRange: 60...1500, shareThreshold: 1.5)
    }
  }
}
