#if !arch(wasm32)
  internal import SignalProcessing

  /// Tells which frequency is the pitch of what sounds in front, and whether there is one, where
  /// other sounds are heard too.
  ///
  /// Layers of weighted sums over spectra on a scale of equal ratios. The same weights serve every
  /// frequency: the second layer reads the lines at its multiples and fractions, the last but one
  /// those of its rivals, an octave or a twelfth apart. `Training` has the program and the sounds
  /// that it was trained with. It adds in one order on every machine, so that it gives the same bits
  /// everywhere.
  ///
  /// - Complexity: 2.8 million multiplications a frame. No allocation after `init`.
  /// - SeeAlso: A. Camacho, J. Harris, "A sawtooth waveform inspired pitch estimator", JASA 124, 2008;
  ///   A. Riou et al., "PESTO: Pitch estimation with self-supervised transposition-equivariant
  ///   objective", ISMIR 2023.
  struct SalienceNetwork: Sendable {
    private typealias Parameters = TrackerParameters.Salience
    private typealias Weights = SalienceWeights

    /// The natural logarithm of the likelihood of each frequency, relative to no pitch.
    private(set) var nats = [Float](repeating: 0, count: SalienceWeights.count)
    private var inputs: [Float]
    private var first: TapLayer
    private var (comb, near, rival): (IntegerTapLayer, IntegerTapLayer, IntegerTapLayer)
    private let tables: Tables
    private var pooled: [Float]

    /// The weights behind the layers, shared by all copies.
    private final class Tables: Sendable {
      let last: [Float]
      let heights: [Float]
      let none: [Float]
      init(_ reader: inout WeightReader, width: Int) {
        let units = SalienceWeights.noneWidth
        last = reader.next(rows: 1, of: width) + reader.next(rows: 1, of: 1)
        heights = reader.next(rows: 1, of: SalienceWeights.count)
        none = reader.next(rows: 2 * width + 4, of: units) + reader.next(rows: 1, of: 1)
      }
    }

    /// Returns the frequency of a line, in hertz.
    static func frequency(of line: Double) -> Double {
      SalienceWeights.lowest * Elementary.exp2(line / SalienceWeights.stepsPerOctave)
    }

    /// Returns the line of a frequency in hertz, between lines too.
    static func line(of frequency: Double) -> Double {
      SalienceWeights.stepsPerOctave * Elementary.log2(frequency / SalienceWeights.lowest)
    }

    init() {
      var reader = WeightReader(units: Weights.units, values: Weights.values)
      let widths = Weights.widths
      inputs = Array(repeating: 0, count: Weights.lineCount * Self.inputCount)
      first = TapLayer(
        taps: [-1, 0, 1], rowCount: Weights.lineCount, inputs: Self.inputCount, outputs: widths[0],
        &reader)
      func layer(_ taps: [Int], _ inputs: Int, _ outputs: Int, after rows: Int) -> IntegerTapLayer {
        IntegerTapLayer(
          taps: taps, rowCount: Weights.count, inputRowCount: rows, inputs: inputs,
          outputs: outputs, &reader)
      }
      comb = layer(Weights.harmonics, widths[0], widths[1], after: Weights.lineCount)
      near = layer([-3, -2, -1, 0, 1, 2, 3], widths[1], widths[2], after: Weights.count)
      rival = layer(Weights.rivals, widths[2], widths[3], after: Weights.count)
      tables = Tables(&reader, width: widths[3])
      pooled = Array(repeating: 0, count: 2 * widths[3] + 2)
    }

    private static let inputCount = 7

    /// Fills ``nats``.
    ///
    /// - Parameters:
    ///   - long: The lines of the long window.
    ///   - short: Those of the short window.
    ///   - memory: Of the frames before.
    mutating func judge(_ long: [Float], _ short: [Float], _ memory: inout LineMemory) {
      let peak = memory.meet(long)
      let scale = 1 / peak
      var highest: Float = 0
      for line in 0..<long.count { highest = max(highest, long[line]) }
      let drop = Self.level(highest * scale)
      inputs.withUnsafeMutableBufferPointer { inputs in
        var index = 0
        for line in 0..<long.count {
          inputs[index] = Self.level(long[line] * scale)
          inputs[index + 1] = Self.level(short[line] * scale)
          inputs[index + 2] = Self.level(memory.quick[line] * scale)
          inputs[index + 3] = Self.level(memory.slow[line] * scale)
          inputs[index + 4] = Self.level(memory.floor[line] * scale)
          inputs[index + 5] = memory.age
          inputs[index + 6] = drop
          index += Self.inputCount
        }
      }
      first.compute(inputs, rowCount: Weights.lineCount)
      comb.compute(first.values)
      near.compute(comb.values)
      rival.compute(near.values)
      conclude(age: memory.age, drop: drop)
    }

    /// Returns the level of a power relative to the peak: 1 there, -1 at -70 dB and below.
    private static func level(_ ratio: Float) -> Float {
      RoughLogarithm.binary(of: ratio + Parameters.least) * (0.30103 / 3.5) + 1
    }

    private mutating func conclude(age: Float, drop: Float) {
      let width = rival.outputs
      let values = rival.values
      let (rows, tables) = (Weights.count, tables)
      // Eight outputs at once: layers have a multiple of it.
      values.withUnsafeBytes { values in
        for output in stride(from: 0, to: width, by: 8) {
          var (highest, sum) = (SIMD8<Float>(), SIMD8<Float>())
          for row in 0..<rows {
            let eight = Self.eight(of: values, row * width + output)
            highest.replace(with: eight, where: eight .> highest)
            sum += eight
          }
          for lane in 0..<8 {
            pooled[output + lane] = highest[lane]
            pooled[width + output + lane] = sum[lane] / Float(rows)
          }
        }
      }
      (pooled[2 * width], pooled[2 * width + 1]) = (age, drop)
      let units = Weights.noneWidth
      let end = pooled.count * units
      var none = tables.none[end + units + units]
      for unit in 0..<units {
        var sum = tables.none[end + unit]
        for input in 0..<pooled.count { sum += tables.none[input * units + unit] * pooled[input] }
        none += max(0, sum) * tables.none[end + units + unit]
      }
      values.withUnsafeBytes { values in
        tables.last.withUnsafeBytes { last in
          for row in 0..<rows {
            var sum = SIMD8<Float>()
            for input in stride(from: 0, to: width, by: 8) {
              sum += Self.eight(of: last, input) * Self.eight(of: values, row * width + input)
            }
            let four = sum.lowHalf + sum.highHalf
            let two = four.lowHalf + four.highHalf
            nats[row] = tables.last[width] + tables.heights[row] - none + (two.x + two.y)
          }
        }
      }
    }

    @inline(__always)
    private static func eight(of values: UnsafeRawBufferPointer, _ index: Int) -> SIMD8<Float> {
      values.loadUnaligned(
        fromByteOffset: index * MemoryLayout<Float>.stride, as: SIMD8<Float>.self)
    }
  }
#endif
