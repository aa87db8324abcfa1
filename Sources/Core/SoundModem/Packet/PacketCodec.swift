/// Payload to coded bits, and soft bits to payload.
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

  /// The bits to send.
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
  /// - Returns: Whether the check holds. If not, ``body`` means nothing.
  mutating func decode(_ received: [Float], bitCount: Int, _ format: PacketFormat) -> Bool {
    let count = format.bodyByteCount
    matching.gather(
      received, count: bitCount, into: &coded,
      codedCount: 8 * count * ConvolutionalCode.outputCount)
    viterbi.decode(coded, byteCount: count, into: &body)
    return isBodyWhole(format)
  }

  /// Reads a body from soft bits that are logarithms of likelihoods, and tells the extrinsic value of
  /// each bit: what the code says about it beyond its own soft value.
  ///
  /// - Returns: Whether the check holds. If not, ``body`` means nothing.
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
