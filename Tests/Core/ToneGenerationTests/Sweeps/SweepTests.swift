import SignalProcessing
import Testing
import ToneGeneration

@Suite("Sweep")
struct SweepTests {
  private func samples(_ sweep: Sweep) -> [Float] {
    var sweep = sweep
    var block = [Float](repeating: 0, count: sweep.count + 10)
    var span = block.mutableSpan
    sweep.render(into: &span)
    return block
  }

  /// The phase by Simpson's rule over the frequency, the slow way.
  private func textbook(_ sweep: Sweep) -> [Float] {
    var turns = 0.0
    return (0..<sweep.count).map { index in
      let times = [0, 0.5, 1].map { (Double(index) + $0) / sweep.sampleRate }
      defer {
        let frequencies = times.map { sweep.frequency(at: $0) }
        turns += (frequencies[0] + 4 * frequencies[1] + frequencies[2]) / 6 / sweep.sampleRate
      }
      return Float(Elementary.sin(2 * .pi * (turns - turns.rounded(.down))))
    }
  }

  @Test(
    "is the sine of the integral of its frequency, up and down", arguments: SweepLaw.allCases,
    [(20.0, 20_000.0), (5000, 100), (440, 440)])
  func phase(law: SweepLaw, ends: (Double, Double)) throws {
    let sweep = try Sweep(ends, law: law, duration: 2, level: 0, sampleRate: 48_000)
    #expect(sweep.count == 96_000)
    let result = samples(sweep)
    #expect(zip(result, textbook(sweep)).allSatisfy { ($0 - $1).magnitude < 2e-6 })
    #expect(result.suffix(10).allSatisfy { $0 == 0 })
  }

  @Test("reaches its ends, and the middle of each law")
  func laws() throws {
    let middles: [SweepLaw: Double] = [.linear: 550, .logarithmic: 316.2278, .quadratic: 325]
    for (law, middle) in middles {
      let sweep = try Sweep((100, 1000), law: law, duration: 3, sampleRate: 48_000)
      #expect(abs(sweep.frequency(at: 0) - 100) < 1e-9)
      #expect(abs(sweep.frequency(at: 1.5) - middle) < 1e-4)
      #expect(abs(sweep.frequency(at: 3) - 1000) < 1e-9)
    }
  }

  @Test("a sawtooth sweep glides through its tables without a jump beyond its own")
  func sawtooth() throws {
    let sweep = try Sweep(
      (500, 4000), duration: 1, waveform: .sawtooth, level: 0, sampleRate: 48_000)
    #expect(samples(sweep).allSatisfy { $0.magnitude <= 1.0001 })
  }

  @Test("refuses ends beyond half the sample rate and durations that are none")
  func refusals() {
    #expect(throws: SynthesisError.frequencyOutOfRange(30_000, nyquist: 24_000)) {
      try Sweep((20, 30_000), duration: 1, sampleRate: 48_000)
    }
    for duration in [0, -1, .nan, .infinity] as [Double] {
      #expect(throws: SynthesisError.self) {
        try Sweep((20, 300), duration: duration, sampleRate: 48_000)
      }
    }
  }
}
