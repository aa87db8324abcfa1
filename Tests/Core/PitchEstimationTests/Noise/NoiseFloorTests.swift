import Testing
import _TestSignals

@testable import PitchEstimation
@testable import SignalProcessing

@Suite("NoiseFloor")
struct NoiseFloorTests {
  private static let rate = 16_000.0
  private static let frameSize = 1600

  /// The power spectra of frames of 0.1 s, a hundred a second, and what was learned from them.
  private func floor(of samples: [Float]) throws -> (
    floor: NoiseFloor, correlation: WeightedAutocorrelation
  ) {
    var correlation = WeightedAutocorrelation(
      frameSize: Self.frameSize, longestLag: 700, sampleRate: Self.rate)
    var floor = NoiseFloor(sampleRate: Self.rate, frameSize: Self.frameSize)
    let bands = NoiseBands(
      floor.edges, binCount: correlation.weights.count, sampleRate: Self.rate)
    for start in stride(from: 0, through: samples.count - Self.frameSize, by: 160) {
      correlation.analyze(samples.span.extracting(start..<(start + Self.frameSize)), mean: 0)
      floor.learn(correlation.power, bands, duration: 0.01)
    }
    return (floor, correlation)
  }

  /// What white noise of a level has in a bin on the average: its power times that of the window.
  private func expected(rms: Double, _ correlation: WeightedAutocorrelation) -> Double {
    rms * rms * correlation.window.reduce(0) { $0 + Double($1 * $1) }
  }

  @Test(
    "of white noise follows the lower envelope: at most 1 dB above its power in every band, and 8 below"
  )
  func whiteNoise() throws {
    let (floor, correlation) = try floor(of: TestSignal.noise(count: 32_000, rms: 0.1))
    let wanted = expected(rms: 0.1, correlation)
    for level in floor.levels {
      let ratio = 10 * Elementary.log10(Double(level) / wanted)
      #expect((-8...1).contains(ratio), "\(ratio) dB")
    }
  }

  @Test("of a tone 20 dB above the noise is that of the noise, within 4 dB in every band")
  func betweenPartials() throws {
    let noise = TestSignal.noise(count: 32_000, rms: 0.01)
    let tone = TestSignal.sawtooth(220, sampleRate: Self.rate, count: 32_000, amplitude: 0.17)
    let (quiet, _) = try floor(of: noise)
    let (loud, _) = try floor(of: zip(tone, noise).map { $0 + $1 })
    for (with, without) in zip(loud.levels, quiet.levels) {
      let ratio = 10 * Elementary.log10(Double(with / without))
      #expect(ratio.magnitude < 4, "\(ratio) dB")
    }
  }

  @Test("has fallen by 14 of 20 dB after 0.2 s, and is not yet there 0.5 s after a rise by 20 dB")
  func speeds() throws {
    let quiet = TestSignal.noise(count: 16_000, rms: 0.01, seed: 1)
    let loud = TestSignal.noise(count: 8000, rms: 0.1, seed: 2)
    let (before, _) = try floor(of: quiet)
    let (fallen, _) = try floor(of: loud + Array(quiet[..<(3200 + Self.frameSize)]))
    let (risen, _) = try floor(of: quiet + loud)
    for band in before.levels.indices {
      let fall = 10 * Elementary.log10(Double(fallen.levels[band] / before.levels[band]))
      let rise = 10 * Elementary.log10(Double(risen.levels[band] / before.levels[band]))
      #expect(fall < 6, "\(fall) dB")
      #expect(rise < 18, "\(rise) dB")
    }
  }

  @Test("the selected element is that of the sorted array, for every index")
  func selection() {
    let values: [Float] = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5]
    for index in values.indices {
      var copy = values
      #expect(NoiseFloor.smallest(index, of: &copy, count: values.count) == values.sorted()[index])
    }
  }
}
