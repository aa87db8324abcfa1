#if !arch(wasm32)
  internal import SignalProcessing

  /// A layer that gives each row the weighted sums of several rows of the layer before, at fixed
  /// distances; nothing below 0.
  struct TapLayer: Sendable {
    /// The outputs of each row, one row after another.
    private(set) var values: [Float]
    let outputs: Int
    private let inputs: Int
    private let rowCount: Int
    private let tables: Tables
    /// The layer before, between rows of zeros.
    private var padded: [Float]
    private let before: Int  // rows of zeros

    private final class Tables: Sendable {
      let taps: [Int]
      let weights: [Float]  // of each tap, of each input, of each output
      let constants: [Float]
      init(_ taps: [Int], _ weights: [Float], _ constants: [Float]) {
        (self.taps, self.weights, self.constants) = (taps, weights, constants)
      }
    }

    private static let rowsAtOnce = 4

    /// - Parameters:
    ///   - taps: The distances, in rows.
    ///   - rowCount: The number of rows.
    ///   - inputs: The number of values in a row of the layer before.
    ///   - outputs: The number of values in a row; a multiple of eight.
    ///   - reader: Gives the weights.
    init(taps: [Int], rowCount: Int, inputs: Int, outputs: Int, _ reader: inout WeightReader) {
      (self.rowCount, self.inputs, self.outputs) = (rowCount, inputs, outputs)
      let rows = (rowCount + Self.rowsAtOnce - 1) / Self.rowsAtOnce * Self.rowsAtOnce
      values = Array(repeating: 0, count: rows * outputs)
      tables = Tables(
        taps, reader.next(rows: taps.count * inputs, of: outputs), reader.next(rows: 1, of: outputs)
      )
      before = max(0, -(taps.min() ?? 0))
      padded = Array(repeating: 0, count: (before + rows + max(0, taps.max() ?? 0)) * inputs)
    }

    /// Fills ``values``. Each sum has a lane of its own, so that the order of additions stays the
    /// same.
    ///
    /// - Parameters:
    ///   - layer: The values of the layer before.
    ///   - count: The number of its rows.
    mutating func compute(_ layer: [Float], rowCount count: Int) {
      let (inputs, outputs, tables) = (inputs, outputs, tables)
      let stride = MemoryLayout<Float>.stride
      let start = before * inputs
      for index in 0..<min(count * inputs, padded.count - start) {
        padded[start + index] = layer[index]
      }
      padded.withUnsafeBufferPointer { padded in
        tables.weights.withUnsafeBytes { weights in
          tables.constants.withUnsafeBytes { constants in
            values.withUnsafeMutableBytes { values in
              var row = 0
              while row < rowCount {
                var block = 0
                while block < outputs {
                  let place = block * stride
                  let constant = constants.loadUnaligned(
                    fromByteOffset: place, as: SIMD8<Float>.self)
                  var (sum0, sum1, sum2, sum3) = (constant, constant, constant, constant)
                  var offset = place
                  for tap in tables.taps {
                    var from = start + (row + tap) * inputs
                    for _ in 0..<inputs {
                      let weight = weights.loadUnaligned(
                        fromByteOffset: offset, as: SIMD8<Float>.self)
                      sum0 += padded[from] * weight
                      sum1 += padded[from + inputs] * weight
                      sum2 += padded[from + 2 * inputs] * weight
                      sum3 += padded[from + 3 * inputs] * weight
                      from += 1
                      offset += outputs * stride
                    }
                  }
                  let zero = SIMD8<Float>(repeating: 0)
                  let target = row * outputs * stride + place
                  values.storeBytes(
                    of: pointwiseMax(sum0, zero), toByteOffset: target, as: SIMD8<Float>.self)
                  values.storeBytes(
                    of: pointwiseMax(sum1, zero), toByteOffset: target + outputs * stride,
                    as: SIMD8<Float>.self)
                  values.storeBytes(
                    of: pointwiseMax(sum2, zero), toByteOffset: target + 2 * outputs * stride,
                    as: SIMD8<Float>.self)
                  values.storeBytes(
                    of: pointwiseMax(sum3, zero), toByteOffset: target + 3 * outputs * stride,
                    as: SIMD8<Float>.self)
                  block += 8
                }
                row += Self.rowsAtOnce
              }
            }
          }
        }
      }
    }
  }

  /// Reads the trained weights in their order.
  struct WeightReader {
    private var position = 0
    private var row = 0

    /// Returns the next rows of weights; each has a unit.
    mutating func next(rows: Int, of width: Int) -> [Float] {
      var result: [Float] = []
      result.reserveCapacity(rows * width)
      for _ in 0..<rows {
        let unit = Float(Elementary.exp2(0.25 * Double(SalienceWeights.units[row])))
        row += 1
        for _ in 0..<width {
          result.append(unit * Float(SalienceWeights.values[position]))
          position += 1
        }
      }
      return result
    }
  }
#endif
