/// The format of a packet's symbols, as given by its preamble and header byte.
struct PacketFormat: Sendable, Equatable {
  /// The largest number of bytes in one packet whose header gives their number.
  static var largestTonePayload: Int { 63 }
  /// The largest number of bytes of *room* in the most robust body; more would take too long in it.
  static var largestSurePayload: Int { 20 }
  /// The largest number of bytes in one packet if they come in fours; one more byte gives their
  /// number.
  static var largestCarrierPayload: Int { 255 }

  /// The modulation of the body.
  enum Body: UInt8, Sendable, CaseIterable {
    /// All carriers at once, with a code of rate 3/4 or 1/3.
    case carriersFast, carriersMedium
    /// One of 16 tones in each group.
    case tones16
    /// One of 8 tones in each group: for more than ``PacketFormat/largestSurePayload`` bytes.
    case tones8
    /// One of 16 tones in each group, for more than ``PacketFormat/largestTonePayload`` bytes.
    case tones16Many
    /// One of 32 tones in each group.
    case tones32
    /// One of 64 tones in each group, and each coded bit more than once.
    case tones64
  }

  let body: Body
  /// `true` if the payload is a part of a longer one. If bytes come in fours, the body contains
  /// this bit, not the header.
  let isPart: Bool
  /// The number of bytes between the header and the check.
  let byteCount: Int

  /// Creates the format of a packet with a payload.
  init(body: Body, isPart: Bool, payloadCount: Int) {
    self.body = body
    self.isPart = isPart
    byteCount = Self.comesInFours(body) ? (payloadCount + 4) / 4 * 4 : payloadCount
  }

  /// Creates the format of the largest packet of a body that a header can express.
  init(largest body: Body) {
    self.init(
      body: body, isPart: true,
      payloadCount: Self.comesInFours(body) ? Self.largestCarrierPayload : Self.largestTonePayload)
  }

  /// Reads a header byte.
  ///
  /// Bits 0...5 are the number of bytes; if they come in fours, a quarter of it, less 1. Bits 6...7
  /// give the body, and for bodies whose bytes do not come in fours, bit 6 marks a part.
  ///
  /// - Returns: `nil` if no sender uses this header.
  init?(preamble: Preamble.Kind, header: UInt8) {
    let isUpper = header & 0x80 != 0
    switch preamble {
    case .tones where isUpper: body = header & 0x40 != 0 ? .tones16Many : .tones8
    case .tones: body = .tones16
    case .farTones: body = isUpper ? .tones64 : .tones32
    case .carriers where isUpper: return nil
    case .carriers: body = header & 0x40 != 0 ? .carriersMedium : .carriersFast
    }
    let isInFours = Self.comesInFours(body)
    isPart = !isInFours && header & 0x40 != 0
    let count = Int(header & 0x3F)
    byteCount = isInFours ? 4 * (count + 1) : count
  }

  private static func comesInFours(_ body: Body) -> Bool {
    switch body {
    case .carriersFast, .carriersMedium, .tones8, .tones16Many: true
    case .tones16, .tones32, .tones64: false
    }
  }

  /// `true` if bytes come in fours, and the first one gives the number of padding bytes.
  var comesInFours: Bool { Self.comesInFours(body) }

  /// `true` if all carriers sound at once.
  var usesCarriers: Bool { body.rawValue < Body.tones16.rawValue }

  var preamble: Preamble.Kind {
    if usesCarriers { return .carriers }
    return body == .tones32 || body == .tones64 ? .farTones : .tones
  }

  var header: UInt8 {
    let count = UInt8(comesInFours ? byteCount / 4 - 1 : byteCount)
    let upper: UInt8 =
      switch body {
      case .carriersFast: 0
      case .carriersMedium: 0x40
      case .tones8: 0x80
      case .tones16Many: 0xC0
      case .tones16, .tones32: isPart ? 0x40 : 0
      case .tones64: isPart ? 0xC0 : 0x80
      }
    return count | upper
  }

  /// The number of bytes including the check.
  var bodyByteCount: Int { byteCount + 3 }

