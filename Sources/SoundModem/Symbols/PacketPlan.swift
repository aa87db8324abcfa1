internal import SignalProcessing

/// A packet as the tones that sound in each of its slots.
struct PacketPlan: Sendable {
  private(set) var slots: [PlannedSlot] = []
  private let grid: SlotGrid
  private let format: PacketFormat
  private let timing: PacketTiming

  init(_ payload: [UInt8], _ format: PacketFormat, band: ModemBand) {
    grid = SlotGrid(band: band).tones(format.preamble)
    self.format = format
    timing = PacketTiming(grid: grid, preamble: format.preamble)
    let bitCount = format.slotCount(grid) * format.bitsPerSlot(grid)
    var codec = PacketCodec(
      band: band, maximumBodyByteCount: format.bodyByteCount, maximumBitCount: bitCount)
    let bits = codec.encode(PacketBody.bytes(of: payload, format), format, bitCount: bitCount)
    appendHeader()
    if format.usesCarriers { appendCarriers(bits) } else { appendTones(bits) }
  }

  private mutating func appendHeader() {
    let plan = TonePlan(grid, slotCount: format.preamble.headerSlotCount)
    for slot in 0..<format.preamble.headerSlotCount {
      append(
        slot,
        bins: (0..<grid.binCount / 16).map { group in
          let symbol = HeaderCode.symbol(group % HeaderCode.symbolCount, of: format.header)
          return plan.bin(ofTone: 16 * group + symbol, slot: slot)
        })
    }
  }

  private mutating func appendTones(_ bits: [UInt8]) {
    let headerCount = format.preamble.headerSlotCount
    let slots = headerCount..<headerCount + format.slotCount(grid)
    let plan = TonePlan(grid, slotCount: slots.upperBound)
    let order = 1 << format.bitsPerTone
    var index = 0
    for slot in slots {
      append(
        slot,
        bins: (0..<grid.binCount / order).map { group in
          var symbol = 0
          for bit in bits[index..<index + format.bitsPerTone] { symbol = symbol << 1 | Int(bit) }
          index += format.bitsPerTone
          return plan.bin(ofTone: order * group + symbol, slot: slot)
        })
    }
  }

  private mutating func append(_ slot: Int, bins: [Int]) {
    // Quadratic phases keep the peaks of several tones low.
    let tones = bins.enumerated().map { index, bin in
      PlannedSlot.Tone(
        frequency: grid.centerFrequency + grid.offset(ofBin: bin),
        phase: Double(index * (index + slot)) * 0.382)
    }
    slots.append(
      PlannedSlot(start: timing.start(ofSlot: slot), length: grid.slotLength, tones: tones))
  }

  /// Two bits turn each carrier by 0, 1, 2 or 3 quarters against the slot before, in Gray's order.
  private mutating func appendCarriers(_ bits: [UInt8]) {
    let carriers = grid.carriers
    var generator = SeededGenerator(seed: 0x7068_6173)
    var phases = (0..<carriers.binCount).map { _ in generator.nextUniform() }
    for slot in 0...format.slotCount(grid) {
      if slot > 0 {
        for carrier in phases.indices {
          let place = 2 * (carrier + (slot - 1) * carriers.binCount)
          let (first, second) = (bits[place], bits[place + 1])
          let quarters = first == 0 ? (second == 0 ? 0 : 1) : (second == 0 ? 3 : 2)
          phases[carrier] += Double(quarters) / 4
        }
      }
      let start = timing.start(ofCarrierSlot: slot)
      let tones = phases.indices.map { carrier in
        PlannedSlot.Tone(
          frequency: carriers.centerFrequency + carriers.offset(ofBin: carrier),
          phase: phases[carrier].truncatingRemainder(dividingBy: 1))
      }
      slots.append(PlannedSlot(start: start, length: carriers.slotLength, tones: tones))
    }
  }
}
