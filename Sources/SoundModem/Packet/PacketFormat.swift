/// What the preamble and the header byte say about the slots that follow.
struct PacketFormat: Sendable, Equatable {
  /// The most bytes in one packet of tones.
  static var largestTonePayload: Int { 63 }
  /// The most bytes in one packet of carriers; one more tells how many there are.
  static var largestCarrierPayload: Int { 255 }

  /// How the body is sent.
  enum Body: UInt8, Sendable {
    /// All carriers at once, with a code of rate 3/4, 1/2 or 1/3.
    case carriersFast, carriersMedium, carriersSlow
    /// One of 16 tones in each group.
    case tones16
    /// One of 64 tones in each group.
    case tones64
    /// The same, and each coded bit about three times.
    case tones64Repeated
  }

  let body: Body
  /// Whether the payload is a part of a longer one. Carriers say so in their body, not in the header.
  let isPart: Bool
  /// The number of bytes between the header and the check.
  let byteCount: Int

  /// The format of a packet with a payload.
  init(body: Body, isPart: Bool, payloadCount: Int) {
    self.body = body
    self.isPart = isPart
    let isTones = body.rawValue >= Body.tones16.rawValue
    byteCount = isTones ? payloadCount : (payloadCount + 4) / 4 * 4
  }

  /// Reads a header byte.
  ///
  /// Tones: the number of bytes in bits 0...5, whether it is a part in bit 6, and the slower body in
  /// bit 7. Carriers: a quarter of the number of bytes, less 1, in bits 0...5, the rate in bits 6...7.
  ///
  /// - Returns: `nil` if no sender uses this header.
  init?(preamble: Preamble.Kind, header: UInt8) {
    let isSlower = header & 0x80 != 0
    isPart = preamble != .turned && header & 0x40 != 0
    switch preamble {
    case .short where !isSlower: body = .tones16
    case .short: return nil
    case .long: body = isSlower ? .tones64Repeated : .tones64
    case .turned where header >> 6 == 3: return nil
    case .turned: body = Body(rawValue: header >> 6) ?? .carriersSlow
    }
    let count = Int(header & 0x3F)
    byteCount = preamble == .turned ? 4 * (count + 1) : count
  }

  /// Whether all carriers sound at once.
  var usesCarriers: Bool { body.rawValue < Body.tones16.rawValue }

  var preamble: Preamble.Kind {
    if usesCarriers { return .turned }
    return body == .tones16 ? .short : .long
  }

  var header: UInt8 {
    if usesCarriers { return UInt8(byteCount / 4 - 1) | body.rawValue << 6 }
    return UInt8(byteCount) | (isPart ? 0x40 : 0) | (body == .tones64Repeated ? 0x80 : 0)
  }

  /// With the check.
  var bodyByteCount: Int { byteCount + 3 }

  /// The number of tones in a group: its logarithm to base 2.
  var bitsPerTone: Int { body == .tones16 ? 4 : 6 }

  /// How many coded bits one slot carries.
  func bitsPerSlot(_ grid: SlotGrid) -> Int {
    usesCarriers ? 2 * grid.carriers.binCount : grid.binCount >> bitsPerTone * bitsPerTone
  }

  /// How many hundredths of a coded bit are sent for each bit of the body.
  private var redundancy: Int {
    switch body {
    case .carriersFast: 133
    case .carriersMedium: 200
    case .carriersSlow: 300
    case .tones16: 154
    case .tones64: 161
    case .tones64Repeated: 480
    }
  }

  /// How many slots the body takes; carriers take one more for reference.
  func slotCount(_ grid: SlotGrid) -> Int {
    let bits = 8 * bodyByteCount * redundancy
    let perSlot = 100 * bitsPerSlot(grid)
    return (bits + perSlot - 1) / perSlot
  }
}
