/// Where the parts of a packet lie, in samples of the baseband since its start.
struct PacketTiming: Sendable {
  let grid: SlotGrid
  let preamble: Preamble.Kind

  var chirpLength: Int { preamble.chirpLength(grid) }
  var firstSlot: Int { 2 * chirpLength + grid.gapLength }

  /// The start of a slot; the header has the first ones.
  func start(ofSlot slot: Int) -> Int { firstSlot + slot * grid.slotLength }

  /// The end of the header.
  var headerEnd: Int { start(ofSlot: preamble.headerSlotCount) }

  /// The start of a slot of carriers; the first one is the reference of the others.
  func start(ofCarrierSlot slot: Int) -> Int { headerEnd + slot * grid.carriers.slotLength }

  /// The end of a packet.
  func end(of format: PacketFormat) -> Int {
    let count = format.slotCount(grid)
    return format.usesCarriers
      ? start(ofCarrierSlot: count + 1) : start(ofSlot: preamble.headerSlotCount + count)
  }
}