  /// The number of bits per tone: the base-2 logarithm of the number of tones in a group.
  var bitsPerTone: Int {
    switch body {
    case .tones8: 3
    case .tones32: 5
    case .tones64: 6
    default: 4
    }
  }

  /// The number of coded bits per symbol.
  func bitsPerSymbol(_ grid: SymbolGrid) -> Int {
    usesCarriers ? 2 * grid.carriers.binCount : grid.tones.binCount >> bitsPerTone * bitsPerTone
  }

  /// The smallest number of symbols: short packets have time for more coded bits.
  private var leastSymbolCount: Int {
    switch body {
    case .carriersMedium: 5
    case .tones8: 14
    default: 0
    }
  }

  /// The number of coded bits sent for each bit of the body, in hundredths.
  ///
  /// Band A is wider, and its symbols are full of echoes.
  private func redundancy(_ grid: SymbolGrid) -> Int {
    let isWide = grid.width > 1
    return switch body {
    case .carriersFast: 133
    case .carriersMedium: 300
    case .tones16: isWide ? 480 : 320
    case .tones8: isWide ? 320 : 210
    case .tones16Many: isWide ? 400 : 200
    case .tones32: isWide ? 575 : 370
    case .tones64: 480
    }
  }

  /// The number of symbols of the body; carriers need one more for reference.
  func symbolCount(_ grid: SymbolGrid) -> Int {
    let bits = 8 * bodyByteCount * redundancy(grid)
    let perSymbol = 100 * bitsPerSymbol(grid)
    let count = (bits + perSymbol - 1) / perSymbol
    return max(count, leastSymbolCount)
  }
}

/// The code of the header byte: four nibbles of 4 bits, any two of which give the byte.
///
/// A Reed-Solomon code over GF(16) of distance 3: the values of *a* + *b* *x* at four positions.
///
/// - SeeAlso: I. S. Reed, G. Solomon, "Polynomial codes over certain finite fields", J. SIAM 8(2),
///   1960, [doi:10.1137/0108018](https://doi.org/10.1137/0108018).
enum HeaderCode {
  static var nibbleCount: Int { 4 }

  /// One of the four nibbles of a header byte, in 0...15.
  static func nibble(_ position: Int, of value: UInt8) -> Int {
    Int(value >> 4) ^ product(Int(value & 15), 1 << position)
  }

  /// The product in GF(16) with the polynomial x⁴ + x + 1.
  private static func product(_ a: Int, _ b: Int) -> Int {
    var (a, b, product) = (a, b, 0)
    while b != 0 {
      if b & 1 != 0 { product ^= a }
      a <<= 1
      if a & 16 != 0 { a ^= 0b10011 }
      b >>= 1
    }
    return product
  }
}

/// The positions of the parts of a packet, in samples of the baseband since its start.
struct PacketTiming: Sendable {
  /// The measures of the band.
  let grid: SymbolGrid
  let preamble: Preamble.Kind
  /// The measures of the header and of tones.
  private let symbols: SymbolGrid

  init(grid: SymbolGrid, preamble: Preamble.Kind) {
    (self.grid, self.preamble) = (grid, preamble)
    symbols = grid.symbols(preamble)
  }

  var chirpLength: Int { preamble.chirpLength(grid) }
  var firstSymbol: Int { 2 * chirpLength + grid.gapLength }

  /// The start of a symbol; the header has the first ones.
  func start(ofSymbol symbol: Int) -> Int { firstSymbol + symbol * symbols.symbolLength }

  /// The end of the header.
  var headerEnd: Int { start(ofSymbol: preamble.headerSymbolCount) }

  /// The start of a symbol of carriers; the first one is the reference of the others.
  func start(ofCarrierSymbol symbol: Int) -> Int { headerEnd + symbol * grid.carriers.symbolLength }

  /// The end of a packet.
  func end(of format: PacketFormat) -> Int {
    let count = format.symbolCount(grid)
    return format.usesCarriers
      ? start(ofCarrierSymbol: count + 1) : start(ofSymbol: preamble.headerSymbolCount + count)
  }
}
