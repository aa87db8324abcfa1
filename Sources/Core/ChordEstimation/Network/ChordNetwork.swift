internal import SignalProcessing

/// Tells which frequencies are notes of what sounds about a moment.
///
/// Layers of weighted sums over three spectra on a scale of equal ratios. The same weights serve
/// every frequency: the second layer reads the lines at its multiples and fractions, the last two
/// those of the notes that are often taken for each other, such as octaves and fifths. `Training`
/// has the program and the sounds that it was trained with. It adds in one order on every machine,
/// so that it gives the same bits everywhere.
///
/// - Complexity: O(1); some millions of multiplications a moment. No allocation after `init`.
/// - SeeAlso: R. M. Bittner et al., "Deep salience representations for F0 estimation in polyphonic
///   music", ISMIR 2017.
struct ChordNetwork: Sendable {
  private typealias Weights = ChordWeights

  /// The natural logarithm of the odds that each frequency is a note.
  private(set) var nats = [Float](repeating: 0, count: ChordWeights.count)
  private var inputs: [Float]
  private var (first, comb, near, rival, again): (TapLayer, TapLayer, TapLayer, TapLayer, TapLayer)
  private let tables: Tables

  /// The weights behind the layers, shared by all copies.
  private final class Tables: Sendable {
    let last: [Float]
    let heights: [Float]
    init(_ reader: inout WeightReader, width: Int) {
      last = reader.next(rows: 1, of: width) + reader.next(rows: 1, of: 1)
      heights = reader.next(rows: 1, of: ChordWeights.count)
    }
  }

  /// Levels of the three windows, and the places in the two longer ones.
  private static let inputCount = 5
  /// The power that counts as nothing, relative to the highest line.
  private static let least: Float = 1e-7
  /// Below this level there is nothing that could have a place.
  private static let leastLevel: Float = -0.9

  init() {
    var reader = WeightReader(units: Weights.units, values: Weights.values)
    let widths = Weights.widths
    inputs = Array(repeating: 0, count: Weights.lineCount * Self.inputCount)
    func layer(_ taps: [Int], _ rows: Int, _ inputs: Int, _ outputs: Int) -> TapLayer {
      TapLayer(taps: taps, rowCount: rows, inputs: inputs, outputs: outputs, &reader)
    }
    first = layer([-2, -1, 0, 1, 2], Weights.lineCount, Self.inputCount, widths[0])
    comb = layer(Weights.harmonics, Weights.count, widths[0], widths[1])
    near = layer([-4, -3, -2, -1, 0, 1, 2, 3, 4], Weights.count, widths[1], widths[2])
    rival = layer(Weights.rivals, Weights.count, widths[2], widths[3])
    again = layer(Weights.rivals, Weights.count, widths[3], widths[4])
    tables = Tables(&reader, width: widths[4])
  }

  /// Fills ``nats``.
  ///
  /// - Parameters:
  ///   - long: The spectrum in the longest window.
  ///   - middle: That in a shorter one.
  ///   - short: That in the shortest, without places.
  mutating func judge(_ long: MomentSpectrum, _ middle: MomentSpectrum, _ short: MomentSpectrum) {
    var highest: Float = 1e-12
    for line in 0..<Weights.lineCount {
      highest = max(highest, long.lines[line], middle.lines[line], short.lines[line])
    }
    let scale = 1 / highest
    var index = 0
    for line in 0..<Weights.lineCount {
      let (one, two) = (
        Self.level(long.lines[line] * scale), Self.level(middle.lines[line] * scale)
      )
      inputs[index] = one
      inputs[index + 1] = two
      inputs[index + 2] = Self.level(short.lines[line] * scale)
      inputs[index + 3] = one > Self.leastLevel ? long.places[line] : 0
      inputs[index + 4] = two > Self.leastLevel ? middle.places[line] : 0
      index += Self.inputCount
    }
    first.compute(inputs, rowCount: Weights.lineCount)
    comb.compute(first.values, rowCount: Weights.lineCount)
    near.compute(comb.values, rowCount: Weights.count)
    rival.compute(near.values, rowCount: Weights.count)
    again.compute(rival.values, rowCount: Weights.count)
    let (width, values, tables) = (again.outputs, again.values, tables)
    for row in 0..<Weights.count {
      var sum = tables.last[width] + tables.heights[row]
      for input in 0..<width { sum += tables.last[input] * values[row * width + input] }
      nats[row] = sum
    }
  }

  /// Returns the level of a power relative to the highest: 1 there, and -1 at -70 dB and below.
  private static func level(_ ratio: Float) -> Float {
    RoughLogarithm.binary(of: ratio + least) * (0.30103 / 3.5) + 1
  }
}
