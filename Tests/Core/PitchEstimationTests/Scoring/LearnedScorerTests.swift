import SignalProcessing
import Testing
import _TestSignals

@testable import PitchEstimation

@Suite("The learned scorer of the default tracker")
struct LearnedScorerTests {
  private static let rate = 44_100.0

  private func track(
    _ samples: [Float], in range: ClosedRange<Double> = 26...4500, isLearned: Bool = true
  ) throws -> [PitchReading] {
    let tracker = try MultiresolutionTracker(
      sampleRate: Self.rate, searchRange: range, hopSize: 441, usesLearnedScorer: isLearned)
    return tracker.readings(of: samples)
  }

  private func mix(_ tone: [Float], noise rms: Double, seed: UInt64) -> [Float] {
    zip(tone, TestSignal.noise(count: tone.count, rms: rms, seed: seed)).map { $0 + $1 }
  }

  /// A sawtooth of 0.1 RMS, and as much white noise.
  private func toneInNoise(_ frequency: Double, seed: UInt64) -> [Float] {
    mix(
      TestSignal.sawtooth(
        frequency, sampleRate: Self.rate, count: 88_200, amplitude: 0.1 * 3.squareRoot()),
      noise: 0.1, seed: seed)
  }

  @Test("hears more of tones in noise as loud as they are, and all that it hears is right")
  func tonesInNoise() throws {
    var (with, without, count) = (0, 0, 0)
    for (index, frequency) in [110.0, 196, 330, 587].enumerated() {
      let samples = toneInNoise(frequency, seed: UInt64(index + 1))
      let learned = try track(samples)
      for reading in learned where reading.isVoiced {
        #expect((reading.candidate!.frequency / frequency - 1).magnitude < 0.03)
      }
      count += learned.count
      with += learned.count { $0.isVoiced }
      without += try track(samples, isLearned: false).count { $0.isVoiced }
    }
    #expect(with >= without)
    #expect(Double(with) > 0.9 * Double(count))
  }

  @Test("hears nothing in ten seconds of white noise, in the ranges of all keys, voices and speech")
  func whiteNoise() throws {
    let noise = TestSignal.noise(count: 441_000, rms: 0.1, seed: 5)
    for range in [26.0...4500, 60...1500, 50...600] {
      #expect(try track(noise, in: range).allSatisfy { !$0.isVoiced })
    }
  }

  @Test("leaves the pitch of a clear tone as it is, to the last bit")
  func clearTone() throws {
    let tone = TestSignal.sawtooth(220, sampleRate: Self.rate, count: 44_100, amplitude: 0.3)
    let (with, without) = (try track(tone), try track(tone, isLearned: false))
    #expect(with.map(\.candidate) == without.map(\.candidate))
    #expect(with.map(\.isVoiced) == without.map(\.isVoiced))
  }

  @Test("confidence: a probability, 0 if unvoiced, higher without noise; none without a scorer")
  func confidence() throws {
    let tone = TestSignal.sawtooth(220, sampleRate: Self.rate, count: 88_200, amplitude: 0.17)
    let clear = try track(tone)
    let noisy = try track(mix(tone, noise: 0.2, seed: 3))
    for reading in clear + noisy {
      let confidence = try #require(reading.confidence)
      #expect((0...1).contains(confidence) && (confidence > 0) == reading.isVoiced)
      #expect(reading.confidenceOrPeriodicity == reading.confidence)
    }
    func mean(_ readings: [PitchReading]) -> Double {
      let values = readings.filter(\.isVoiced).compactMap(\.confidence)
      return values.reduce(0, +) / Double(max(1, values.count))
    }
    #expect(mean(clear) > 0.9)
    #expect(mean(clear) > mean(noisy))
    for reading in try track(tone, isLearned: false) {
      #expect(reading.confidence == nil && reading.confidenceOrPeriodicity == reading.periodicity)
    }
  }

  @Test("of readings in noise with a confidence of 0.9 or more, at least 97.1 % are right")
  func sureReadings() throws {
    var (right, count) = (0, 0)
    for (index, frequency) in [55.0, 98, 147, 220, 311, 466, 831, 1760].enumerated() {
      for (step, rms) in [0.02, 0.06, 0.2].enumerated() {
        // Half a second of noise, a second of a tone in it, half a second of noise.
        let tone = TestSignal.sawtooth(
          frequency, sampleRate: Self.rate, count: 44_100, amplitude: 0.1 * 3.squareRoot())
        let pause = [Float](repeating: 0, count: 22_050)
        let readings = try track(
          mix(pause + tone + pause, noise: rms, seed: UInt64(10 * index + step)))
        for reading in readings where (reading.confidence ?? 0) >= 0.9 {
          let error = (reading.candidate!.frequency / frequency - 1).magnitude
          count += 1
          right += (0.5..<1.5).contains(reading.time) && error < 0.029 ? 1 : 0
        }
      }
    }
    #expect(count > 1500)  // of 2400 with a tone
    #expect(Double(right) >= 0.971 * Double(count), "\(right) of \(count)")
  }

  @Test("a closed gate stays closed, whatever is learned")
  func gate() throws {
    var tracker = try MultiresolutionTracker(
      sampleRate: Self.rate, searchRange: 26...4500, hopSize: 441,
      gate: LevelGate(.fixed(-10)))
    tracker.append(toneInNoise(196, seed: 1))
    tracker.finish()
    while let reading = tracker.next() { #expect(!reading.isVoiced) }
  }
}
