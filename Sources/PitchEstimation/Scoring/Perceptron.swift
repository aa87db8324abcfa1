/// A small neural network: layers of weighted sums, which are cut off below 0 in all but the last.
///
/// It adds in one order on every machine, so that it gives the same bits everywhere.
///
/// - SeeAlso: D. Rumelhart, G. Hinton, R. Williams, "Learning representations by back-propagating
///   errors", Nature 323, 1986, [doi:10.1038/323533a0](https://doi.org/10.1038/323533a0).
struct Perceptron: Sendable {
  private let sizes: [Int]
  /// For each layer the weights of the first input for all outputs, then those of the next; then
  /// what is added to each output.
  private let weights: [Int16]
  private let unit: Float  // what the weights are multiples of, a power of two: it rounds nothing
  private var values: [Float]
  private var sums: [Float]

  /// - Parameters:
  ///   - sizes: The number of inputs, and of the outputs of each layer.
  ///   - weights: As whole numbers.
  ///   - unit: The power of two that they are multiples of.
  init(sizes: [Int], weights: [Int16], unit: Float) {
    self.sizes = sizes
    self.weights = weights
    self.unit = unit
    values = Array(repeating: 0, count: sizes.max() ?? 1)
    sums = Array(repeating: 0, count: sizes.max() ?? 1)  // of its own: sharing would copy later
  }

  /// The first output.
  ///
  /// - Precondition: `inputs.count` is the first of the sizes.
  mutating func output(for inputs: [Float]) -> Float {
    for index in 0..<inputs.count { values[index] = inputs[index] }
    var start = 0
    for layer in 1..<sizes.count {
      let (inputCount, outputCount) = (sizes[layer - 1], sizes[layer])
      Self.add(values, to: &sums, weights, from: start, inputCount, outputCount)
      start += (inputCount + 1) * outputCount
      let least: Float = layer < sizes.count - 1 ? 0 : -.infinity
      for output in 0..<outputCount { values[output] = max(least, unit * sums[output]) }
    }
    return values[0]
  }

  private static func add(
    _ values: [Float], to sums: inout [Float], _ weights: [Int16], from start: Int,
    _ inputCount: Int, _ outputCount: Int
  ) {
    values.withUnsafeBufferPointer { values in
      weights.withUnsafeBufferPointer { weights in
        sums.withUnsafeMutableBufferPointer { sums in
          let constants = start + inputCount * outputCount
          for output in 0..<outputCount { sums[output] = Float(weights[constants + output]) }
          for input in 0..<inputCount {
            let (value, row) = (values[input], start + input * outputCount)
            for output in 0..<outputCount {
              sums[output] += value * Float(weights[row + output])
            }
          }
        }
      }
    }
  }
}
