internal import SignalProcessing

/// Which bin a tone of a symbol has: another one in every symbol, known to both sides.
///
/// The bins of a symbol are shuffled and dealt out to groups. So no tone meets the echo of its
/// neighbour before, and every group sees the whole band.
struct TonePlan: Sendable {
  private let binCount: Int
  private let bins: [UInt8]  // one row a symbol

  /// Deals out the bins of the first symbols, with those of the header.
  init(_ grid: SymbolGrid, symbolCount: Int) {
    binCount = grid.binCount
    var bins: [UInt8] = []
    bins.reserveCapacity(symbolCount * grid.binCount)
    var order = [UInt8](repeating: 0, count: grid.binCount)
    for symbol in 0..<symbolCount {
      var generator = SeededGenerator(seed: 0x746F_6E65 &+ UInt64(symbol))
      for index in order.indices { order[index] = UInt8(index) }
      for index in stride(from: order.count - 1, to: 0, by: -1) {
        order.swapAt(index, Int(generator.next() % UInt64(index + 1)))
      }
      bins += order
    }
    self.bins = bins
  }

  /// The bin of a tone; group g has the tones from g times its size.
  @inline(__always)
  func bin(ofTone tone: Int, symbol: Int) -> Int { Int(bins[symbol * binCount + tone]) }
}
