internal import SignalProcessing

/// Reads the bodies of packets of tones.
struct ToneReader: Sendable {
  private let grid: SlotGrid
  private var analyzer: SlotAnalyzer
  private var spectra: SlotSpectra
  private var metrics: ToneMetrics
  private var noise: NoiseFloor
  private var demapper: ToneDemapper
  private var energies: [Float]  // one row a slot, with those of the header
  private var bits: [Float]
  private var beliefs: [Float]
  private var clarities: [Float]
  private var followed: [(clarity: Float, dilation: Double)]
  private var turnBudget = largestTurnBudget
  private var budgetEnd: Int64 = 0
  /// The mean energy of the tones of the last packet over that of noise.
  private(set) var toneToNoise: Float = 0

  init(_ grid: SlotGrid, plan: TonePlan) {
    self.grid = grid
    let slotCount = Self.largestSlotCount(grid)
    analyzer = SlotAnalyzer(grid)
    spectra = SlotSpectra(grid, maximumSlotCount: slotCount)
    metrics = ToneMetrics(grid, plan)
    noise = NoiseFloor(grid)
    demapper = ToneDemapper(grid, plan, maximumSlotCount: slotCount)
    energies = Array(repeating: 0, count: slotCount * grid.binCount)
    clarities = Array(repeating: 0, count: slotCount)
    followed = Array(repeating: (0, 0), count: slotCount)
    bits = Array(repeating: 0, count: Self.largestBitCount(grid))
    beliefs = bits
  }

  /// The packet of tones that takes the most slots.
  static var longest: PacketFormat {
    PacketFormat(
      body: .tones64Repeated, isPart: true, payloadCount: PacketFormat.largestTonePayload)
  }

  /// How many slots it takes, with those of the header.
  static func largestSlotCount(_ grid: SlotGrid) -> Int {
    longest.slotCount(grid) + Preamble.Kind.long.headerSlotCount
  }

  /// How many coded bits a packet of tones has at most.
  static func largestBitCount(_ grid: SlotGrid) -> Int {
    let largest = PacketFormat(
      body: .tones16Many, isPart: true, payloadCount: PacketFormat.largestCarrierPayload)
    return [longest, largest].map { $0.slotCount(grid) * $0.bitsPerSlot(grid) }.max() ?? 0
  }

  /// The noise within the band while the last packet sounded.
  var noiseEnergy: Float { noise.sum }

  /// Reads the body of a packet.
  ///
  /// - Returns: Whether it is whole, and in `codec` then; `nil` if its first slots are noise, as they are
  ///   for all longer packets at this place, too.
  mutating func read(
    _ attempt: PacketAttempt, _ ring: BasebandRing, _ codec: inout PacketCodec
  ) -> Bool? {
    saveTurns(until: ring.end)
    let format = attempt.format
    var candidate = attempt.candidate
    let slots = 0..<format.preamble.headerSlotCount + format.slotCount(grid)
    let first = slots.prefix(Self.firstSlotCount)
    let noiseClarity = Self.noiseClarity(format)
    let needed = Self.leastClarity(format) - noiseClarity
    spectra.tune(to: candidate.dilation, candidate.kind)
    let firstClarity = measuredClarity(candidate, ring, format, slots: first, outOf: first)
    guard firstClarity - noiseClarity > 0.6 * needed else {
      return first.count == Self.firstSlotCount ? nil : false
    }
    let clarity = measuredClarity(
      candidate, ring, format, slots: slots.dropFirst(first.count), outOf: slots)
    guard clarity - noiseClarity > needed else { return false }
    refine(&candidate, format, slots: slots, clarity)
    analyze(candidate, ring, slots: slots)
    toneToNoise = self.clarity(format, slots: slots)
    if decode(format, &codec) { return true }
    follow(candidate, ring, format, slots: slots)
    guard self.clarity(format, slots: slots) > Self.leastGain * toneToNoise else { return false }
    return decode(format, &codec)
  }

  /// Measures some slots, and then the clarity of these and those before them.
  private mutating func measuredClarity(
    _ candidate: PreambleCandidate, _ ring: BasebandRing, _ format: PacketFormat,
    slots: Range<Int>, outOf all: Range<Int>
  ) -> Float {
    measure(candidate, ring, slots: slots)
    for slot in slots { spectra.write(slot: slot, into: &energies, row: slot) }
    noise.measure(energies, rows: all, reach: 3 * grid.width)
    return clarity(format, slots: all)
  }

  /// Measures the spectra of the slots, as they lie at the speed of a candidate.
  private mutating func measure(
    _ candidate: PreambleCandidate, _ ring: BasebandRing, slots: Range<Int>
  ) {
    let timing = PacketTiming(grid: grid, preamble: candidate.kind)
    for slot in slots {
      spectra.measure(ring, from: timing.window(ofSlot: slot, candidate), slot: slot)
    }
  }

  /// Reads the energies from the spectra, at the speed of a candidate.
  private mutating func write(_ candidate: PreambleCandidate, slots: Range<Int>) {
    spectra.tune(to: candidate.dilation, candidate.kind)
    for slot in slots { spectra.write(slot: slot, into: &energies, row: slot) }
  }

