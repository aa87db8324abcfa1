/// What the preamble and the header byte say about the slots that follow.
struct PacketFormat: Sendable, Equatable {
  /// The most bytes that the header of a token can announce.
  static var largestTokenPayload: Int { 63 }

  let mode: ModemMode
  /// Whether the payload is a part of a longer one.
  let isChunk: Bool
  let payloadCount: Int

  init(mode: ModemMode, isChunk: Bool, payloadCount: Int) {
    self.mode = mode
    self.isChunk = isChunk
    self.payloadCount = payloadCount
  }

  /// Reads a header byte: the number of bytes in bits 0...5, whether it is a chunk in bit 6, and the
  /// slower of two modes in bit 7.
  ///
  /// - Returns: `nil` if no sender uses this header.
  init?(preamble: Preamble.Kind, header: UInt8) {
    let isSlower = header & 0x80 != 0
    switch preamble {
    case .short where !isSlower: mode = .room
    case .long: mode = isSlower ? .beacon : .far
    default: return nil
    }
    isChunk = header & 0x40 != 0
    payloadCount = Int(header & 0x3F)
  }

  var preamble: Preamble.Kind { mode == .far || mode == .beacon ? .long : .short }
  var header: UInt8 {
    UInt8(payloadCount & 0x3F) | (isChunk ? 0x40 : 0) | (mode == .beacon ? 0x80 : 0)
  }
  /// The payload and its check.
  var bodyByteCount: Int { payloadCount + 3 }
  /// The number of tones from which one is chosen: their logarithm to base 2.
  var bitsPerTone: Int { mode == .room ? 4 : 6 }

  /// How many coded bits one slot carries.
  func bitsPerSlot(_ grid: SlotGrid) -> Int { grid.binCount >> bitsPerTone * bitsPerTone }

  /// How many slots the body takes, at a code rate of 0.65 or, in a beacon, a third of that.
  func slotCount(_ grid: SlotGrid) -> Int {
    let bits = 8 * bodyByteCount * (mode == .beacon ? 60 : 20)
    let perSlot = 13 * bitsPerSlot(grid)
    return (bits + perSlot - 1) / perSlot
  }
}
