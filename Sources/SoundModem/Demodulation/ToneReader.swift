internal import SignalProcessing

/// Reads the bodies of packets of tones.
struct ToneReader: Sendable {
  private let grid: SymbolGrid
  private var analyzer: SymbolAnalyzer
  private var spectra: SymbolSpectra
  private var metrics: ToneMetrics
  private var noise: NoiseFloor
  private var demapper: ToneDemapper
  private var energies: [Float]  // one row a symbol, with those of the header
  private var bits: [Float]
  private var extrinsicValues: [Float]
  private var clarities: [Float]
  private var followed: [(clarity: Float, dopplerScale: Double)]
  private var turnBudget = largestTurnBudget
  private var budgetEnd: Int64 = 0
  /// The mean energy of the tones of the last packet over that of noise.
  private(set) var toneToNoise: Float = 0

  init(_ grid: SymbolGrid, plan: TonePlan) {
    self.grid = grid
    let symbolCount = Self.largestSymbolCount(grid)
    analyzer = SymbolAnalyzer(grid)
    spectra = SymbolSpectra(grid, maximumSymbolCount: symbolCount)
    metrics = ToneMetrics(grid, plan)
    noise = NoiseFloor(grid)
    demapper = ToneDemapper(grid, plan, maximumSymbolCount: symbolCount)
    energies = Array(repeating: 0, count: symbolCount * grid.binCount)
    clarities = Array(repeating: 0, count: symbolCount)
    followed = Array(repeating: (0, 0), count: symbolCount)
    bits = Array(repeating: 0, count: Self.largestBitCount(grid))
    extrinsicValues = bits
  }

  /// The packet of tones that takes the most symbols.
  static var longest: PacketFormat {
    PacketFormat(
      body: .tones64Repeated, isPart: true, payloadCount: PacketFormat.largestTonePayload)
  }

  /// The number of symbols of the packet, with those of the header.
  static func largestSymbolCount(_ grid: SymbolGrid) -> Int {
    longest.symbolCount(grid) + Preamble.Kind.long.headerSymbolCount
  }

  /// The largest number of coded bits in a packet of tones.
  static func largestBitCount(_ grid: SymbolGrid) -> Int {
    let largest = PacketFormat(
      body: .tones16Many, isPart: true, payloadCount: PacketFormat.largestCarrierPayload)
    return [longest, largest].map { $0.symbolCount(grid) * $0.bitsPerSymbol(grid) }.max() ?? 0
  }

  /// The noise within the band while the last packet sounded.
  var noiseEnergy: Float { noise.sum }

  /// Reads the body of a packet.
  ///
  /// - Returns: Whether it is whole, and in `codec` then; `nil` if its first symbols are noise, as they are
  ///   for all longer packets at this place, too.
  mutating func read(
    _ attempt: PacketAttempt, _ ring: BasebandRing, _ codec: inout PacketCodec
  ) -> Bool? {
    saveTurns(until: ring.end)
    let format = attempt.format
    var candidate = attempt.candidate
    let symbols = 0..<format.preamble.headerSymbolCount + format.symbolCount(grid)
    let first = symbols.prefix(Self.firstSymbolCount)
    let noiseClarity = Self.noiseClarity(format)
    let needed = Self.leastClarity(format) - noiseClarity
    spectra.tune(to: candidate.dopplerScale, candidate.kind)
    let firstClarity = measuredClarity(candidate, ring, format, symbols: first, outOf: first)
    guard firstClarity - noiseClarity > 0.6 * needed else {
      return first.count == Self.firstSymbolCount ? nil : false
    }
    let clarity = measuredClarity(
      candidate, ring, format, symbols: symbols.dropFirst(first.count), outOf: symbols)
    guard clarity - noiseClarity > needed else { return false }
    refine(&candidate, format, symbols: symbols, clarity)
    analyze(candidate, ring, symbols: symbols)
    toneToNoise = self.clarity(format, symbols: symbols)
    if decode(format, &codec) { return true }
    follow(candidate, ring, format, symbols: symbols)
    guard self.clarity(format, symbols: symbols) > Self.leastGain * toneToNoise else {
      return false
    }
    return decode(format, &codec)
  }

  /// Measures some symbols, and then the clarity of these and those before them.
  private mutating func measuredClarity(
    _ candidate: PreambleCandidate, _ ring: BasebandRing, _ format: PacketFormat,
    symbols: Range<Int>, outOf all: Range<Int>
  ) -> Float {
    measure(candidate, ring, symbols: symbols)
    for symbol in symbols { spectra.write(symbol: symbol, into: &energies, row: symbol) }
    noise.measure(energies, rows: all, reach: 3 * grid.width)
    return clarity(format, symbols: all)
  }

  /// Measures the spectra of the symbols, as they lie at the speed of a candidate.
  private mutating func measure(
    _ candidate: PreambleCandidate, _ ring: BasebandRing, symbols: Range<Int>
  ) {
    let timing = PacketTiming(grid: grid, preamble: candidate.kind)
    for symbol in symbols {
      spectra.measure(ring, from: timing.window(ofSymbol: symbol, candidate), symbol: symbol)
    }
  }

  /// Reads the energies from the spectra, at the speed of a candidate.
  private mutating func write(_ candidate: PreambleCandidate, symbols: Range<Int>) {
    spectra.tune(to: candidate.dopplerScale, candidate.kind)
    for symbol in symbols { spectra.write(symbol: symbol, into: &energies, row: symbol) }
  }

