/// Converts a payload to coded bits, and soft bits to a payload.
///
/// The check covers the band, the preamble and the header too, so that a packet read with the wrong
/// header fails.
struct PacketCodec: Sendable {
  private let band: ModemBand
  private var matching: RateMatching
  private var viterbi: ViterbiDecoder
  private var posterior: PosteriorDecoder
  private var coded: [Float]
  private var posteriors: [Float]
  private(set) var body: [UInt8]

  init(band: ModemBand, maximumBodyByteCount: Int, maximumBitCount: Int) {
    self.band = band
    matching = RateMatching(maximumCount: maximumBitCount)
    viterbi = ViterbiDecoder(maximumBitCount: 8 * maximumBodyByteCount)
    posterior = PosteriorDecoder(maximumBitCount: 8 * maximumBodyByteCount)
    coded = Array(
      repeating: 0, count: 8 * maximumBodyByteCount * ConvolutionalCode.outputCount)
    posteriors = coded
    body = Array(repeating: 0, count: maximumBodyByteCount)
  }

  /// Returns the bits to send.
  mutating func encode(_ payload: [UInt8], _ format: PacketFormat, bitCount: Int) -> [UInt8] {
    let check = check(of: payload, count: payload.count, format)
    var body = payload
    for shift in [16, 8, 0] { body.append(UInt8(truncatingIfNeeded: check >> UInt32(shift))) }
    var scrambler = Scrambler()
    for index in body.indices { body[index] ^= scrambler.next() }
    return matching.spread(ConvolutionalCode.encode(body), count: bitCount)
  }

  /// Reads a body from soft bits; its first `format.payloadCount` bytes in ``body`` are the payload.
  ///
  /// - Returns: `true` if the check passes. If not, ``body`` means nothing.
  mutating func decode(_ received: [Float], bitCount: Int, _ format: PacketFormat) -> Bool {
    let count = format.bodyByteCount
    matching.gather(
      received, count: bitCount, into: &coded,
      codedCount: 8 * count * ConvolutionalCode.outputCount)
    viterbi.decode(coded, byteCount: count, into: &body)
    return isBodyWhole(format)
  }

  /// Reads a body from soft bits that are log-likelihood ratios, and computes the extrinsic value
  /// of each bit: what the code says about it beyond its own soft value.
  ///
  /// - Returns: `true` if the check passes. If not, ``body`` means nothing.
  mutating func reconsider(
    _ received: [Float], bitCount: Int, _ format: PacketFormat, extrinsicValues: inout [Float]
  ) -> Bool {
    let count = format.bodyByteCount
    let codedCount = 8 * count * ConvolutionalCode.outputCount
    matching.gather(received, count: bitCount, into: &coded, codedCount: codedCount)
    posterior.decode(coded, byteCount: count, into: &body, posteriors: &posteriors)
    if isBodyWhole(format) { return true }
    matching.scatter(
      posteriors, codedCount: codedCount, received, count: bitCount, into: &extrinsicValues)
    return false
  }

  private mutating func isBodyWhole(_ format: PacketFormat) -> Bool {
    let count = format.bodyByteCount
    var scrambler = Scrambler()
    for index in 0..<count { body[index] ^= scrambler.next() }
    var expected: UInt32 = 0
    for index in count - 3..<count { expected = expected << 8 | UInt32(body[index]) }
    return check(of: body, count: count - 3, format) == expected
  }

  private func check(of bytes: [UInt8], count: Int, _ format: PacketFormat) -> UInt32 {
    var check = CRC24()
    check.append(band.rawValue << 4 | format.preamble.rawValue)
    check.append(format.header)
    for index in 0..<count { check.append(bytes[index]) }
    return check.value
  }
}

/// The bytes between header and check.
///
/// Packets whose header gives the number of their bytes carry the payload alone. The bytes of
/// others come in fours: bits 0...1 of the first one give the number of padding bytes at the end,
/// and bit 2 is set if the payload is a part of a longer one.
enum PacketBody {
  private static var partBit: UInt8 { 4 }

  static func bytes(of payload: [UInt8], _ format: PacketFormat) -> [UInt8] {
    guard format.comesInFours else { return payload }
    let fill = format.byteCount - 1 - payload.count
    let first = UInt8(fill) | (format.isPart ? partBit : 0)
    return [first] + payload + [UInt8](repeating: 0, count: fill)
  }

  /// - Returns: `nil` if no sender would send such a body.
  static func payload(of bytes: [UInt8], _ format: PacketFormat) -> [UInt8]? {
    guard format.comesInFours else { return Array(bytes[0..<format.byteCount]) }
    let fill = Int(bytes[0] & ~partBit)
    guard fill < 4, fill < format.byteCount else { return nil }
    return Array(bytes[1..<format.byteCount - fill])
  }

  /// Returns `true` if the payload is a part of a longer one.
  static func isPart(_ bytes: [UInt8], _ format: PacketFormat) -> Bool {
    format.comesInFours ? bytes[0] & partBit != 0 : format.isPart
  }
}

/// The cyclic redundancy check of 24 bits that OpenPGP uses.
///
/// One in 16.8 million random packets passes it.
///
/// - SeeAlso: RFC 9580, section 6.1.1, [doi:10.17487/RFC9580](https://doi.org/10.17487/RFC9580).
struct CRC24: Sendable {
  private static var polynomial: UInt32 { 0x86_4CFB }

  /// The check of all processed bytes, in the lowest 24 bits.
  private(set) var value: UInt32 = 0xB7_04CE

  /// Creates the check of no bytes.
  init() {}

  /// Processes one more byte.
  ///
  /// - Parameter byte: The byte.
  mutating func append(_ byte: UInt8) {
    value ^= UInt32(byte) << 16
    for _ in 0..<8 {
      value <<= 1
      if value & 0x100_0000 != 0 { value ^= 0x100_0000 | Self.polynomial }
    }
  }

  /// Returns the check of some bytes.
  ///
  /// - Parameter bytes: The bytes, any count.
  /// - Returns: 24 bits.
  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var check = CRC24()
    for byte in bytes { check.append(byte) }
    return check.value
  }
}
