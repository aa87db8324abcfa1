import SignalProcessing
import Testing
import _TestSignals

@Suite("Extremes")
struct ExtremesTests {
  @Test(
    "finds the least and the largest sample wherever they stand",
    arguments: [1, 2, 7, 8, 9, 16, 31, 100])
  func anyPosition(count: Int) {
    var samples = TestSignal.noise(count: count, rms: 0.1, seed: 5)
    for position in 0..<count {
      let kept = samples[position]
      samples[position] = 3
      #expect(samples.span.extremes.largest == 3)
      samples[position] = -3
      #expect(samples.span.extremes.least == -3)
      samples[position] = kept
    }
    #expect(samples.span.extremes.largest == samples.max())
    #expect(samples.span.extremes.least == samples.min())
  }

  @Test("is 0 for no samples")
  func empty() {
    let samples: [Float] = []
    #expect(samples.span.extremes == (0, 0))
  }
}
