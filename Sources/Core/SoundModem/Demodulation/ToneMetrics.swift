internal import SignalProcessing

/// How likely each tone of a symbol sounded, and from that each bit.
struct ToneMetrics: Sendable {
  private let grid: SymbolGrid
  /// How much of a bin's energy may still ring in the next symbol: high tones die away sooner.
  private let ringing: Float
  private var echoes: [Float]
  private var lastSymbol = 0
  private let plan: TonePlan
  private(set) var values: [Float]  // one for each bin of the prepared symbol

  init(_ grid: SymbolGrid, _ plan: TonePlan) {
    self.grid = grid
    self.plan = plan
    values = Array(repeating: 0, count: grid.binCount)
    echoes = Array(repeating: 0, count: values.count)
    ringing = grid.centerFrequency > 10_000 ? 0.2 : 0.4
  }

  /// Prepares a symbol: the amplitude in each bin over that of noise or echo there, whichever is
  /// louder.
  mutating func prepare(symbol: Int, _ energies: [Float], _ noise: NoiseFloor) {
    let first = symbol * grid.binCount
    for bin in 0..<grid.binCount {
      var echo: Float = 0
      if symbol > 0 {
        let before = energies[first - grid.binCount + bin]
        echo = ringing * (symbol == lastSymbol + 1 ? max(before, echoes[bin]) : before)
      }
      echoes[bin] = echo
      values[bin] = (energies[first + bin] / max(noise.values[bin], echo)).squareRoot()
    }
    lastSymbol = symbol
  }

  /// The metric of a tone.
  @inline(__always)
  func value(ofTone tone: Int) -> Float { values[plan.bin(ofTone: tone, symbol: lastSymbol)] }

  /// The sum over all groups of the prepared symbol of the logarithm of the largest energy in each,
  /// over a floor relative to noise: loud tones count little more than faint ones.
  func logarithmOfLargest(bitsPerTone: Int, floor: Float) -> Float {
    let order = 1 << bitsPerTone
    var sum = 0.0
    for group in 0..<grid.binCount / order {
      var largest: Float = 0
      for tone in 0..<order { largest = max(largest, value(ofTone: group * order + tone)) }
      sum += Elementary.log(1 + Double(largest * largest / floor))
    }
    return Float(sum)
  }

  /// The sum over all groups of the prepared symbol of the largest energy in each, over that of noise.
  func sumOfLargest(bitsPerTone: Int) -> Float {
    let order = 1 << bitsPerTone
    var sum: Float = 0
    for group in 0..<grid.binCount / order {
      var largest: Float = 0
      for tone in 0..<order { largest = max(largest, value(ofTone: group * order + tone)) }
      sum += largest * largest
    }
    return sum
  }
}
