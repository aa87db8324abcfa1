import SignalProcessing
import Testing
import ToneGeneration
import _TestSignals

@testable import PitchEstimation

@Suite("Tones in noise, by the default tracker")
struct NoisyToneTests {
  private func shareRight(_ frequency: Double, _ readings: some Collection<PitchReading>) -> Double
  {
    let right = readings.filter { reading in
      reading.frequency.map { cents(from: frequency, to: $0).magnitude < 50 } ?? false
    }
    return Double(right.count) / Double(readings.count)
  }

  /// Sound with noise added that is quieter by a ratio, in decibels.
  private func withNoise(_ tone: [Float], _ noise: [Float], ratio: Double = 0) -> [Float] {
    let gain = amplitude(
      fromDecibels: Level(of: tone.span).rootMeanSquare - Level(of: noise.span).rootMeanSquare
        - ratio)
    return zip(tone, noise).map { $0 + Float(gain) * $1 }
  }

  private func noise(_ color: NoiseColor, seconds: Int, seed: UInt64) throws -> [Float] {
    var noise = try ColoredNoise(
      color, level: -20, sampleRate: DefaultReadings.sampleRate, seed: seed)
    return noise.render(frameCount: seconds * Int(DefaultReadings.sampleRate))
  }

  @Test(
    "in white noise as loud as a sawtooth, three readings of four are voiced and right",
    arguments: [110.0, 220, 440, 880])
  func white(frequency: Double) throws {
    let tone = TestSignal.sawtooth(
      frequency, sampleRate: DefaultReadings.sampleRate, count: 2 * 44_100)
    let mixed = withNoise(tone, try noise(.white, seconds: 2, seed: 3))
    #expect(shareRight(frequency, try DefaultReadings.of(mixed)[10..<190]) > 0.75)
  }

  @Test(
    "in pink noise 3 dB below a sawtooth, three readings of four are voiced and right",
    arguments: [220.0, 440, 880])
  func pink(frequency: Double) throws {
    let tone = TestSignal.sawtooth(
      frequency, sampleRate: DefaultReadings.sampleRate, count: 2 * 44_100)
    let mixed = withNoise(tone, try noise(.pink, seconds: 2, seed: 4), ratio: 3)
    #expect(shareRight(frequency, try DefaultReadings.of(mixed)[10..<190]) > 0.75)
  }

  @Test("20 s of white, pink or brown noise have no pitch", arguments: NoiseColor.allCases)
  func falseAlarms(color: NoiseColor) throws {
    let voiced = try DefaultReadings.of(try noise(color, seconds: 20, seed: 8)).filter {
      $0.isVoiced
    }
    #expect(voiced.isEmpty, "\(voiced.count) of 2000")
  }
}
