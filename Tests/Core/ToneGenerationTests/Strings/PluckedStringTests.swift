import PitchEstimation
import Testing
import ToneGeneration
import _TestSignals

@Suite("Plucked string")
struct PluckedStringTests {
  @Test(
    "is in tune within 1 cent from B0 to E6 at 44.1 and 48 kHz",
    arguments: [30.868, 41.203, 82.407, 110, 146.832, 195.998, 246.942, 329.628, 659.255, 1318.51],
    [44_100.0, 48_000])
  func tuning(frequency: Double, sampleRate: Double) throws {
    var string = PluckedString(frequency: frequency, sampleRate: sampleRate, seed: 3)
    _ = string.render(Int(sampleRate))  // the fundamental remains
    var yin = try YIN(sampleRate: sampleRate, searchRange: 25...2000)
    let estimate = yin.estimate(string.render(yin.frameSize).span)
    let found = try #require(estimate)
    #expect(cents(from: frequency, to: found.frequency).magnitude < 1)
  }

  @Test("never exceeds its amplitude by more than 6 dB, and decays")
  func decays() {
    var string = PluckedString(frequency: 110, sampleRate: 48_000, amplitude: 0.5)
    let first = string.render(48_000)
    let later = string.render(144_000).suffix(48_000)
    #expect(first.allSatisfy { $0.magnitude <= 1 })
    #expect((later.map(\.magnitude).max() ?? 1) < 0.1)
  }

  @Test("equal seeds give equal bits, in blocks of any size")
  func deterministic() {
    var whole = PluckedString(frequency: 196, sampleRate: 48_000, seed: 8)
    var pieces = whole
    let expected = whole.render(1000)
    var result: [Float] = []
    for size in [1, 7, 492, 500] { result += pieces.render(size) }
    #expect(result == expected)
  }

  @Test("frequencies out of range are clamped")
  func clamped() {
    #expect(PluckedString(frequency: 1, sampleRate: 48_000).frequency == 20)
    #expect(PluckedString(frequency: 1e6, sampleRate: 48_000).frequency == 6000)
  }

  @Test("a second pluck sounds while the first still does, as loud as the first")
  func plucksAgain() {
    var string = PluckedString(frequency: 110, sampleRate: 48_000, amplitude: 0.5)
    let first = string.render(24_000).prefix(2000).map(\.magnitude).max() ?? 0
    string.pluck(seed: 9)
    let second = string.render(2000).map(\.magnitude).max() ?? 0
    #expect(second > 0.8 * first && second < 2 * first)
  }
}
