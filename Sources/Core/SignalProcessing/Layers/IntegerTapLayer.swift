#if !arch(wasm32)
  /// A ``TapLayer`` that adds products of whole numbers of 16 bits, in half the time.
  ///
  /// Inputs are rounded to 8191 steps of the largest one, and weights to as many steps as keep all
  /// sums within 32 bits. Sums of whole numbers are exact, and so the same in any order. Two rows
  /// are added up at once, since they have the same weights.
  package struct IntegerTapLayer: Sendable {
    /// The outputs of each row, one row after another.
    package private(set) var values: [Float]
    package let outputs: Int
    private let inputs: Int
    private let rowCount: Int
    private let inputRowCount: Int
    private let tables: IntegerWeights
    /// The inputs in steps, two in each number: their rows between two rows of zeros.
    private var pairs: [UInt32]
    /// The constants in steps of a product.
    private var constants: [Int32]

    private typealias Lanes = SIMD4<Int32>
    private static let size = MemoryLayout<UInt32>.stride

    /// - Parameters:
    ///   - taps: The distances, in rows.
    ///   - rowCount: The number of rows; even.
    ///   - inputRowCount: The number of rows of the layer before.
    ///   - inputs: The number of values in a row of the layer before, none of them negative; a
    ///     multiple of eight.
    ///   - outputs: The number of values in a row; a multiple of eight.
    ///   - reader: Gives the weights.
    package init(
      taps: [Int], rowCount: Int, inputRowCount: Int, inputs: Int, outputs: Int,
      _ reader: inout WeightReader
    ) {
      (self.rowCount, self.inputRowCount) = (rowCount, inputRowCount)
      (self.inputs, self.outputs) = (inputs, outputs)
      values = Array(repeating: 0, count: rowCount * outputs)
      tables = IntegerWeights(taps, inputs, outputs, &reader)
      pairs = Array(repeating: 0, count: (inputRowCount + 2) * inputs / 2)
      constants = Array(repeating: 0, count: outputs)
    }

    /// Fills ``values``. Allocates nothing.
    ///
    /// - Parameter layer: The values of the layer before.
    package mutating func compute(_ layer: [Float]) {
      let unit = 1 / (round(layer) * tables.scale)
      for output in 0..<outputs {
        constants[output] = Int32((tables.constants[output] / unit).rounded())
      }
      var place = 0
      while place + 24 <= outputs {
        sum24(place, unit)
        place += 24
      }
      while place < outputs {
        sum8(place, unit)
        place += 8
      }
    }

    /// Rounds the inputs to steps.
    ///
    /// - Returns: The steps in an input of 1.
    private mutating func round(_ layer: [Float]) -> Float {
      let count = inputRowCount * inputs
      let stride = MemoryLayout<SIMD8<Float>>.stride
      return layer.withUnsafeBytes { layer in
        var highest = SIMD8<Float>()
        for offset in Swift.stride(from: 0, to: count * Self.size, by: stride) {
          let eight = layer.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
          highest.replace(with: eight, where: eight .> highest)
        }
        let scale = tables.inputScale(largest: highest.max())
        pairs.withUnsafeMutableBytes { pairs in
          for offset in Swift.stride(from: 0, to: count * Self.size, by: stride) {
            let eight = layer.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
            // Rounded to the unit of numbers from 2²³ on, which is 1.
            let bits = unsafeBitCast(scale * eight + 8_388_608, to: SIMD8<UInt32>.self) & 0x3FFF
            pairs.storeBytes(
              of: bits.evenHalf | bits.oddHalf &<< 16,
              toByteOffset: (inputs * Self.size + offset) / 2, as: SIMD4<UInt32>.self)
          }
        }
        return scale
      }
    }

    /// Fills 24 outputs of each row.
    private mutating func sum24(_ place: Int, _ unit: Float) {
      let (inputs, outputs, tables) = (inputs, outputs, tables)
      let (end, weightStride) = (inputRowCount, outputs &* Self.size)
      let rowStride = inputs / 2 * Self.size
      let start = (
        constant(place), constant(place + 4), constant(place + 8), constant(place + 12),
        constant(place + 16), constant(place + 20)
      )
      tables.weights.withUnsafeBytes { weights in
        pairs.withUnsafeBytes { pairs in
          values.withUnsafeMutableBytes { values in
            for row in stride(from: 0, to: rowCount, by: 2) {
              var (a0, a1, a2, a3, a4, a5) = start
              var (b0, b1, b2, b3, b4, b5) = start
              for tap in 0..<tables.taps.count {
                let from = row + tables.taps[tap]
                guard from >= -1, from < end else { continue }
                var pair = (from &+ 1) &* rowStride
                let last = pair &+ rowStride
                var weight = tap &* inputs / 2 &* weightStride &+ place &* Self.size
                while pair < last {
                  let a = SIMD4<UInt32>(
                    repeating: pairs.loadUnaligned(fromByteOffset: pair, as: UInt32.self))
                  let b = SIMD4<UInt32>(
                    repeating: pairs.loadUnaligned(
                      fromByteOffset: pair &+ rowStride, as: UInt32.self))
                  a0 &+= Self.products(a, weights, weight)
                  b0 &+= Self.products(b, weights, weight)
                  a1 &+= Self.products(a, weights, weight &+ 16)
                  b1 &+= Self.products(b, weights, weight &+ 16)
                  a2 &+= Self.products(a, weights, weight &+ 32)
                  b2 &+= Self.products(b, weights, weight &+ 32)
                  a3 &+= Self.products(a, weights, weight &+ 48)
                  b3 &+= Self.products(b, weights, weight &+ 48)
                  a4 &+= Self.products(a, weights, weight &+ 64)
                  b4 &+= Self.products(b, weights, weight &+ 64)
                  a5 &+= Self.products(a, weights, weight &+ 80)
                  b5 &+= Self.products(b, weights, weight &+ 80)
                  pair &+= Self.size
                  weight &+= weightStride
                }
              }
              let target = (row * outputs + place) * Self.size
              Self.store(a0, unit, values, target)
              Self.store(a1, unit, values, target &+ 16)
              Self.store(a2, unit, values, target &+ 32)
              Self.store(a3, unit, values, target &+ 48)
              Self.store(a4, unit, values, target &+ 64)
              Self.store(a5, unit, values, target &+ 80)
              Self.store(b0, unit, values, target &+ weightStride)
              Self.store(b1, unit, values, target &+ weightStride &+ 16)
              Self.store(b2, unit, values, target &+ weightStride &+ 32)
              Self.store(b3, unit, values, target &+ weightStride &+ 48)
              Self.store(b4, unit, values, target &+ weightStride &+ 64)
              Self.store(b5, unit, values, target &+ weightStride &+ 80)
            }
          }
        }
      }
    }

    /// Fills eight outputs of each row.
    private mutating func sum8(_ place: Int, _ unit: Float) {
      let (inputs, outputs, tables) = (inputs, outputs, tables)
      let (end, weightStride) = (inputRowCount, outputs &* Self.size)
      let rowStride = inputs / 2 * Self.size
      let start = (constant(place), constant(place + 4))
      tables.weights.withUnsafeBytes { weights in
        pairs.withUnsafeBytes { pairs in
          values.withUnsafeMutableBytes { values in
            for row in stride(from: 0, to: rowCount, by: 2) {
              var (a0, a1) = start
              var (b0, b1) = start
              for tap in 0..<tables.taps.count {
                let from = row + tables.taps[tap]
                guard from >= -1, from < end else { continue }
                var pair = (from &+ 1) &* rowStride
                let last = pair &+ rowStride
                var weight = tap &* inputs / 2 &* weightStride &+ place &* Self.size
                while pair < last {
                  let a = SIMD4<UInt32>(
                    repeating: pairs.loadUnaligned(fromByteOffset: pair, as: UInt32.self))
                  let b = SIMD4<UInt32>(
                    repeating: pairs.loadUnaligned(
                      fromByteOffset: pair &+ rowStride, as: UInt32.self))
                  a0 &+= Self.products(a, weights, weight)
                  b0 &+= Self.products(b, weights, weight)
                  a1 &+= Self.products(a, weights, weight &+ 16)
                  b1 &+= Self.products(b, weights, weight &+ 16)
                  pair &+= Self.size
                  weight &+= weightStride
                }
              }
              let target = (row * outputs + place) * Self.size
              Self.store(a0, unit, values, target)
              Self.store(a1, unit, values, target &+ 16)
              Self.store(b0, unit, values, target &+ weightStride)
              Self.store(b1, unit, values, target &+ weightStride &+ 16)
            }
          }
        }
      }
    }

    /// The constants of four outputs.
    private func constant(_ output: Int) -> Lanes {
      Lanes(
        constants[output], constants[output + 1], constants[output + 2], constants[output + 3])
    }

    /// The sums of two products for each of four outputs: one instruction of x86 (`pmaddwd`).
    @inline(__always)
    private static func products(
      _ pair: SIMD4<UInt32>, _ weights: UnsafeRawBufferPointer, _ offset: Int
    ) -> Lanes {
      let left = widened(unsafeBitCast(pair, to: SIMD8<Int16>.self))
      let right = widened(
        weights.loadUnaligned(fromByteOffset: offset, as: SIMD8<Int16>.self))
      let all = left &* right
      return all.evenHalf &+ all.oddHalf
    }

    /// In Embedded Swift, `SIMD8(truncatingIfNeeded:)` would be a call for each vector.
    @inline(__always)
    private static func widened(_ x: SIMD8<Int16>) -> SIMD8<Int32> {
      SIMD8(
        Int32(x[0]), Int32(x[1]), Int32(x[2]), Int32(x[3]), Int32(x[4]), Int32(x[5]), Int32(x[6]),
        Int32(x[7]))
    }

    /// Stores four outputs, nothing below 0.
    @inline(__always)
    private static func store(
      _ sums: Lanes, _ unit: Float, _ values: UnsafeMutableRawBufferPointer, _ offset: Int
    ) {
      let positive = sums.replacing(with: 0, where: sums .< 0)
      let numbers = SIMD4(
        Float(positive[0]), Float(positive[1]), Float(positive[2]), Float(positive[3]))
      values.storeBytes(of: unit * numbers, toByteOffset: offset, as: SIMD4<Float>.self)
    }
  }

  /// The weights of a layer in whole numbers.
  private final class IntegerWeights: Sendable {
    let taps: [Int]
    /// Of each tap, of each pair of inputs, of each output: two weights of 16 bits.
    let weights: [UInt32]
    let constants: [Float]
    /// The steps in a weight of 1.
    let scale: Float
    /// The most steps in an input of 1.
    private let mostInputSteps: Float

    /// The largest input, in steps.
    private static let largestInput: Float = 8191
    /// The most that the weights add to a sum, and the constant.
    private static let largestPart = Float(1 << 30)

    init(_ taps: [Int], _ inputs: Int, _ outputs: Int, _ reader: inout WeightReader) {
      let rows = taps.count * inputs
      let values = reader.next(rows: rows, of: outputs)
      constants = reader.next(rows: 1, of: outputs)
      self.taps = taps
      var (largest, largestSum, largestConstant): (Float, Float, Float) = (1e-9, 1e-9, 1e-9)
      for output in 0..<outputs {
        var sum: Float = 0
        for row in 0..<rows {
          let size = values[row * outputs + output].magnitude
          (largest, sum) = (max(largest, size), sum + size)
        }
        largestSum = max(largestSum, sum)
        largestConstant = max(largestConstant, constants[output].magnitude)
      }
      // Each weight may be rounded up by half a step.
      let steps = Self.largestPart / Self.largestInput - Float(rows) / 2
      let scale = min(32767 / largest, steps / largestSum)
      func whole(_ row: Int, _ output: Int) -> UInt32 {
        UInt32(UInt16(bitPattern: Int16((scale * values[row * outputs + output]).rounded())))
      }
      var weights: [UInt32] = []
      weights.reserveCapacity(rows / 2 * outputs)
      for row in stride(from: 0, to: rows, by: 2) {
        for output in 0..<outputs {
          weights.append(whole(row, output) | whole(row + 1, output) << 16)
        }
      }
      (self.weights, self.scale) = (weights, scale)
      mostInputSteps = Self.largestPart / (scale * largestConstant)
    }

    /// The steps in an input of 1, where the largest input is known.
    func inputScale(largest: Float) -> Float {
      min(mostInputSteps, Self.largestInput / max(1e-20, largest))
    }
  }
#endif
