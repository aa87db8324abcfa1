/// A packet as the bins that sound in each of its slots, header first.
struct ToneSymbols: Sendable {
  /// The bins of all slots.
  private(set) var bins: [[Int]] = []

  init(_ payload: [UInt8], _ format: PacketFormat, band: ModemBand) {
    let grid = SlotGrid(band: band)
    var plan = TonePlan(grid)
    appendHeader(format, grid, &plan)
    let bitCount = format.slotCount(grid) * format.bitsPerSlot(grid)
    var codec = PacketCodec(
      band: band, maximumBodyByteCount: format.bodyByteCount, maximumBitCount: bitCount)
    let bits = codec.encode(payload, format, bitCount: bitCount)
    appendBody(bits, format, grid, &plan)
  }

  private mutating func appendHeader(
    _ format: PacketFormat, _ grid: SlotGrid, _ plan: inout TonePlan
  ) {
    for slot in 0..<format.preamble.headerSlotCount {
      plan.prepare(slot: slot)
      bins.append(
        (0..<grid.binCount / 16).map { group in
          let symbol = HeaderCode.symbol(group % HeaderCode.symbolCount, of: format.header)
          return plan.bins[16 * group + symbol]
        })
    }
  }

  private mutating func appendBody(
    _ bits: [UInt8], _ format: PacketFormat, _ grid: SlotGrid, _ plan: inout TonePlan
  ) {
    let order = 1 << format.bitsPerTone
    var index = 0
    for slot in 0..<format.slotCount(grid) {
      plan.prepare(slot: format.preamble.headerSlotCount + slot)
      bins.append(
        (0..<grid.binCount / order).map { group in
          var symbol = 0
          for _ in 0..<format.bitsPerTone {
            symbol = symbol << 1 | Int(bits[index])
            index += 1
          }
          return plan.bins[order * group + symbol]
        })
    }
  }
}
