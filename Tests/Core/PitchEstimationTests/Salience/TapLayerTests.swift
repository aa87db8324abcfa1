import Testing

@testable import PitchEstimation

@Suite("A layer that reads rows at fixed distances")
struct TapLayerTests {
  /// The weights that a layer takes from the front of the trained ones.
  private func weights(taps: [Int], inputs: Int, outputs: Int) -> (sums: [Float], added: [Float]) {
    var reader = WeightReader()
    return (
      reader.next(rows: taps.count * inputs, of: outputs), reader.next(rows: 1, of: outputs)
    )
  }

  @Test(
    "each output is the weighted sum of its rows, or 0; rows beyond the ends are zeros",
    arguments: [(rows: 12, outputs: 8), (13, 8), (10, 16), (4, 24)])
  func sums(rows: Int, outputs: Int) {
    let (taps, inputs) = ([-3, 0, 1, 7], 5)
    var reader = WeightReader()
    var layer = TapLayer(
      taps: taps, rowCount: rows, inputs: inputs, outputs: outputs, &reader)
    let before = (0..<(rows * inputs)).map { Float(($0 * 7919) % 101) / 50 - 1 }
    layer.compute(before, rowCount: rows)
    let weights = weights(taps: taps, inputs: inputs, outputs: outputs)
    for row in 0..<rows {
      for output in 0..<outputs {
        var sum = Double(weights.added[output])
        for (tap, distance) in taps.enumerated() {
          guard (0..<rows).contains(row + distance) else { continue }
          for input in 0..<inputs {
            sum +=
              Double(before[(row + distance) * inputs + input])
              * Double(weights.sums[(tap * inputs + input) * outputs + output])
          }
        }
        #expect(
          abs(Double(layer.values[row * outputs + output]) - max(0, sum)) < 1e-4,
          "row \(row), output \(output)")
      }
    }
  }

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
