internal import SignalProcessing

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
  private var carriers: CarrierReader
  private var demapper: ToneDemapper
  private var codec: PacketCodec
  private var energies: [Float]
  private var bits: [Float]
  private var beliefs: [Float]
  private var clarities: [Float]
  private var followed: [(clarity: Float, dilation: Double)]
  private var meter: SignalMeter
  private var turnBudget = largestTurnBudget
  private var budgetEnd: Int64 = 0
  /// The mean energy of the tones of the last packet over that of noise.
  private var toneToNoise: Float = 0

  init(band: ModemBand) {
    grid = SlotGrid(band: band)
    analyzer = SlotAnalyzer(grid)
    metrics = ToneMetrics(grid)
    noise = NoiseFloor(grid)
    meter = SignalMeter(grid)
    header = HeaderReader(grid)
    let longest = Self.longest
    let slotCount = longest.slotCount(grid) + Preamble.Kind.long.headerSlotCount
    energies = Array(repeating: 0, count: slotCount * grid.binCount)
    clarities = Array(repeating: 0, count: slotCount)
    followed = Array(repeating: (0, 0), count: slotCount)
    demapper = ToneDemapper(grid, maximumSlotCount: slotCount)
    let largest = PacketFormat(
      body: .carriersSlow, isPart: true, payloadCount: PacketFormat.largestCarrierPayload)
    carriers = CarrierReader(grid, maximumSlotCount: largest.slotCount(grid))
    bits = Array(
      repeating: 0,
      count: max(
        longest.slotCount(grid) * longest.bitsPerSlot(grid),
        largest.slotCount(grid) * largest.bitsPerSlot(grid)))
    beliefs = bits
    codec = PacketCodec(
      band: band, maximumBodyByteCount: largest.bodyByteCount, maximumBitCount: bits.count)
  }

  /// The longest packet, in samples of the baseband.
  var longestPacket: Int {
    PacketTiming(grid: grid, preamble: .long).end(of: Self.longest)
  }

  private static var longest: PacketFormat {
    PacketFormat(
      body: .tones64Repeated, isPart: true, payloadCount: PacketFormat.largestTonePayload)
  }

  /// The position at which the header of a candidate has arrived.
  func headerEnd(_ candidate: PreambleCandidate) -> Int64 {
    let timing = PacketTiming(grid: grid, preamble: candidate.kind)
    return end(candidate, length: timing.headerEnd)
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
        // Only a clear gain outweighs what the chirps tell.
        if header.score > 1.06 * best.score { best = (header.score, refined) }
      }
    }
    readHeader(best.candidate, ring)
    for reading in header.readings {
      guard let format = PacketFormat(preamble: candidate.kind, header: reading) else { continue }
      let timing = PacketTiming(grid: grid, preamble: candidate.kind)
      let length = timing.end(of: format)
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
    analyzer.tune(to: candidate.dilation, candidate.kind)
    for slot in slots {
      let offset = Double(timing.start(ofSlot: slot)) + Double(grid.guardLength) / 2
      let position = candidate.start + offset * (1 - candidate.dilation)
      analyzer.analyze(ring, from: Int64(position.rounded()), into: &energies, row: slot)
    }
  }

  // MARK: - Body

  /// Reads the body of a packet.
  ///
  /// - Returns: The payload, or `nil` if nothing like tones is there or the check fails.
  mutating func read(_ attempt: PacketAttempt, _ ring: BasebandRing) -> [UInt8]? {
    let format = attempt.format
    let seconds = Double(ring.end - budgetEnd) / grid.basebandRate
    turnBudget = min(max(turnBudget, 0) + Self.turnsPerSecond * seconds, Self.largestTurnBudget)
    budgetEnd = ring.end
    if format.usesCarriers { return readCarriers(attempt, ring) }
    var candidate = attempt.candidate
    let headerCount = format.preamble.headerSlotCount
    let slots = 0..<headerCount + format.slotCount(grid)
    analyze(candidate, ring, slots: slots)
    noise.measure(energies, rows: slots, reach: 3 * grid.width)
    let clarity = clarity(format, slots: slots)
    guard clarity > Self.leastClarity(format) else { return nil }
    refine(&candidate, ring, format, slots: slots, clarity)
    toneToNoise = self.clarity(format, slots: slots)
    if let payload = decodeTones(format, slots: slots) { return payload }
    follow(candidate, ring, format, slots: slots)
    return decodeTones(format, slots: slots)
  }

  /// How often the tones are looked at again with what the code says about them.
  private static var turnCount: Int { 8 }
  /// A turn that does not strengthen the beliefs by so much is the last one.
  private static var leastProgress: Float { 1.01 }
  /// So many turns for 16 bytes are saved up, and so many added each second: what sounds like tones
  /// all day must not cost more.
  private static var largestTurnBudget: Double { 64 }
  private static var turnsPerSecond: Double { 4 }

  private mutating func decodeTones(_ format: PacketFormat, slots: Range<Int>) -> [UInt8]? {
    demapper.begin(format, energies, noise, meanGain: toneToNoise - 1)
    let bitCount = format.slotCount(grid) * format.bitsPerSlot(grid)
    for index in 0..<bitCount { beliefs[index] = 0 }
    demapper.learn(beliefs)
    demapper.learn(beliefs)
    demapper.writeBits(beliefs, into: &bits)
    if codec.decode(bits, bitCount: bitCount, format) {
      return PacketBody.payload(of: codec.body, format)
    }
    var strength: Float = 0
    for _ in 0..<Self.turnCount {
      turnBudget -= Double(format.bodyByteCount) / 19
      guard turnBudget > 0 else { return nil }
      if codec.reconsider(bits, bitCount: bitCount, format, beliefs: &beliefs) {
        return PacketBody.payload(of: codec.body, format)
      }
      var sum: Float = 0
      for index in 0..<bitCount { sum += beliefs[index].magnitude }
      guard sum > Self.leastProgress * strength else { return nil }
      strength = sum
      demapper.learn(beliefs)
      demapper.writeBits(beliefs, into: &bits)
    }
    return nil
  }

  /// How far and how finely a changing speed is followed, in fifths of a bin.
  private static var drifts: ClosedRange<Int> { -4...4 }

  /// Analyses each slot at the speed at which it and its neighbours are clearest: people do not walk
  /// evenly.
  private mutating func follow(
    _ candidate: PreambleCandidate, _ ring: BasebandRing, _ format: PacketFormat,
    slots: Range<Int>
  ) {
    let step = 0.2 * grid.spacing / grid.centerFrequency
    for slot in slots { followed[slot] = (0, candidate.dilation) }
    for drift in Self.drifts {
      var moved = candidate
      moved.dilation += Double(drift) * step
      analyze(moved, ring, slots: slots)
      for slot in slots {
        metrics.prepare(slot: slot, energies, noise)
        clarities[slot] = metrics.sumOfLargest(bitsPerTone: format.bitsPerTone)
      }
      for slot in slots {
        var sum: Float = 0
        for near in max(0, slot - 2)...min(slots.upperBound - 1, slot + 2) {
          sum += clarities[near]
        }
        if sum > followed[slot].clarity { followed[slot] = (sum, moved.dilation) }
      }
    }
    for drift in Self.drifts {
      let dilation = candidate.dilation + Double(drift) * step
      for slot in slots where followed[slot].dilation == dilation {
        var moved = candidate
        moved.dilation = dilation
        analyze(moved, ring, slots: slot..<slot + 1)
      }
    }
  }

  /// What is left of the motion is known up to quarters of a turn, so both neighbours are tried too.
  private mutating func readCarriers(_ attempt: PacketAttempt, _ ring: BasebandRing) -> [UInt8]? {
    let format = attempt.format
    carriers.analyze(attempt.candidate, ring, format)
    toneToNoise = carriers.carrierToNoise
    guard toneToNoise > 1.5 else { return nil }
    let refined = carriers.refined(attempt.candidate, ring, format)
    carriers.analyze(refined, ring, format)
    for turns in [0, 0.25, 0.5] {
      carriers.rotate(byTurns: turns)
      carriers.writeBits(into: &bits)
      let bitCount = format.slotCount(grid) * format.bitsPerSlot(grid)
      if codec.decode(bits, bitCount: bitCount, format) {
        return PacketBody.payload(of: codec.body, format)
      }
    }
    return nil
  }

  /// What clarity noise alone does not reach: the mean of the largest of 16 or 64 exponentially
  /// distributed energies is 3.4 or 4.7.
  private static func leastClarity(_ format: PacketFormat) -> Float {
    format.bitsPerTone == 4 ? 3.7 : 5.1
  }

  /// The mean energy of the largest tone of each group, over that of noise.
  private mutating func clarity(_ format: PacketFormat, slots: Range<Int>) -> Float {
    var sum: Float = 0
    let headerCount = format.preamble.headerSlotCount
    for slot in headerCount..<slots.upperBound {
      metrics.prepare(slot: slot, energies, noise)
      sum += metrics.sumOfLargest(bitsPerTone: format.bitsPerTone)
    }
    let groups = grid.binCount >> format.bitsPerTone * (slots.upperBound - headerCount)
    return sum / Float(groups)
  }

  /// Moves the speed to where the tones are clearest, and analyses again.
  private mutating func refine(
    _ candidate: inout PreambleCandidate, _ ring: BasebandRing, _ format: PacketFormat,
    slots: Range<Int>, _ clarity: Float
  ) {
    let step = 0.2 * grid.spacing / grid.centerFrequency
    let middle = candidate.dilation
    candidate.dilation = middle - step
    analyze(candidate, ring, slots: slots)
    let below = self.clarity(format, slots: slots)
    candidate.dilation = middle + step
    analyze(candidate, ring, slots: slots)
    let above = self.clarity(format, slots: slots)
    let curvature = below - 2 * clarity + above
    let shift = curvature < 0 ? min(max(0.5 * (below - above) / curvature, -1.5), 1.5) : 0
    candidate.dilation = middle + Double(shift) * step
    analyze(candidate, ring, slots: slots)
  }

  /// Whether the last packet is a part of a longer payload.
  func isPart(_ format: PacketFormat) -> Bool { PacketBody.isPart(codec.body, format) }

  /// Below so many decibels the tones themselves tell more.
  private static var surelyMeasured: Double { 3 }

  /// Signal over noise within the band for the last packet, in decibels.
  mutating func signalToNoise(_ attempt: PacketAttempt, _ ring: BasebandRing) -> Double {
    let candidate = attempt.candidate
    let timing = PacketTiming(grid: grid, preamble: candidate.kind)
    let scale = 1 - candidate.dilation
    let first = candidate.start + Double(timing.headerEnd + grid.guardLength) * scale
    let end = candidate.start + Double(timing.end(of: attempt.format)) * scale
    let floor = attempt.format.usesCarriers ? Float.infinity : noise.sum
    let measured = meter.signalToNoise(
      start: candidate.start,
      slots: stride(
        from: first, to: end - Double(grid.windowLength), by: Double(grid.slotLength) * scale),
      ring, floor: floor)
    guard measured < Self.surelyMeasured, !attempt.format.usesCarriers else { return measured }
    // Few windows before the packet tell little about a signal that hardly rises above the noise.
    let ratio = Double(max(toneToNoise - 1, 1e-3)) / Double(1 << attempt.format.bitsPerTone)
    return 10 * Elementary.log10(ratio)
  }
}
