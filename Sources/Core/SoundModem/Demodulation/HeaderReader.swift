/// A header that may have been sent.
struct HeaderReading: Sendable {
  var header: UInt8
  /// The start and speed at which it is clearest.
  var candidate: PreambleCandidate
  var score: Float
}

/// Reads the header symbols after a preamble, and refines its start and speed by their clarity.
struct HeaderReader: Sendable {
  /// The number of readings that are tried, the likeliest first.
  static var readingCount: Int { 6 }

  /// The smallest part of the best score with which a reading is tried.
  private static var leastRatio: Float { 0.75 }

  private let grid: SymbolGrid
  private let band: SymbolGrid
  private var spectra: SymbolSpectra
  private var metrics: ToneMetrics
  private var noise: NoiseFloor
  private var energies: [Float]
  private var tables: [Float]  // the sum for each nibble at each of the four positions
  private let positions: [UInt8]  // in `tables`, of the four nibbles of each header
  private let headers: [[UInt8]]  // that a sender could send, one row per preamble
  /// The headers that a sender could have sent, the likeliest first.
  private(set) var readings: [HeaderReading] = []

  /// Creates a reader of the headers after some preambles, all of the same grid.
  init(_ band: SymbolGrid, _ kinds: [Preamble.Kind], plan: TonePlan) {
    self.band = band
    grid = band.symbols(kinds[0])
    let symbolCount = kinds.map { $0.headerSymbolCount }.max() ?? 1
    spectra = SymbolSpectra(grid, maximumSymbolCount: symbolCount)
    metrics = ToneMetrics(grid, plan)
    noise = NoiseFloor(grid)
    energies = Array(repeating: 0, count: symbolCount * grid.binCount)
    tables = Array(repeating: 0, count: 16 * HeaderCode.nibbleCount)
    positions = (UInt8.min...UInt8.max).flatMap { header in
      (0..<HeaderCode.nibbleCount).map { UInt8(16 * $0 + HeaderCode.nibble($0, of: header)) }
    }
    headers = Preamble.Kind.allCases.map { kind in
      (UInt8.min...UInt8.max).filter { PacketFormat(preamble: kind, header: $0) != nil }
    }
    readings.reserveCapacity(2 * Self.readingCount + 1)
  }

  /// Ranks all headers that a sender could have sent, for all paths by which they may have arrived.
  mutating func read(_ candidates: [PreambleCandidate], _ ring: BasebandRing) {
    readings.removeAll(keepingCapacity: true)
    for candidate in candidates { read(candidate, ring) }
    guard let kind = candidates.first?.kind else { return }
    let score = max(readings.first?.score ?? 0, leastScore(kind) / Self.leastRatio)
    while let last = readings.last, last.score < Self.leastRatio * score { readings.removeLast() }
  }

  /// The score that the best header of noise hardly ever reaches: the mean of the amplitudes of
  /// noise plus 3.9 times their standard deviation.
  private func leastScore(_ kind: Preamble.Kind) -> Float {
    let count = Float(kind.headerSymbolCount * grid.binCount / 16)
    return 0.886 * count + 3.9 * 0.463 * count.squareRoot()
  }

  private mutating func read(_ candidate: PreambleCandidate, _ ring: BasebandRing) {
    let symbols = 0..<candidate.kind.headerSymbolCount
    let timing = PacketTiming(grid: band, preamble: candidate.kind)
    for symbol in symbols {
      spectra.measure(ring, from: timing.window(ofSymbol: symbol, candidate), symbol: symbol)
    }
    let step = 0.24 * grid.spacing / grid.centerFrequency
    var best: Float = 0
    for speed in [0, -1, 1] {
      var refined = candidate
      refined.dopplerScale += Double(speed) * step
      spectra.tune(to: refined.dopplerScale)
      for symbol in symbols { spectra.write(symbol: symbol, into: &energies, row: symbol) }
      if speed == 0 { noise.measure(energies, rows: symbols, reach: 10 * grid.width) }
      let score = fillTables(candidate.kind)
      // Only a clear gain outweighs the speed from the chirps.
      guard score > 1.06 * best else { continue }
      best = score
      rank(refined)
    }
  }

  /// Adds up the evidence for each nibble at each position of the header.
  ///
  /// - Returns: The sum of the best header.
  private mutating func fillTables(_ preamble: Preamble.Kind) -> Float {
    for index in tables.indices { tables[index] = 0 }
    for symbol in 0..<preamble.headerSymbolCount {
      metrics.prepare(symbol: symbol, energies, noise)
      for group in 0..<grid.binCount / 16 {
        let position = group % HeaderCode.nibbleCount
        for nibble in 0..<16 {
          tables[16 * position + nibble] += metrics.value(ofTone: 16 * group + nibble)
        }
      }
    }
    var best: Float = 0
    for header in headers[Int(preamble.rawValue)] { best = max(best, sum(of: header)) }
    return best
  }

  /// Inserts the headers of one path, in place of those that it had at another speed.
  private mutating func rank(_ candidate: PreambleCandidate) {
    readings.removeAll { $0.candidate.start == candidate.start }
    for header in headers[Int(candidate.kind.rawValue)] {
      let sum = sum(of: header)
      var rank = readings.count
      while rank > 0, sum > readings[rank - 1].score { rank -= 1 }
      guard rank < Self.readingCount else { continue }
      readings.insert(HeaderReading(header: header, candidate: candidate, score: sum), at: rank)
      if readings.count > Self.readingCount { readings.removeLast() }
    }
  }

  private func sum(of header: UInt8) -> Float {
    var sum: Float = 0
    for position in 0..<HeaderCode.nibbleCount {
      sum += tables[Int(positions[HeaderCode.nibbleCount * Int(header) + position])]
    }
    return sum
  }
}
