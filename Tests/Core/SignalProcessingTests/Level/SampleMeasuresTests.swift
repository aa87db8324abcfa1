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
}
