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

  /// Where the window of a slot begins for a candidate, in samples of the baseband.
  func window(ofSlot slot: Int, _ candidate: PreambleCandidate) -> Int64 {
    let offset = Double(start(ofSlot: slot)) + Double(grid.guardLength) / 2
    return Int64((candidate.start + offset * (1 - candidate.dilation)).rounded())
  }

  /// Where the window of a slot of carriers begins: three quarters of the guard may hold echoes.
  func window(ofCarrierSlot slot: Int, _ candidate: PreambleCandidate) -> Double {
    let offset = Double(start(ofCarrierSlot: slot)) + Double(grid.carriers.guardLength) * 0.75
    return candidate.start + offset * (1 - candidate.dilation)
  }
}
