/// A packet that may have begun, and when it will be complete.
struct PacketAttempt: Sendable {
  var candidate: PreambleCandidate
  var format: PacketFormat
  /// The position at which its last slot has arrived.
  var end: Int64
}

/// Reads headers and bodies of packets from the baseband.
struct PacketReader: Sendable {
  private let grid: SlotGrid
  private var analyzer: SlotAnalyzer
  private var metrics: ToneMetrics
  private var noise: NoiseFloor
  private var header: HeaderReader
  private var codec: PacketCodec
  private var energies: [Float]
  private var bits: [Float]
  /// The mean energy of the tones of the last packet over that of noise.
  private(set) var toneToNoise: Float = 0

  init(band: ModemBand) {
    grid = SlotGrid(band: band)
    analyzer = SlotAnalyzer(grid)
    metrics = ToneMetrics(grid)
    noise = NoiseFloor(grid)
    header = HeaderReader(grid)
    let longest = PacketFormat(
      mode: .beacon, isChunk: true, payloadCount: PacketFormat.largestTokenPayload)
    let slotCount = longest.slotCount(grid) + Preamble.Kind.long.headerSlotCount
    energies = Array(repeating: 0, count: slotCount * grid.binCount)
    bits = Array(repeating: 0, count: slotCount * longest.bitsPerSlot(grid))
    codec = PacketCodec(
      band: band, maximumBodyByteCount: longest.bodyByteCount, maximumBitCount: bits.count)
  }

  /// The longest packet, in samples of the baseband.
  var longestPacket: Int {
    PacketTiming(grid: grid, preamble: .long).end(slotCount: energies.count / grid.binCount)
  }

  /// The position at which the header of a candidate has arrived.
  func headerEnd(_ candidate: PreambleCandidate) -> Int64 {
    let timing = PacketTiming(grid: grid, preamble: candidate.kind)
    return end(candidate, length: timing.end(slotCount: 0))
  }

  private func end(_ candidate: PreambleCandidate, length: Int) -> Int64 {
    Int64(candidate.start + Double(length) * (1 - candidate.dilation)) + Int64(grid.fadeLength)
  }

  // MARK: - Header

  /// Refines start and speed by how clear the header is, and appends what may follow.
  mutating func readHeader(
    _ candidate: PreambleCandidate, _ ring: BasebandRing, into attempts: inout [PacketAttempt]
  ) {
    var best = (score: Float(0), candidate: candidate)
    let step = 0.12 * grid.spacing / grid.centerFrequency
    for speed in [0, -1, 1] {
      for delay in [0, -1, 1] {
        var refined = candidate
        refined.dilation += Double(speed) * step
        refined.start += Double(delay * grid.guardLength)
        readHeader(refined, ring)
        if header.score > best.score { best = (header.score, refined) }
      }
    }
    readHeader(best.candidate, ring)
    for reading in header.readings {
      guard let format = PacketFormat(preamble: candidate.kind, header: reading) else { continue }
      let timing = PacketTiming(grid: grid, preamble: candidate.kind)
      let length = timing.end(slotCount: format.slotCount(grid))
      attempts.append(
        PacketAttempt(
          candidate: best.candidate, format: format, end: end(best.candidate, length: length)))
    }
  }

  private mutating func readHeader(_ candidate: PreambleCandidate, _ ring: BasebandRing) {
    let slotCount = candidate.kind.headerSlotCount
    analyze(candidate, ring, slots: 0..<slotCount)
    noise.measure(energies, rows: 0..<slotCount, reach: 10 * grid.width)
    header.read(candidate.kind, energies, noise, &metrics)
  }

  private mutating func analyze(
    _ candidate: PreambleCandidate, _ ring: BasebandRing, slots: Range<Int>
  ) {
    let timing = PacketTiming(grid: grid, preamble: candidate.kind)
    analyzer.tune(to: candidate.dilation)
    for slot in slots {
      let offset = Double(timing.start(ofSlot: slot)) + Double(grid.guardLength) / 2
      let position = candidate.start + offset * (1 - candidate.dilation)
      analyzer.analyze(ring, from: Int64(position.rounded()), into: &energies, row: slot)
    }
  }

  // MARK: - Body

  /// Reads the body of a packet.
  ///
  /// - Returns: The payload, or `nil` if the check fails.
  mutating func read(_ attempt: PacketAttempt, _ ring: BasebandRing) -> [UInt8]? {
    let format = attempt.format
    let headerCount = format.preamble.headerSlotCount
    let slotCount = format.slotCount(grid)
    analyze(attempt.candidate, ring, slots: 0..<headerCount + slotCount)
    noise.measure(energies, rows: 0..<headerCount + slotCount, reach: 3 * grid.width)
    let bitsPerSlot = format.bitsPerSlot(grid)
    for slot in 0..<slotCount {
      metrics.prepare(slot: headerCount + slot, energies, noise)
      metrics.writeBits(
        bitsPerTone: format.bitsPerTone, into: &bits, at: slot * bitsPerSlot)
    }
    guard codec.decode(bits, bitCount: slotCount * bitsPerSlot, format) else { return nil }
    return Array(codec.body[0..<format.payloadCount])
  }
}
