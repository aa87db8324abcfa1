/// Where the parts of a packet lie, in samples of the baseband since its start.
struct PacketTiming: Sendable {
  let grid: SlotGrid
  let preamble: Preamble.Kind

  var chirpLength: Int { preamble.chirpLength(grid) }
  var firstSlot: Int { 2 * chirpLength + grid.gapLength }

  /// The start of a slot; the header has the first ones.
  func start(ofSlot slot: Int) -> Int { firstSlot + slot * grid.slotLength }

  /// The end of a packet whose body has so many slots.
  func end(slotCount: Int) -> Int { start(ofSlot: preamble.headerSlotCount + slotCount) }
}
