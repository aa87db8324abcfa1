import Testing
import ToneGeneration
import _TestSignals

@Suite("Sine oscillator")
struct SineOscillatorTests {
  @Test("equals the definition to 1e-6 after a minute, in blocks of any size")
  func phase() {
    var oscillator = SineOscillator(frequency: 441.3, amplitude: 0.5, sampleRate: 8000)
    var samples: [Float] = []
    for size in [1, 479_990, 9] {
      var block = [Float](repeating: 0, count: size)
      var span = block.mutableSpan
      oscillator.render(into: &span)
      samples += block
    }
    let exact = TestSignal.sine(441.3, sampleRate: 8000, count: 480_000)
    #expect(zip(samples, exact).allSatisfy { ($0 - $1).magnitude < 1e-6 })
  }

  @Test("after 24 h at 48 kHz its phase is exact to 1e-8 turns")
  func drift() {
    // 441.3125 Hz is 7061/16, so that the phase is known exactly.
    let count = 24 * 3600 * 48_000 + 12_345
    var oscillator = SineOscillator(frequency: 441.3125, amplitude: 1, sampleRate: 48_000)
    oscillator.skip(count)
    let turns = Double((7061 * count) % 768_000) / 768_000
    var block = [Float](repeating: 0, count: 4800)
    var span = block.mutableSpan
    oscillator.render(into: &span)
    expectPhase(of: block, frequency: 441.3125, turns: turns, within: 1e-8)
  }

  @Test("leaving samples out is the same as rendering them, to a rounding of the last place")
  func skip() {
    var skipping = SineOscillator(frequency: 997.3, amplitude: 1, sampleRate: 44_100)
    var rendering = skipping
    skipping.skip(1_000_003)
    _ = rendering.next(1_000_003)
    let pairs = zip(skipping.next(1000), rendering.next(1000))
    #expect(pairs.allSatisfy { ($0 - $1).magnitude < 1.2e-7 })
  }

  @Test("a change of frequency keeps the phase")
  func change() {
    var oscillator = SineOscillator(frequency: 100, amplitude: 1, sampleRate: 48_000)
    let before = oscillator.next(1000)
    oscillator.frequency = 300
    let after = oscillator.next(100)
    let turns = 100.0 * 1000 / 48_000
    let exact = TestSignal.sine(
      300, sampleRate: 48_000, count: 100, amplitude: 1, phase: 2 * .pi * turns)
    #expect(zip(after, exact).allSatisfy { ($0 - $1).magnitude < 1e-6 })
    #expect((after[0] - before[999]).magnitude < 0.04)
  }

  @Test("frequencies beyond half the sample rate are clamped, and NaN is silence")
  func clamped() {
    var high = SineOscillator(frequency: 1e9, amplitude: 1, sampleRate: 8000)
    #expect(high.next(8).allSatisfy { $0.magnitude < 1e-6 })
    var none = SineOscillator(frequency: .nan, amplitude: 1, sampleRate: 8000)
    #expect(none.next(8).allSatisfy { $0 == 0 })
  }
}

extension SineOscillator {
  fileprivate mutating func next(_ count: Int) -> [Float] {
    var block = [Float](repeating: 0, count: count)
    var span = block.mutableSpan
    render(into: &span)
    return block
  }
}
