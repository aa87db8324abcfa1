import SignalProcessing
import Testing

@Suite("A layer that reads rows at fixed distances")
struct TapLayerTests {
  /// Weights of any kind, in rows with different units.
  private static func reader() -> WeightReader {
    WeightReader(
      units: (0..<100).map { Int8(-20 - $0 % 7) },
      values: (0..<4000).map { Int8(truncatingIfNeeded: $0 * 37 % 251 - 125) })
  }

  /// The weights that a layer takes from the front of them.
  private func weights(taps: [Int], inputs: Int, outputs: Int) -> (sums: [Float], added: [Float]) {
    var reader = Self.reader()
    return (
      reader.next(rows: taps.count * inputs, of: outputs), reader.next(rows: 1, of: outputs)
    )
  }

  @Test(
    "each output is the weighted sum of its rows, or 0; rows beyond the ends are zeros",
    arguments: [(rows: 12, outputs: 8), (13, 8), (10, 16), (4, 24)])
  func sums(rows: Int, outputs: Int) {
    let (taps, inputs) = ([-3, 0, 1, 7], 5)
    var reader = Self.reader()
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
}
