import Testing

@testable import PitchEstimation

@Suite("Perceptron")
struct PerceptronTests {
  @Test("adds weighted inputs, cuts off below 0 between its layers, and not at the end")
  func byHand() {
    // Hidden: 2a − b + 1 and −a + 3b; output: −(first) + 2 · (second) − 1; each row has its unit.
    var perceptron = Perceptron(
      sizes: [2, 2, 1], weights: [8, -4, -1, 3, 4, 0, -2, 1, -1], units: [-8, 0, -8, -4, 4, 0])
    #expect(perceptron.output(for: [1, 1]) == 1)  // 2 and 2
    #expect(perceptron.output(for: [2, 0]) == -6)  // 5 and 0, cut off from −2
    #expect(perceptron.output(for: [0, 4]) == 23)  // 0, cut off from −3, and 12
  }

  @Test("what was learned has as many weights as its layers take, for the features there are")
  func learned() {
    let sizes = ScorerWeights.sizes
    #expect(sizes.first == CandidateFeatures.count)
    #expect(ScorerInput.allCases.count == CandidateFeatures.count)
    #expect(sizes.last == 1)
    let count = zip(sizes, sizes.dropFirst()).reduce(0) { $0 + ($1.0 + 1) * $1.1 }
    #expect(ScorerWeights.values.count == count)
    #expect(ScorerWeights.units.count == sizes.dropLast().reduce(0) { $0 + $1 + 1 })
  }
}
