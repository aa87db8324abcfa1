internal import SignalProcessing

/// Which bin a tone of a slot has: another one in every slot, known to both sides.
///
/// The bins of a slot are shuffled and dealt out to groups. So no tone meets the echo of its
/// neighbour before, and every group sees the whole band.
struct TonePlan: Sendable {
  /// The bin of each tone of the prepared slot; group g has the tones from g times its size.
  private(set) var bins: [Int]

  init(_ grid: SlotGrid) {
    bins = Array(0..<grid.binCount)
  }

  /// Deals out the bins of a slot.
  mutating func prepare(slot: Int) {
    var generator = SeededGenerator(seed: 0x746F_6E65 &+ UInt64(slot))
    for index in bins.indices { bins[index] = index }
    for index in stride(from: bins.count - 1, to: 0, by: -1) {
      bins.swapAt(index, Int(generator.next() % UInt64(index + 1)))
    }
  }
}
