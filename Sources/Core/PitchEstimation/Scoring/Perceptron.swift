internal import SignalProcessing

/// A small neural network: layers of weighted sums, limited to 0 from below in all but the last.
///
/// It adds in one order on every machine, so that it gives the same bits everywhere.
///
/// - SeeAlso: D. Rumelhart, G. Hinton, R. Williams, "Learning representations by back-propagating
///   errors", Nature 323, 1986, [doi:10.1038/323533a0](https://doi.org/10.1038/323533a0).
struct Perceptron: Sendable {
  private let sizes: [Int]
  /// For each layer, the weights of the first input for all outputs, then those of the next; then
  /// the bias of each output. Whole numbers.
  private var weights: [Float]
  private var units: [Float]  // of each such row
  private var values: [Float]
  private var sums: [Float]

  /// - Parameters:
  ///   - sizes: The number of inputs, and of the outputs of each layer.
  ///   - weights: For each layer, the weights of the first input for all outputs, then those of the
  ///     next; then the bias of each output. As whole numbers.
  ///   - units: The unit of each such row: the exponent of a power of two, in quarters.
  init(sizes: [Int], weights: [Int8], units: [Int8]) {
    self.sizes = sizes
    self.weights = Array(repeating: 0, count: weights.count)
    for index in weights.indices { self.weights[index] = Float(weights[index]) }
    self.units = Array(repeating: 0, count: units.count)
    for row in units.indices { self.units[row] = Float(Elementary.exp2(0.25 * Double(units[row]))) }
    values = Array(repeating: 0, count: 1 + (sizes.max() ?? 1))
    sums = Array(repeating: 0, count: sizes.max() ?? 1)  // not shared, which would copy later
  }

  /// Returns the first output.
  ///
  /// - Precondition: `inputs.count` is the first of the sizes.
  mutating func output(for inputs: [Float]) -> Float {
    for index in 0..<inputs.count { values[index] = inputs[index] }
    var (row, start) = (0, 0)
    for layer in 1..<sizes.count {
      let (rowCount, outputCount) = (sizes[layer - 1] + 1, sizes[layer])
      values[rowCount - 1] = 1  // of the bias
      for input in 0..<rowCount { values[input] *= units[row + input] }
      add(rowCount, weightsFrom: start, outputCount)
      row += rowCount
      start += rowCount * outputCount
      let least: Float = layer < sizes.count - 1 ? 0 : -.infinity
      for output in 0..<outputCount { values[output] = max(least, sums[output]) }
    }
    return values[0]
  }

  /// Fills the sums of a layer, eight at a time, each in a lane of its own, so that the order of
  /// additions, and with it every bit, stays the same.
  private mutating func add(_ rowCount: Int, weightsFrom start: Int, _ count: Int) {
    weights.withUnsafeBytes { weights in
      values.withUnsafeBufferPointer { values in
        sums.withUnsafeMutableBytes { sums in
          let size = MemoryLayout<Float>.stride
          var output = 0
          while output + 8 <= count {
            var sum = SIMD8<Float>()
            for row in 0..<rowCount {
              sum +=
                values[row]
                * weights.loadUnaligned(
                  fromByteOffset: (start &+ row &* count &+ output) &* size, as: SIMD8<Float>.self)
            }
            sums.storeBytes(of: sum, toByteOffset: output * size, as: SIMD8<Float>.self)
            output += 8
          }
          while output < count {
            var sum: Float = 0
            for row in 0..<rowCount {
              sum +=
                values[row]
                * weights.load(
                  fromByteOffset: (start &+ row &* count &+ output) &* size, as: Float.self)
            }
            sums.storeBytes(of: sum, toByteOffset: output * size, as: Float.self)
            output += 1
          }
        }
      }
    }
  }
}
