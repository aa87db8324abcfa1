import Testing

@testable import ChordEstimation

@Suite("Weights of the chord network")
struct ChordWeightsTests {
  @Test("all trained weights belong to a layer")
  func count() {
    let widths = ChordWeights.widths
    let (harmonics, rivals) = (ChordWeights.harmonics.count, ChordWeights.rivals.count)
    let layers =
      (5 * 5 + 1) * widths[0] + (harmonics * widths[0] + 1) * widths[1]
      + (9 * widths[1] + 1) * widths[2] + (rivals * widths[2] + 1) * widths[3]
      + (rivals * widths[3] + 1) * widths[4]
    #expect(ChordWeights.values.count == layers + widths[4] + 1 + ChordWeights.count)
  }
}