  /// Finds the energies exactly, at the speed of a candidate.
  private mutating func analyze(
    _ candidate: PreambleCandidate, _ ring: BasebandRing, slots: Range<Int>
  ) {
    let timing = PacketTiming(grid: grid, preamble: candidate.kind)
    analyzer.tune(to: candidate.dilation, candidate.kind)
    for slot in slots {
      analyzer.analyze(
        ring, from: timing.window(ofSlot: slot, candidate), into: &energies, row: slot)
    }
  }

  /// How often the tones are looked at again with what the code says about them.
  private static var turnCount: Int { 8 }
  /// A turn that does not strengthen the beliefs by so much is the last one.
  private static var leastProgress: Float { 1.01 }
  /// So many turns for 16 bytes are saved up, and so many added each second: what sounds like tones
  /// all day must not cost more.
  private static var largestTurnBudget: Double { 64 }
  private static var turnsPerSecond: Double { 4 }

  private mutating func saveTurns(until end: Int64) {
    let seconds = Double(end - budgetEnd) / grid.basebandRate
    turnBudget = min(max(turnBudget, 0) + Self.turnsPerSecond * seconds, Self.largestTurnBudget)
    budgetEnd = end
  }

  private mutating func decode(_ format: PacketFormat, _ codec: inout PacketCodec) -> Bool {
    demapper.begin(format, energies, noise, meanGain: toneToNoise - 1)
    let bitCount = format.slotCount(grid) * format.bitsPerSlot(grid)
    for index in 0..<bitCount { beliefs[index] = 0 }
    demapper.learn(beliefs)
    demapper.learn(beliefs)
    demapper.writeBits(beliefs, into: &bits)
    if codec.decode(bits, bitCount: bitCount, format) { return true }
    var strength: Float = 0
    for _ in 0..<Self.turnCount {
      turnBudget -= Double(format.bodyByteCount) / 19
      guard turnBudget > 0 else { return false }
      if codec.reconsider(bits, bitCount: bitCount, format, beliefs: &beliefs) { return true }
      var sum: Float = 0
      for index in 0..<bitCount { sum += beliefs[index].magnitude }
      guard sum > Self.leastProgress * strength else { return false }
      strength = sum
      demapper.learn(beliefs)
      demapper.writeBits(beliefs, into: &bits)
    }
    return false
  }

  /// How far and how finely a changing speed is followed, in fifths of a bin.
  private static var drifts: ClosedRange<Int> { -4...4 }

  /// Reads each slot at the speed at which it and its neighbours are clearest: people do not walk
  /// evenly.
  private mutating func follow(
    _ candidate: PreambleCandidate, _ ring: BasebandRing, _ format: PacketFormat,
    slots: Range<Int>
  ) {
    let step = 0.2 * grid.spacing / grid.centerFrequency
    for slot in slots { followed[slot] = (0, candidate.dilation) }
    // Slots lie elsewhere at another speed, which spectra measured once do not see: where much
    // sounds like tones, that must do.
    let isBusy = turnBudget < Self.largestTurnBudget / 2
    if isBusy { measure(candidate, ring, slots: slots) }
    for drift in Self.drifts {
      var moved = candidate
      moved.dilation += Double(drift) * step
      if isBusy { write(moved, slots: slots) } else { analyze(moved, ring, slots: slots) }
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
      var moved = candidate
      moved.dilation += Double(drift) * step
      for slot in slots where followed[slot].dilation == moved.dilation {
        let one = slot..<slot + 1
        if isBusy { write(moved, slots: one) } else { analyze(moved, ring, slots: one) }
      }
    }
  }

  /// The clarity of noise: the mean of the largest of 16 or 64 exponentially distributed energies.
  private static func noiseClarity(_ format: PacketFormat) -> Float {
    format.bitsPerTone == 4 ? 3.4 : 4.7
  }

  /// What clarity noise alone does not reach. The faintest packets of which one in twenty can be read
  /// have 6.6, 7.8 and, if each bit is sent three times, 5.6.
  private static func leastClarity(_ format: PacketFormat) -> Float {
    switch format.body {
    case .tones64: 6
    case .tones64Repeated: 5.2
    default: 4.6
    }
  }

  /// After so many slots noise is known for what it is.
  private static var firstSlotCount: Int { 40 }
  /// By how much a followed speed must be clearer for another attempt.
  private static var leastGain: Float { 1.08 }

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

  /// Moves the speed to where the tones are clearest.
  private mutating func refine(
    _ candidate: inout PreambleCandidate, _ format: PacketFormat, slots: Range<Int>,
    _ clarity: Float
  ) {
    let step = 0.2 * grid.spacing / grid.centerFrequency
    let middle = candidate.dilation
    candidate.dilation = middle - step
    write(candidate, slots: slots)
    let below = self.clarity(format, slots: slots)
    candidate.dilation = middle + step
    write(candidate, slots: slots)
    let above = self.clarity(format, slots: slots)
    let curvature = below - 2 * clarity + above
    let shift = curvature < 0 ? min(max(0.5 * (below - above) / curvature, -1.5), 1.5) : 0
    candidate.dilation = middle + Double(shift) * step
  }
}
