internal import SignalProcessing

/// Reads the bodies of packets of tones.
struct ToneReader: Sendable {
  private let band: SymbolGrid
  private let grid: SymbolGrid
  private var spectra: SymbolSpectra
  private var metrics: ToneMetrics
  private var noise: NoiseFloor
  private var demapper: ToneDemapper
  private var energies: [Float]  // one row per symbol, with those of the header
  private var bits: [Float]
  private var extrinsicValues: [Float]
  private var clarities: [Float]  // at each speed, one row per symbol
  private var turns: [Int8]  // from the speed of the symbol before, one row per symbol
  private let windowEnergy: Float
  private var turnBudget = largestTurnBudget
  private var budgetEnd: Int64 = 0
  /// The ratio of the mean energy of the last packet's tones to that of noise.
  private(set) var toneToNoise: Float = 0

  init(_ band: SymbolGrid, plan: TonePlan) {
    self.band = band
    let grid = band.tones
    self.grid = grid
    let symbolCount = Self.largestSymbolCount(band)
    windowEnergy = grid.analysisWindow.reduce(0) { $0 + $1 * $1 }
    spectra = SymbolSpectra(grid, maximumSymbolCount: symbolCount)
    metrics = ToneMetrics(grid, plan)
    noise = NoiseFloor(grid)
    demapper = ToneDemapper(band, plan, maximumSymbolCount: symbolCount)
    energies = Array(repeating: 0, count: symbolCount * grid.binCount)
    clarities = Array(repeating: 0, count: symbolCount * Self.drifts.count)
    turns = Array(repeating: 0, count: clarities.count)
    bits = Array(repeating: 0, count: Self.largestBitCount(band))
    extrinsicValues = Array(repeating: 0, count: bits.count)
  }

  /// The largest packets that a header can announce.
  static var largest: [PacketFormat] {
    PacketFormat.Body.allCases.map { PacketFormat(largest: $0) }.filter { !$0.usesCarriers }
  }

  /// The largest number of symbols in a packet, including the header.
  static func largestSymbolCount(_ grid: SymbolGrid) -> Int {
    largest.map { $0.symbolCount(grid) + $0.preamble.headerSymbolCount }.max() ?? 0
  }

  /// The largest number of coded bits in a packet of tones.
  static func largestBitCount(_ grid: SymbolGrid) -> Int {
    largest.map { $0.symbolCount(grid) * $0.bitsPerSymbol(grid) }.max() ?? 0
  }

  /// The noise within the band during the last packet, scaled to the bins of
  /// ``SymbolGrid/init(band:)``.
  var noiseEnergy: Float {
    noise.sum * Float(band.binCount * band.windowLength) / (Float(grid.binCount) * windowEnergy)
  }

  /// Reads the body of a packet.
  ///
  /// - Returns: `true` if it is whole, with the body in `codec`; `nil` if its first symbols are
  ///   noise, and so are those of all longer packets that start here.
  mutating func read(
    _ attempt: PacketAttempt, _ ring: BasebandRing, _ codec: inout PacketCodec
  ) -> Bool? {
    saveTurns(until: ring.end)
    let format = attempt.format
    var candidate = attempt.candidate
    let symbols = 0..<format.preamble.headerSymbolCount + format.symbolCount(band)
    let first = symbols.prefix(Self.firstSymbolCount)
    let noiseClarity = Self.noiseClarity(format)
    let needed = Self.leastClarity(format) - noiseClarity
    spectra.tune(to: candidate.dopplerScale)
    let firstClarity = measuredClarity(candidate, ring, format, symbols: first, outOf: first)
    guard firstClarity - noiseClarity > 0.6 * needed else {
      return first.count == Self.firstSymbolCount ? nil : false
    }
    let clarity = measuredClarity(
      candidate, ring, format, symbols: symbols.dropFirst(first.count), outOf: symbols)
    guard clarity - noiseClarity > needed else { return false }
    refine(&candidate, format, symbols: symbols, clarity)
    write(candidate, symbols: symbols)
    toneToNoise = self.clarity(format, symbols: symbols)
    if decode(format, &codec) { return true }
    let gain = follow(attempt.candidate, format, symbols: symbols)
    if gain > Self.leastGain {
      toneToNoise = self.clarity(format, symbols: symbols)
      if decode(format, &codec) { return true }
    } else {
      write(candidate, symbols: symbols)
    }
    return decode(format, &codec, turnCount: Self.turnCount)
  }

  /// Measures some symbols, then returns the clarity of these and the previous ones.
  private mutating func measuredClarity(
    _ candidate: PreambleCandidate, _ ring: BasebandRing, _ format: PacketFormat,
    symbols: Range<Int>, outOf all: Range<Int>
  ) -> Float {
    measure(candidate, ring, symbols: symbols)
    for symbol in symbols { spectra.write(symbol: symbol, into: &energies, row: symbol) }
    noise.measure(energies, rows: all, reach: 3 * grid.width)
    return clarity(format, symbols: all)
  }

  /// Measures the spectra of the symbols, positioned for the speed of a candidate.
  private mutating func measure(
    _ candidate: PreambleCandidate, _ ring: BasebandRing, symbols: Range<Int>
  ) {
    let timing = PacketTiming(grid: band, preamble: candidate.kind)
    for symbol in symbols {
      spectra.measure(ring, from: timing.window(ofSymbol: symbol, candidate), symbol: symbol)
    }
  }

