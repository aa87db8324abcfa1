/// Reads the header slots behind a preamble.
struct HeaderReader: Sendable {
  /// How many readings are tried, the likeliest first.
  static var readingCount: Int { 6 }

  /// A reading with a smaller part of the best one's score is not tried.
  private static var leastRatio: Float { 0.75 }

  private let grid: SlotGrid
  private(set) var score: Float = 0
  private var tables: [Float]  // the sum for each symbol at each of the four places
  private(set) var readings: [UInt8] = []

  init(_ grid: SlotGrid) {
    self.grid = grid
    tables = Array(repeating: 0, count: 16 * HeaderCode.symbolCount)
    readings.reserveCapacity(Self.readingCount + 1)
  }

  /// Ranks all headers that a sender could have sent.
  mutating func read(
    _ preamble: Preamble.Kind, _ energies: [Float], _ noise: NoiseFloor,
    _ metrics: inout ToneMetrics
  ) {
    for index in tables.indices { tables[index] = 0 }
    for slot in 0..<preamble.headerSlotCount {
      metrics.prepare(slot: slot, energies, noise)
      for group in 0..<grid.binCount / 16 {
        let place = group % HeaderCode.symbolCount
        for symbol in 0..<16 {
          tables[16 * place + symbol] += metrics.value(ofTone: 16 * group + symbol)
        }
      }
    }
    rank(preamble)
  }

  private mutating func rank(_ preamble: Preamble.Kind) {
    readings.removeAll(keepingCapacity: true)
    for header in UInt8.min...UInt8.max
    where PacketFormat(preamble: preamble, header: header) != nil {
      let sum = sum(of: header)
      var rank = readings.count
      while rank > 0, sum > self.sum(of: readings[rank - 1]) { rank -= 1 }
      guard rank < Self.readingCount else { continue }
      readings.insert(header, at: rank)
      if readings.count > Self.readingCount { readings.removeLast() }
    }
    score = readings.isEmpty ? 0 : sum(of: readings[0])
    while let last = readings.last, sum(of: last) < Self.leastRatio * score {
      readings.removeLast()
    }
  }

  private func sum(of header: UInt8) -> Float {
    var sum: Float = 0
    for place in 0..<HeaderCode.symbolCount {
      sum += tables[16 * place + HeaderCode.symbol(place, of: header)]
    }
    return sum
  }
}
