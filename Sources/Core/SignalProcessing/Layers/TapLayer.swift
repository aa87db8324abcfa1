/// A layer that gives each row the weighted sums of several rows of the layer before, at fixed
/// distances; nothing below 0.
package struct TapLayer: Sendable {
  /// The outputs of each row, one row after another.
  package private(set) var values: [Float]
  package let outputs: Int
  private let inputs: Int
  private let rowCount: Int
  private let tables: Tables
  /// The inputs that are not 0: many are, since no layer gives anything below 0.
  private var active: [Active]
  /// Where those of each row begin; one more than there are rows, without those outside.
  private var starts: [Int32]
  private let before: Int  // rows of zeros
  private let after: Int

  /// An input, and where its weights begin in those of a tap, in bytes.
  private struct Active: Sendable {
    var value: Float = 0
    var offset: Int32 = 0
  }

  private final class Tables: Sendable {
    let taps: [Int]
    let weights: [Float]  // of each tap, of each input, of each output
    let constants: [Float]
    init(_ taps: [Int], _ weights: [Float], _ constants: [Float]) {
      (self.taps, self.weights, self.constants) = (taps, weights, constants)
    }
  }

  /// - Parameters:
  ///   - taps: The distances, in rows.
  ///   - rowCount: The number of rows.
  ///   - inputs: The number of values in a row of the layer before.
  ///   - outputs: The number of values in a row; a multiple of eight.
  ///   - reader: Gives the weights.
  package init(
    taps: [Int], rowCount: Int, inputs: Int, outputs: Int, _ reader: inout WeightReader
  ) {
    (self.rowCount, self.inputs, self.outputs) = (rowCount, inputs, outputs)
    values = Array(repeating: 0, count: rowCount * outputs)
    tables = Tables(
      taps, reader.next(rows: taps.count * inputs, of: outputs), reader.next(rows: 1, of: outputs)
    )
    before = max(0, -(taps.min() ?? 0))
    after = max(0, taps.max() ?? 0)
    active = Array(repeating: Active(), count: (rowCount + after) * inputs + 1)
    starts = Array(repeating: 0, count: before + rowCount + after + 1)
  }

  /// Fills ``values``. Each sum has a lane of its own, so that the order of additions stays the
  /// same.
  ///
  /// - Parameters:
  ///   - layer: The values of the layer before.
  ///   - count: The number of its rows.
  package mutating func compute(_ layer: [Float], rowCount count: Int) {
    collect(layer, rowCount: min(count, rowCount + after))
    let (outputs, tables) = (outputs, tables)
    let stride = MemoryLayout<Float>.stride
    let width = 8 * stride
    let tapSize = inputs * outputs * stride
    active.withUnsafeBufferPointer { active in
      starts.withUnsafeBufferPointer { starts in
        tables.weights.withUnsafeBytes { weights in
          tables.constants.withUnsafeBytes { constants in
            values.withUnsafeMutableBytes { values in
              for row in 0..<rowCount {
                let target = row * outputs * stride
                var place = 0
                // Three sums at once, since each addition waits for the one before.
                while place + 3 * width <= outputs * stride {
                  var sum0 = constants.loadUnaligned(
                    fromByteOffset: place, as: SIMD8<Float>.self)
                  var sum1 = constants.loadUnaligned(
                    fromByteOffset: place + width, as: SIMD8<Float>.self)
                  var sum2 = constants.loadUnaligned(
                    fromByteOffset: place + 2 * width, as: SIMD8<Float>.self)
                  for tap in 0..<tables.taps.count {
                    let from = before + row + tables.taps[tap]
                    for index in Int(starts[from])..<Int(starts[from + 1]) {
                      let value = active[index].value
                      let offset = place &+ tap &* tapSize &+ Int(active[index].offset)
                      sum0 +=
                        value
                        * weights.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
                      sum1 +=
                        value
                        * weights.loadUnaligned(
                          fromByteOffset: offset &+ width, as: SIMD8<Float>.self)
                      sum2 +=
                        value
                        * weights.loadUnaligned(
                          fromByteOffset: offset &+ 2 &* width, as: SIMD8<Float>.self)
                    }
                  }
                  values.storeBytes(
                    of: Self.positive(sum0), toByteOffset: target + place,
                    as: SIMD8<Float>.self)
                  values.storeBytes(
                    of: Self.positive(sum1), toByteOffset: target + place + width,
                    as: SIMD8<Float>.self)
                  values.storeBytes(
                    of: Self.positive(sum2), toByteOffset: target + place + 2 * width,
                    as: SIMD8<Float>.self)
                  place += 3 * width
                }
                while place < outputs * stride {
                  var sum = constants.loadUnaligned(
                    fromByteOffset: place, as: SIMD8<Float>.self)
                  for tap in 0..<tables.taps.count {
                    let from = before + row + tables.taps[tap]
                    for index in Int(starts[from])..<Int(starts[from + 1]) {
                      sum +=
                        active[index].value
                        * weights.loadUnaligned(
                          fromByteOffset: place &+ tap &* tapSize &+ Int(active[index].offset),
                          as: SIMD8<Float>.self)
                    }
                  }
                  values.storeBytes(
                    of: Self.positive(sum), toByteOffset: target + place,
                    as: SIMD8<Float>.self)
                  place += width
                }
              }
            }
          }
        }
      }
    }
  }

  private static func positive(_ sum: SIMD8<Float>) -> SIMD8<Float> {
    sum.replacing(with: 0, where: sum .< 0)
  }

  /// Collects the inputs that are not 0.
  private mutating func collect(_ layer: [Float], rowCount count: Int) {
    let inputs = inputs
    let weightStride = Int32(outputs * MemoryLayout<Float>.stride)
    var found = 0
    layer.withUnsafeBufferPointer { layer in
      for row in 0..<(rowCount + after) {
        starts[before + row] = Int32(found)
        guard row < count else { continue }
        for input in 0..<inputs {
          let value = layer[row * inputs + input]
          active[found] = Active(value: value, offset: Int32(input) * weightStride)
          found += value != 0 ? 1 : 0
        }
      }
    }
    starts[before + rowCount + after] = Int32(found)
  }
}

/// Reads trained weights of 8 bits in their order.
package struct WeightReader {
  private let units: [Int8]
  private let numbers: [Int8]
  private var position = 0
  private var row = 0

  /// - Parameters:
  ///   - units: The unit of each row, as a power of two, in quarters.
  ///   - values: The weights of all rows, in units.
  package init(units: [Int8], values: [Int8]) {
    self.units = units
    numbers = values
  }

  /// Returns the next rows of weights; each has a unit.
  package mutating func next(rows: Int, of width: Int) -> [Float] {
    var result: [Float] = []
    result.reserveCapacity(rows * width)
    for _ in 0..<rows {
      let unit = Float(Elementary.exp2(0.25 * Double(units[row])))
      row += 1
      for _ in 0..<width {
        result.append(unit * Float(numbers[position]))
        position += 1
      }
    }
    return result
  }
}
