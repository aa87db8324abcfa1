import SignalProcessing
import Testing
import ToneGeneration
import _TestSignals

@testable import PitchEstimation

@Suite("Tones in noise, by the default tracker")
struct NoisyToneTests {
  private static let rate = 44_100.0

  private func readings(_ samples: [Float]) throws -> [PitchReading] {
    var tracker = try MultiresolutionTracker(
      sampleRate: Self.rate, searchRange: 26...4435, hopSize: 441)
    tracker.append(samples)
    tracker.finish()
    var readings: [PitchReading] = []
    while let reading = tracker.next() { readings.append(reading) }
    return readings
  }

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
    var noise = try ColoredNoise(color, level: -20, sampleRate: Self.rate, seed: seed)
    return noise.render(frameCount: seconds * Int(Self.rate))
  }

  @Test(
    "in white noise as loud as a sawtooth, three readings of four are voiced and right",
    arguments: [110.0, 220, 440, 880])
  func white(frequency: Double) throws {
    let tone = TestSignal.sawtooth(frequency, sampleRate: Self.rate, count: 2 * 44_100)
    let mixed = withNoise(tone, try noise(.white, seconds: 2, seed: 3))
    #expect(shareRight(frequency, try readings(mixed)[10..<190]) > 0.75)
  }

  @Test(
    "in pink noise 3 dB below a sawtooth, three readings of four are voiced and right",
    arguments: [220.0, 440, 880])
  func pink(frequency: Double) throws {
    let tone = TestSignal.sawtooth(frequency, sampleRate: Self.rate, count: 2 * 44_100)
    let mixed = withNoise(tone, try noise(.pink, seconds: 2, seed: 4), ratio: 3)
    #expect(shareRight(frequency, try readings(mixed)[10..<190]) > 0.75)
  }

  @Test("20 s of white, pink or brown noise have no pitch", arguments: NoiseColor.allCases)
  func falseAlarms(color: NoiseColor) throws {
    let voiced = try readings(try noise(color, seconds: 20, seed: 8)).filter { $0.isVoiced }
    #expect(voiced.isEmpty, "\(voiced.count) of 2000")
  }
}

@Suite("Mains hum and steady tones, by the default tracker")
struct MainsHumTests {
  private static let rate = 44_100.0

  private func readings(_ samples: [Float]) throws -> [PitchReading] {
    var tracker = try MultiresolutionTracker(
      sampleRate: Self.rate, searchRange: 26...4435, hopSize: 441)
    tracker.append(samples)
    tracker.finish()
    var readings: [PitchReading] = []
    while let reading = tracker.next() { readings.append(reading) }
    return readings
  }

  private func hum(_ mains: Double, seconds: Int, level: Float) -> [Float] {
    TestSignal.harmonics(
      mains, amplitudes: [0.6, 0.35, 0.5, 0.2, 0.3, 0.12, 0.2, 0.1].map { $0 * Double(level) },
      sampleRate: Self.rate, count: seconds * 44_100)
  }

  @Test(
    "after half a second of hum, a sawtooth as loud as the hum is right in nine readings of ten",
    arguments: [(50.0, 146.832), (50, 329.628), (60, 220), (60, 523.251)])
  func toneInHum(mains: Double, frequency: Double) throws {
    let hum = hum(mains, seconds: 2, level: 0.2)
    let tone = TestSignal.sawtooth(frequency, sampleRate: Self.rate, count: 66_150)
    let gain = amplitude(
      fromDecibels: Level(of: hum.span).rootMeanSquare - Level(of: tone.span).rootMeanSquare)
    var mixed = hum
    for index in tone.indices { mixed[22_050 + index] += Float(gain) * tone[index] }
    let right = try readings(mixed)[60..<190].filter { reading in
      reading.frequency.map { cents(from: frequency, to: $0).magnitude < 50 } ?? false
    }
    #expect(right.count > 117)
  }

  @Test(
    "a drone at a multiple of the mains is heard for 10 s, though it stands still as hum does",
    arguments: [100.0, 120])
  func drone(frequency: Double) throws {
    let tone = TestSignal.sawtooth(frequency, sampleRate: Self.rate, count: 441_000)
    for reading in try readings(tone)[10..<990] {
      #expect(cents(from: frequency, to: try #require(reading.frequency)).magnitude < 5)
    }
  }

  @Test("a tuning fork and an organ's A1 are heard for 10 s", arguments: [440.0, 55])
  func steadyTones(frequency: Double) throws {
    let tone = TestSignal.harmonics(
      frequency, amplitudes: frequency > 100 ? [0.3] : [0.3, 0.2, 0.2, 0.1],
      sampleRate: Self.rate, count: 441_000)
    let noise = TestSignal.noise(count: tone.count, rms: 0.003)
    for reading in try readings(zip(tone, noise).map { $0 + $1 })[10..<990] {
      #expect(cents(from: frequency, to: try #require(reading.frequency)).magnitude < 5)
    }
  }
}
