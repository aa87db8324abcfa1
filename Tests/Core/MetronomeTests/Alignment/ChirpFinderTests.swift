import Metronome
import SignalProcessing
import Testing
import _TestSignals

@Suite("A chirp in a recording")
struct ChirpFinderTests {
  private func recording(_ sampleRate: Double, noise: Double, seed: UInt64 = 1) -> [Float] {
    TestSignal.noise(count: Int(1.2 * sampleRate), rms: noise, seed: seed)
  }

  private func find(_ samples: [Float], sampleRate: Double = 48_000) -> ChirpFinder.Arrival? {
    var finder = ChirpFinder(sampleRate: sampleRate)
    return finder.arrival(in: samples[...])
  }

  private func find(_ samples: [Float], from second: Double) -> ChirpFinder.Arrival? {
    var finder = ChirpFinder(sampleRate: 48_000)
    return finder.arrival(in: samples, from: second, within: -0.1...0.1)
  }

  @Test(
    "is found within 0.02 ms at every rate, under noise as loud as itself",
    arguments: [16_000.0, 44_100, 48_000, 96_000])
  func noise(sampleRate: Double) throws {
    let chirp = AlignmentChirp(sampleRate: sampleRate)
    for seed in 1...5 as ClosedRange<UInt64> {
      var samples = recording(sampleRate, noise: 0.03, seed: seed)
      let start = Int(sampleRate * 0.1 * Double(seed))
      for (index, sample) in chirp.samples.enumerated() { samples[start + index] += 0.1 * sample }
      let arrival = try #require(find(samples, sampleRate: sampleRate))
      #expect((arrival.time - Double(start) / sampleRate).magnitude < 2e-5)
    }
  }

  @Test("counts from its first arrival, although a reflection is 12 dB louder")
  func reflection() throws {
    let chirp = AlignmentChirp(sampleRate: 48_000)
    var samples = recording(48_000, noise: 0.0005)
    for (delay, gain) in [(0, 0.05), (100, -0.1), (700, 0.2), (2000, -0.15)] as [(Int, Float)] {
      for (index, sample) in chirp.samples.enumerated() {
        samples[9600 + delay + index] += gain * sample
      }
    }
    let arrival = try #require(find(samples))
    #expect((arrival.time - 0.2).magnitude < 1e-4)
  }

  @Test("is not found in silence, noise, a click, a tone, or too short a recording")
  func nothing() {
    var click = [Float](repeating: 0, count: 48_000)
    #expect(find(click) == nil)
    click[20_000] = 1
    for samples in [
      recording(48_000, noise: 0.1), [], [1], [Float](repeating: .nan, count: 9600),
      TestSignal.sine(3000, sampleRate: 48_000, count: 48_000),
    ] { #expect(find(samples) == nil) }
    for seed in 1...20 as ClosedRange<UInt64> {
      #expect(find(recording(48_000, noise: 0.1, seed: seed)) == nil)
    }
  }

  @Test("a part of a recording gives times from its first sample; outside there is nothing")
  func part() throws {
    let chirp = AlignmentChirp(sampleRate: 48_000)
    var samples = recording(48_000, noise: 0.001)
    for (index, sample) in chirp.samples.enumerated() { samples[24_000 + index] += 0.1 * sample }
    let arrival = try #require(find(samples, from: 0.51))
    #expect((arrival.time - 0.5).magnitude < 2e-5)
    #expect(find(samples, from: 0.05) == nil)
    #expect(find(samples, from: 1.19) == nil)
  }
}
