import SignalProcessing
import Testing
import _TestSignals

@testable import PitchEstimation

@Suite("Mains hum and steady tones, by the default tracker")
struct MainsHumTests {
  private func hum(_ mains: Double, seconds: Int, level: Float) -> [Float] {
    TestSignal.harmonics(
      mains, amplitudes: [0.6, 0.35, 0.5, 0.2, 0.3, 0.12, 0.2, 0.1].map { $0 * Double(level) },
      sampleRate: DefaultReadings.sampleRate, count: seconds * 44_100)
  }

  @Test(
    "after half a second of hum, a sawtooth as loud as the hum is right in nine readings of ten",
    arguments: [(50.0, 146.832), (50, 329.628), (60, 220), (60, 523.251)])
  func toneInHum(mains: Double, frequency: Double) throws {
    let hum = hum(mains, seconds: 2, level: 0.2)
    let tone = TestSignal.sawtooth(frequency, sampleRate: DefaultReadings.sampleRate, count: 66_150)
    let gain = amplitude(
      fromDecibels: Level(of: hum.span).rootMeanSquare - Level(of: tone.span).rootMeanSquare)
    var mixed = hum
    for index in tone.indices { mixed[22_050 + index] += Float(gain) * tone[index] }
    let right = try DefaultReadings.of(mixed)[60..<190].filter { reading in
      reading.frequency.map { cents(from: frequency, to: $0).magnitude < 50 } ?? false
    }
    #expect(right.count > 117)
  }

  @Test(
    "a drone at a multiple of the mains is heard for 10 s, though it stands still as hum does",
    arguments: [100.0, 120])
  func drone(frequency: Double) throws {
    let tone = TestSignal.sawtooth(
      frequency, sampleRate: DefaultReadings.sampleRate, count: 441_000)
    for reading in try DefaultReadings.of(tone)[10..<990] {
      #expect(cents(from: frequency, to: try #require(reading.frequency)).magnitude < 5)
    }
  }

  @Test("a tuning fork and an organ's A1 are heard for 10 s", arguments: [440.0, 55])
  func steadyTones(frequency: Double) throws {
    let tone = TestSignal.harmonics(
      frequency, amplitudes: frequency > 100 ? [0.3] : [0.3, 0.2, 0.2, 0.1],
      sampleRate: DefaultReadings.sampleRate, count: 441_000)
    let noise = TestSignal.noise(count: tone.count, rms: 0.003)
    for reading in try DefaultReadings.of(zip(tone, noise).map { $0 + $1 })[10..<990] {
      #expect(cents(from: frequency, to: try #require(reading.frequency)).magnitude < 5)
    }
  }
}