  /// Reads the energies from the spectra, at the speed of a candidate.
  private mutating func write(_ candidate: PreambleCandidate, symbols: Range<Int>) {
    spectra.tune(to: candidate.dopplerScale)
    for symbol in symbols { spectra.write(symbol: symbol, into: &energies, row: symbol) }
  }

  /// The largest number of times that the tones are evaluated again with the decoder's results.
  private static var turnCount: Int { 8 }
  /// The factor by which an iteration must strengthen the extrinsic values, or it is the last one.
  private static var leastProgress: Float { 1.01 }
  /// The limit of saved iterations for 16 bytes, and the number added per second: sounds that
  /// resemble tones all day must not cost more.
  private static var largestTurnBudget: Double { 64 }
  private static var turnsPerSecond: Double { 4 }

  private mutating func saveTurns(until end: Int64) {
    let seconds = Double(end - budgetEnd) / grid.basebandRate
    turnBudget = min(max(turnBudget, 0) + Self.turnsPerSecond * seconds, Self.largestTurnBudget)
    budgetEnd = end
  }

  private mutating func decode(
    _ format: PacketFormat, _ codec: inout PacketCodec, turnCount: Int = 0
  ) -> Bool {
    demapper.begin(format, energies, noise, meanGain: toneToNoise - 1)
    let bitCount = format.symbolCount(band) * format.bitsPerSymbol(band)
    for index in 0..<bitCount { extrinsicValues[index] = 0 }
    demapper.learn(extrinsicValues)
    demapper.learn(extrinsicValues)
    demapper.writeBits(extrinsicValues, into: &bits)
    if turnCount == 0 { return codec.decode(bits, bitCount: bitCount, format) }
    var strength: Float = 0
    for _ in 0..<turnCount {
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

  /// The range over which a changing speed is followed, in fifths of a bin.
  private static var drifts: ClosedRange<Int> { -8...8 }
  /// The largest change of the speed from symbol to symbol, in fifths of a bin, and the cost of
  /// each fifth in clarity.
  private static var largestTurn: Int { 2 }
  private static var turnCost: Float { 0.1 }
  /// The part of the mean tone below which tones say little about the speed.
  private static var leastTone: Float { 0.3 }

  /// Reads each symbol at its own speed, along the path of changing speeds on which the tones are
  /// clearest: people do not walk evenly.
  private mutating func follow(
    _ candidate: PreambleCandidate, _ format: PacketFormat, symbols: Range<Int>
  ) -> Float {
    let step = 0.2 * grid.spacing / grid.centerFrequency
    let count = Self.drifts.count
    let floor = max(1, Self.leastTone * toneToNoise)
    for drift in Self.drifts {
      var moved = candidate
      moved.dopplerScale += Double(drift) * step
      write(moved, symbols: symbols)
      for symbol in symbols {
        metrics.prepare(symbol: symbol, energies, noise)
        clarities[symbol * count + drift - Self.drifts.lowerBound] =
          metrics.logarithmOfLargest(bitsPerTone: format.bitsPerTone, floor: floor)
      }
    }
    for drift in Self.drifts {
      clarities[drift - Self.drifts.lowerBound] -= Self.turnCost * Float(drift.magnitude)
    }
    var steady = -Float.infinity
    for drift in 0..<count {
      var sum: Float = 0
      for symbol in symbols { sum += clarities[symbol * count + drift] }
      steady = max(steady, sum)
    }
    for symbol in symbols.dropFirst() { chain(symbol, count) }
    var best = 0
    let last = (symbols.upperBound - 1) * count
    for drift in 0..<count where clarities[last + drift] > clarities[last + best] { best = drift }
    let gain = (clarities[last + best] - steady) / Float(symbols.count)
    for symbol in symbols.reversed() {
      var moved = candidate
      moved.dopplerScale += Double(best + Self.drifts.lowerBound) * step
      write(moved, symbols: symbol..<symbol + 1)
      best -= Int(turns[symbol * count + best])
    }
    return gain
  }

  /// Adds the best path so far to the clarity of a symbol at each speed.
  private mutating func chain(_ symbol: Int, _ count: Int) {
    for drift in 0..<count {
      var (best, turn) = (-Float.infinity, 0)
      for change in -Self.largestTurn...Self.largestTurn {
        let before = drift - change
        guard before >= 0, before < count else { continue }
        let cost = Self.turnCost * Float(change.magnitude)
        let sum = clarities[(symbol - 1) * count + before] - cost
        if sum > best { (best, turn) = (sum, change) }
      }
      clarities[symbol * count + drift] += best
      turns[symbol * count + drift] = Int8(turn)
    }
  }

  /// The clarity of noise: the mean of the largest of 16 or 64 exponentially distributed energies.
  private static func noiseClarity(_ format: PacketFormat) -> Float {
    0.693 * Float(format.bitsPerTone) + 0.62
  }

  /// The clarity that noise alone does not reach.
  private static func leastClarity(_ format: PacketFormat) -> Float {
    noiseClarity(format) + 0.6
  }

  /// The number of symbols after which noise is recognised.
  private static var firstSymbolCount: Int { 40 }
  /// The gain in clarity that a followed speed needs for another attempt.
  private static var leastGain: Float { 0.05 }

  /// Returns the mean energy of the largest tone of each group, relative to noise.
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

  /// Moves the speed to the one at which the tones are clearest.
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
