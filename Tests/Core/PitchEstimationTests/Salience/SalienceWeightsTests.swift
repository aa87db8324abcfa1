import Testing

@testable import PitchEstimation

@Suite("Weights of the salience network")
struct SalienceWeightsTests {
  @Test("all trained weights belong to a layer")
  func count() {
    let widths = SalienceWeights.widths
    let (harmonics, rivals) = (SalienceWeights.harmonics.count, SalienceWeights.rivals.count)
    let layers =
      (3 * 7 + 1) * widths[0] + (harmonics * widths[0] + 1) * widths[1]
      + (7 * widths[1] + 1) * widths[2] + (rivals * widths[2] + 1) * widths[3]
    let units = SalienceWeights.noneWidth
    let ends =
      widths[3] + 1 + SalienceWeights.count + (2 * widths[3] + 4) * units + 1
    #expect(SalienceWeights.values.count == layers + ends)
  }
}
