import SignalProcessing
import Testing
import _TestSignals

@Suite("Mean and energy of samples")
struct SampleMeasuresTests {
  @Test("the mean of 1...101 is 51, and the energy around it 85850")
  func meanAndEnergy() {
    let samples = (1...101).map { Float($0) }
    #expect(samples.span.mean == 51)
    #expect(samples.span.energy(around: 51) == 85850)
    #expect([Float]().span.mean == 0)
  }

  @Test("the peak is the largest distance from the mean, to either side and at any place")
  func peak() {
    for place in 0..<11 {
      for peak: Float in [3, -3] {
        var samples = (0..<11).map { Float($0) / 11 - 0.5 }
        samples[place] = peak
        let result = samples.span.energyAndPeak()
        #expect(result.peak == 3)
        #expect(result.energy == samples.span.energy())
        #expect(samples.map { $0 + 1 }.span.energyAndPeak(around: 1).peak == 3)
      }
    }
    #expect([Float]().span.energyAndPeak() == (0, 0))
  }
}
