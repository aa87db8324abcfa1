import SignalProcessing
import Testing

@Suite("Seeded noise")
struct NoiseTests {
  /// Source: the published test vector of SplitMix64 for seed 1234567.
  @Test("the generator gives the reference sequence of SplitMix64")
  func referenceSequence() {
    var generator = SeededGenerator(seed: 1_234_567)
    let sequence = [generator.next(), generator.next()]
    #expect(sequence == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973])
  }

  @Test("noise at -40 dBFS measures -40 dBFS to 0.1 dB, without a mean and with normal tails")
  func levelAndShape() {
    var noise = WhiteNoise(level: -40, seed: 5)
    let samples = (0..<100_000).map { _ in noise.next() }
    #expect((Level(of: samples.span).rootMeanSquare + 40).magnitude < 0.1)
    #expect(samples.span.mean.magnitude < 1e-4)
    let beyondTwo = samples.filter { $0.magnitude > 0.02 }.count
    #expect((Double(beyondTwo) / 100_000 - 0.0455).magnitude < 0.003)
  }

  @Test("equal seeds give equal noise, others do not")
  func seeds() {
    var (a, b, c) = (
      WhiteNoise(level: 0, seed: 1), WhiteNoise(level: 0, seed: 1), WhiteNoise(level: 0, seed: 2)
    )
    let first = (0..<10).map { _ in a.next() }
    let (second, third) = ((0..<10).map { _ in b.next() }, (0..<10).map { _ in c.next() })
    #expect(first == second)
    #expect(first != third)
  }
}
