import SignalProcessing
import Testing

@Suite("A layer of whole numbers")
struct IntegerTapLayerTests {
  private static let taps = [-3, 0, 1, 7]
  private static let inputs = 16

  /// The outputs of the layer, and the exact sums.
  private func outputs(
    rows: Int, inputRows: Int, outputs: Int, weights: [Int8], input: [Float]
  ) -> (values: [Float], sums: [Double]) {
    let units = (0...(Self.taps.count * Self.inputs)).map { Int8(-20 - $0 % 7) }
    var reader = WeightReader(units: units, values: weights)
    var layer = IntegerTapLayer(
      taps: Self.taps, rowCount: rows, inputRowCount: inputRows, inputs: Self.inputs,
      outputs: outputs, &reader)
    layer.compute(input)
    reader = WeightReader(units: units, values: weights)
    let factors = reader.next(rows: Self.taps.count * Self.inputs, of: outputs)
    let constants = reader.next(rows: 1, of: outputs)
    var sums: [Double] = []
    for row in 0..<rows {
      for output in 0..<outputs {
        var sum = Double(constants[output])
        for (tap, distance) in Self.taps.enumerated()
        where (0..<inputRows).contains(row + distance) {
          for index in 0..<Self.inputs {
            sum +=
              Double(input[(row + distance) * Self.inputs + index])
              * Double(factors[(tap * Self.inputs + index) * outputs + output])
          }
        }
        sums.append(max(0, sum))
      }
    }
    return (layer.values, sums)
  }

  private func weights(_ outputs: Int) -> [Int8] {
    (0..<((Self.taps.count * Self.inputs + 1) * outputs)).map {
      Int8(truncatingIfNeeded: $0 * 37 % 251 - 125)
    }
  }

  @Test(
    "each output is the weighted sum of its rows to a thousandth of the largest, or 0",
    arguments: [(rows: 12, inputRows: 12, outputs: 8), (10, 13, 24), (4, 4, 32), (2, 30, 56)])
  func sums(rows: Int, inputRows: Int, outputs: Int) {
    let input = (0..<(inputRows * Self.inputs)).map { max(0, Float(($0 * 7919) % 101) / 50 - 1) }
    let found = self.outputs(
      rows: rows, inputRows: inputRows, outputs: outputs, weights: weights(outputs), input: input)
    let largest = found.sums.max() ?? 0
    #expect(largest > 0.1)
    for (value, sum) in zip(found.values, found.sums) {
      #expect(abs(Double(value) - sum) < 1e-3 * largest)
    }
  }

  @Test("the largest inputs with the largest weights do not overflow", arguments: [Int8.max, -127])
  func largest(weight: Int8) {
    let all = [Int8](repeating: weight, count: weights(24).count)
    let found = outputs(
      rows: 8, inputRows: 16, outputs: 24, weights: all,
      input: Array(repeating: 1000, count: 16 * Self.inputs))
    for (value, sum) in zip(found.values, found.sums) {
      #expect(abs(Double(value) - sum) <= 1e-3 * sum)
    }
  }

  @Test("without inputs, the constants are left", arguments: [Float(0), 1e-30])
  func constants(input: Float) {
    let found = outputs(
      rows: 6, inputRows: 6, outputs: 8, weights: weights(8),
      input: Array(repeating: input, count: 6 * Self.inputs))
    for (value, sum) in zip(found.values, found.sums) {
      #expect(abs(Double(value) - sum) < 1e-6)
    }
  }

  @Test(
    "a number that is none, or without bounds, stops nothing", arguments: [Float.nan, .infinity])
  func damaged(number: Float) {
    var input = [Float](repeating: 0.5, count: 6 * Self.inputs)
    input[20] = number
    let found = outputs(
      rows: 6, inputRows: 6, outputs: 8, weights: weights(8), input: input)
    #expect(found.values.count == 48)
  }
}