  /// Finds the energies exactly, at the speed of a candidate.
  private mutating func analyze(
    _ candidate: PreambleCandidate, _ ring: BasebandRing, symbols: Range<Int>
  ) {
    let timing = PacketTiming(grid: grid, preamble: candidate.kind)
    analyzer.tune(to: candidate.dopplerScale, candidate.kind)
    for symbol in symbols {
      analyzer.analyze(
        ring, from: timing.window(ofSymbol: symbol, candidate), into: &energies, row: symbol)
    }
  }

  /// How often the tones are looked at again with what the code says about them.
  private static var turnCount: Int { 8 }
  /// A turn that does not strengthen the extrinsic values by so much is the last one.
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
    let bitCount = format.symbolCount(grid) * format.bitsPerSymbol(grid)
    for index in 0..<bitCount { extrinsicValues[index] = 0 }
    demapper.learn(extrinsicValues)
    demapper.learn(extrinsicValues)
    demapper.writeBits(extrinsicValues, into: &bits)
    if codec.decode(bits, bitCount: bitCount, format) { return true }
    var strength: Float = 0
    for _ in 0..<Self.turnCount {
      turnBudget -= Double(format.bodyByteCount) / 19
      guard turnBudget > 0 else { return false }
      if codec.reconsider(bits, bitCount: bitCount, format, extrinsicValues: &extrinsicValues) {
        return true
      }
      var sum: Float = 0
      for index in 0..<bitCount { sum += extrinsicValues[index].magnitude }
      guard sum > Self.leastProgress * strength else { return false }
      strength = sum
      demapper.learn(extrinsicValues)
      demapper.writeBits(extrinsicValues, into: &bits)
    }
    return false
  }

  /// How far and how finely a changing speed is followed, in fifths of a bin.
  private static var drifts: ClosedRange<Int> { -4...4 }

  /// Reads each symbol at the speed at which it and its neighbours are clearest: people do not walk
  /// evenly.
  private mutating func follow(
    _ candidate: PreambleCandidate, _ ring: BasebandRing, _ format: PacketFormat,
    symbols: Range<Int>
  ) {
    let step = 0.2 * grid.spacing / grid.centerFrequency
    for symbol in symbols { followed[symbol] = (0, candidate.dopplerScale) }
    // Symbols lie elsewhere at another speed, which spectra measured once do not see: where much
    // sounds like tones, that must do.
    let isBusy = turnBudget < Self.largestTurnBudget / 2
    if isBusy { measure(candidate, ring, symbols: symbols) }
    for drift in Self.drifts {
      var moved = candidate
      moved.dopplerScale += Double(drift) * step
      if isBusy { write(moved, symbols: symbols) } else { analyze(moved, ring, symbols: symbols) }
      for symbol in symbols {
        metrics.prepare(symbol: symbol, energies, noise)
        clarities[symbol] = metrics.sumOfLargest(bitsPerTone: format.bitsPerTone)
      }
      for symbol in symbols {
        var sum: Float = 0
        for near in max(0, symbol - 2)...min(symbols.upperBound - 1, symbol + 2) {
          sum += clarities[near]
        }
        if sum > followed[symbol].clarity { followed[symbol] = (sum, moved.dopplerScale) }
      }
    }
    for drift in Self.drifts {
      var moved = candidate
      moved.dopplerScale += Double(drift) * step
      for symbol in symbols where followed[symbol].dopplerScale == moved.dopplerScale {
        let one = symbol..<symbol + 1
        if isBusy { write(moved, symbols: one) } else { analyze(moved, ring, symbols: one) }
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

  /// The number of symbols after which noise is recognised.
  private static var firstSymbolCount: Int { 40 }
  /// By how much a followed speed must be clearer for another attempt.
  private static var leastGain: Float { 1.08 }

  /// The mean energy of the largest tone of each group, over that of noise.
  private mutating func clarity(_ format: PacketFormat, symbols: Range<Int>) -> Float {
    var sum: Float = 0
    let headerCount = format.preamble.headerSymbolCount
    for symbol in headerCount..<symbols.upperBound {
      metrics.prepare(symbol: symbol, energies, noise)
      sum += metrics.sumOfLargest(bitsPerTone: format.bitsPerTone)
    }
    let groups = grid.binCount >> format.bitsPerTone * (symbols.upperBound - headerCount)
    return sum / Float(groups)
  }

  /// Moves the speed to where the tones are clearest.
  private mutating func refine(
    _ candidate: inout PreambleCandidate, _ format: PacketFormat, symbols: Range<Int>,
    _ clarity: Float
  ) {
    let step = 0.2 * grid.spacing / grid.centerFrequency
    let middle = candidate.dopplerScale
    candidate.dopplerScale = middle - step
    write(candidate, symbols: symbols)
    let below = self.clarity(format, symbols: symbols)
    candidate.dopplerScale = middle + step
    write(candidate, symbols: symbols)
    let above = self.clarity(format, symbols: symbols)
    let curvature = below - 2 * clarity + above
    let shift = curvature < 0 ? min(max(0.5 * (below - above) / curvature, -1.5), 1.5) : 0
    candidate.dopplerScale = middle + Double(shift) * step
  }
}
