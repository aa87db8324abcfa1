import SignalProcessing
import Testing
import _TestSignals

@testable import PitchEstimation

/// Both sides of the line between hum, which is no note, and steady notes near the mains.
@Suite("Hum alone, by the default tracker")
struct HumAloneTests {
  private static let rate = 44_100.0
  private static let shape = [0.6, 0.35, 0.5, 0.2, 0.3, 0.12, 0.2, 0.1]

  private func voicedShare(_ samples: [Float], from second: Double = 0.2) throws -> Double {
    var tracker = try MultiresolutionTracker(
      sampleRate: Self.rate, searchRange: 26...4435, hopSize: 441)
    tracker.append(samples)
    tracker.finish()
    var (voiced, all) = (0, 0)
    while let reading = tracker.next() {
      guard reading.time >= second else { continue }
      all += 1
      if reading.isVoiced { voiced += 1 }
    }
    return Double(voiced) / Double(all)
  }

  private func comb(_ frequency: Double, seconds: Double, _ amplitudes: [Double] = shape) -> [Float]
  {
    let sound = TestSignal.harmonics(
      frequency, amplitudes: amplitudes.map { $0 * 0.2 }, sampleRate: Self.rate,
      count: Int(seconds * Self.rate))
    let noise = TestSignal.noise(count: sound.count, rms: 0.0005)
    return zip(sound, noise).map { $0 + $1 }
  }

  @Test(
    "10 s of mains hum have no pitch, wherever in its tolerance the grid stands",
    arguments: [49.85, 50, 50.1, 59.95, 60, 60.1])
  func hum(mains: Double) throws {
    #expect(try voicedShare(comb(mains, seconds: 10), from: 0) == 0)
  }

  @Test(
    "the hum of a rectifier, without odd multiples, is a note of 100 or 120 Hz",
    arguments: [100.0, 120])
  func rectifier(frequency: Double) throws {
    #expect(try voicedShare(comb(frequency, seconds: 10)) == 1)
  }

  @Test(
    "drones beside the mains are heard for 10 s from the first sample on: G1, G sharp 1, A sharp 1, B1",
    arguments: [48.9994, 51.9131, 58.2705, 61.7354, 49.4, 60.6])
  func besideTheMains(frequency: Double) throws {
    #expect(try voicedShare(comb(frequency, seconds: 10)) == 1)
  }

  @Test("a pure tone of 50 or 60 Hz is heard", arguments: [50.0, 60])
  func pureTone(frequency: Double) throws {
    #expect(try voicedShare(comb(frequency, seconds: 10, [1])) == 1)
  }

  @Test("a drone of 50 or 60 Hz is heard if it begins while one listens", arguments: [50.0, 60])
  func beginsLater(frequency: Double) throws {
    let quiet = TestSignal.noise(count: 44_100, rms: 0.0005)
    #expect(try voicedShare(quiet + comb(frequency, seconds: 20), from: 1.2) > 0.99)
  }

  @Test("a string of 50 Hz that dies away is heard from 2 dB on", arguments: [50.0, 60])
  func plucked(frequency: Double) throws {
    var sound = comb(frequency, seconds: 4)
    for index in sound.indices {
      sound[index] *= Float(Elementary.exp(-Double(index) / Self.rate / 1.5))
    }
    #expect(try voicedShare(sound, from: 0.8) > 0.95)
  }
}
