/// Reads the header symbols behind a preamble, and refines its start and speed by how clear they are.
struct HeaderReader: Sendable {
  /// How many readings are tried, the likeliest first.
  static var readingCount: Int { 6 }

  /// A reading with a smaller part of the best one's score is not tried.
  private static var leastRatio: Float { 0.75 }

  /// The delays that are tried, in lengths of the guard.
  private static var delays: [Int] { [0, -1, 1] }

  private let grid: SymbolGrid
  private var spectra: SymbolSpectra
  private var metrics: ToneMetrics
  private var noise: NoiseFloor
  private var energies: [Float]
  private var tables: [Float]  // the sum for each nibble at each of the four positions
  private let positions: [UInt8]  // in `tables`, of the four nibbles of each header
  private let headers: [[UInt8]]  // that a sender could send, one row a preamble
  /// The headers that a sender could have sent, the likeliest first.
  private(set) var readings: [UInt8] = []

  init(_ grid: SymbolGrid, plan: TonePlan) {
    self.grid = grid
    let symbolCount = Preamble.Kind.long.headerSymbolCount
    spectra = SymbolSpectra(grid, maximumSymbolCount: symbolCount * Self.delays.count)
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
    readings.reserveCapacity(Self.readingCount + 1)
  }

  /// Ranks all headers that a sender could have sent.
  ///
  /// - Returns: The start and the speed at which the best one is clearest.
  mutating func read(_ candidate: PreambleCandidate, _ ring: BasebandRing) -> PreambleCandidate {
    var best = (score: Float(0), candidate: candidate)
    let step = 0.12 * grid.spacing / grid.centerFrequency
    let symbols = 0..<candidate.kind.headerSymbolCount
    readings.removeAll(keepingCapacity: true)
    for delay in Self.delays { measure(candidate, delay, ring) }
    for speed in [0, -1, 1] {
      var refined = candidate
      refined.dopplerScale += Double(speed) * step
      spectra.tune(to: refined.dopplerScale, candidate.kind)
      for delay in Self.delays {
        refined.start = candidate.start + Double(delay * grid.guardLength)
        for symbol in symbols {
          spectra.write(symbol: row(symbol, delay), into: &energies, row: symbol)
        }
        noise.measure(energies, rows: symbols, reach: 10 * grid.width)
        let score = fillTables(candidate.kind)
        // Only a clear gain outweighs what the chirps tell.
        guard score > 1.06 * best.score else { continue }
        best = (score, refined)
        rank(candidate.kind)
      }
    }
    return best.candidate
  }

  private mutating func measure(
    _ candidate: PreambleCandidate, _ delay: Int, _ ring: BasebandRing
  ) {
    var candidate = candidate
    candidate.start += Double(delay * grid.guardLength)
    let timing = PacketTiming(grid: grid, preamble: candidate.kind)
    for symbol in 0..<candidate.kind.headerSymbolCount {
      spectra.measure(
        ring, from: timing.window(ofSymbol: symbol, candidate), symbol: row(symbol, delay))
    }
  }

  private func row(_ symbol: Int, _ delay: Int) -> Int { Self.delays.count * symbol + delay + 1 }

  /// Adds up what tells for each nibble at each place of the header.
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

  private mutating func rank(_ preamble: Preamble.Kind) {
    readings.removeAll(keepingCapacity: true)
    for header in headers[Int(preamble.rawValue)] {
      let sum = sum(of: header)
      var rank = readings.count
      while rank > 0, sum > self.sum(of: readings[rank - 1]) { rank -= 1 }
      guard rank < Self.readingCount else { continue }
      readings.insert(header, at: rank)
      if readings.count > Self.readingCount { readings.removeLast() }
    }
    let score = readings.isEmpty ? 0 : sum(of: readings[0])
    while let last = readings.last, sum(of: last) < Self.leastRatio * score {
      readings.removeLast()
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
