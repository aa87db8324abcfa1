/// What the preamble and the header byte say about the symbols that follow.
struct PacketFormat: Sendable, Equatable {
  /// The most bytes in one packet whose header tells their number.
  static var largestTonePayload: Int { 63 }
  /// The most bytes in one packet that come in fours; one more byte tells how many there are.
  static var largestCarrierPayload: Int { 255 }

  /// The modulation of the body.
  enum Body: UInt8, Sendable {
    /// All carriers at once, with a code of rate 3/4, 1/3 or 1/6.
    case carriersFast, carriersMedium, carriersSlow
    /// One of 16 tones in each group.
    case tones16
    /// The same for more than ``PacketFormat/largestTonePayload`` bytes.
    case tones16Many
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
    byteCount = Self.comesInFours(body) ? (payloadCount + 4) / 4 * 4 : payloadCount
  }

  /// Reads a header byte.
  ///
  /// Tones: the number of bytes in bits 0...5, whether it is a part in bit 6, and the longer body in
  /// bit 7. Carriers: the number of bytes in bits 0...5, the rate in bits 6...7. Where bytes come in
  /// fours, their number is a quarter, less 1.
  ///
  /// - Returns: `nil` if no sender uses this header.
  init?(preamble: Preamble.Kind, header: UInt8) {
    let isLonger = header & 0x80 != 0
    isPart = preamble != .turned && header & 0x40 != 0
    switch preamble {
    case .short: body = isLonger ? .tones16Many : .tones16
    case .long: body = isLonger ? .tones64Repeated : .tones64
    case .turned where header >> 6 == 3: return nil
    case .turned: body = Body(rawValue: header >> 6) ?? .carriersSlow
    }
    let count = Int(header & 0x3F)
    byteCount = Self.comesInFours(body) ? 4 * (count + 1) : count
  }

  private static func comesInFours(_ body: Body) -> Bool {
    body.rawValue < Body.tones16.rawValue || body == .tones16Many
  }

  /// Whether bytes come in fours, and the first one tells how many only fill up.
  var comesInFours: Bool { Self.comesInFours(body) }

  /// Whether all carriers sound at once.
  var usesCarriers: Bool { body.rawValue < Body.tones16.rawValue }

  var preamble: Preamble.Kind {
    if usesCarriers { return .turned }
    return bitsPerTone == 4 ? .short : .long
  }

  var header: UInt8 {
    let count = UInt8(comesInFours ? byteCount / 4 - 1 : byteCount)
    if usesCarriers { return count | body.rawValue << 6 }
    let isLonger = body == .tones16Many || body == .tones64Repeated
    return count | (isPart ? 0x40 : 0) | (isLonger ? 0x80 : 0)
  }

  /// With the check.
  var bodyByteCount: Int { byteCount + 3 }

  /// The number of tones in a group: its logarithm to base 2.
  var bitsPerTone: Int { body == .tones16 || body == .tones16Many ? 4 : 6 }

  /// The number of coded bits per symbol.
  func bitsPerSymbol(_ grid: SymbolGrid) -> Int {
    usesCarriers ? 2 * grid.carriers.binCount : grid.binCount >> bitsPerTone * bitsPerTone
  }

  /// The least number of symbols of carriers: short packets have time for more coded bits.
  private static var leastCarrierSymbolCount: Int { 5 }

  /// How many hundredths of a coded bit are sent for each bit of the body.
  private func redundancy(_ grid: SymbolGrid) -> Int {
    switch body {
    case .carriersFast: 133
    case .carriersMedium: 300
    case .carriersSlow: 600
    case .tones16, .tones16Many: 154
    // In the band A the symbols are filled with echoes; the band X is for poor loudspeakers.
    case .tones64: grid.width > 1 ? 320 : grid.centerFrequency < 17_000 ? 185 : 161
    case .tones64Repeated: 480
    }
  }

  /// The number of symbols of the body; carriers need one more for reference.
  func symbolCount(_ grid: SymbolGrid) -> Int {
    let bits = 8 * bodyByteCount * redundancy(grid)
    let perSymbol = 100 * bitsPerSymbol(grid)
    let count = (bits + perSymbol - 1) / perSymbol
    let isPatient = body == .carriersMedium || body == .carriersSlow
    return isPatient ? max(count, Self.leastCarrierSymbolCount) : count
  }
}
