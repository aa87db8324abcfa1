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
  /// the bias of each output.
  private let weights: [Int8]
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
    self.weights = weights
    self.units = Array(repeating: 0, count: units.count)
    for row in units.indices { self.units[row] = Float(Elementary.exp2(0.25 * Double(units[row]))) }
    values = Array(repeating: 0, count: sizes.max() ?? 1)
    sums = Array(repeating: 0, count: sizes.max() ?? 1)  // not shared, which would copy later
  }

  /// Returns the first output.
  ///
  /// - Precondition: `inputs.count` is the first of the sizes.
  mutating func output(for inputs: [Float]) -> Float {
    for index in 0..<inputs.count { values[index] = inputs[index] }
    var (row, start) = (0, 0)
    for layer in 1..<sizes.count {
      let (inputCount, outputCount) = (sizes[layer - 1], sizes[layer])
      for output in 0..<outputCount { sums[output] = 0 }
      for input in 0..<(inputCount + 1) {
        // The bias has an input of 1.
        let scaled = (input < inputCount ? values[input] : 1) * units[row]
        if scaled != 0 { Self.add(scaled, weights, from: start, to: &sums, outputCount) }
        row += 1
        start += outputCount
      }
      let least: Float = layer < sizes.count - 1 ? 0 : -.infinity
      for output in 0..<outputCount { values[output] = max(least, sums[output]) }
    }
    return values[0]
  }

  /// Adds to each sum, eight at a time, each in a separate lane, so that the order of additions,
  /// and with it every bit, stays the same.
  private static func add(
    _ value: Float, _ weights: [Int8], from start: Int, to sums: inout [Float], _ count: Int
  ) {
    weights.withUnsafeBufferPointer { weights in
      sums.withUnsafeMutableBufferPointer { sums in
        var output = 0
        while output + 8 <= count, let base = weights.baseAddress, let target = sums.baseAddress {
          let row = SIMD8<Float>(
            UnsafeRawPointer(base + start + output).loadUnaligned(
              as: SIMD8<Int8>.self))
          let place = UnsafeMutableRawPointer(target + output)
          let sum = place.loadUnaligned(as: SIMD8<Float>.self) + value * row
          place.storeBytes(of: sum, as: SIMD8<Float>.self)
          output += 8
        }
        while output < count {
          sums[output] += value * Float(weights[start + output])
          output += 1
        }
      }
    }
  }
}
