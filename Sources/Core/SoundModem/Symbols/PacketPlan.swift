import SignalProcessing

/// A packet as the tones that sound in each of its symbols.
struct PacketPlan: Sendable {
  private(set) var symbols: [PlannedSymbol] = []
  private let grid: SymbolGrid
  private let format: PacketFormat
  private let timing: PacketTiming

  init(_ payload: [UInt8], _ format: PacketFormat, band: ModemBand) {
    grid = SymbolGrid(band: band)
    self.format = format
    timing = PacketTiming(grid: grid, preamble: format.preamble)
    let bitCount = format.symbolCount(grid) * format.bitsPerSymbol(grid)
    var codec = PacketCodec(
      band: band, maximumBodyByteCount: format.bodyByteCount, maximumBitCount: bitCount)
    let bits = codec.encode(PacketBody.bytes(of: payload, format), format, bitCount: bitCount)
    appendHeader()
    if format.usesCarriers { appendCarriers(bits) } else { appendTones(bits) }
  }

  private mutating func appendHeader() {
    let symbols = grid.symbols(format.preamble)
    let plan = TonePlan(symbols, symbolCount: format.preamble.headerSymbolCount)
    for symbol in 0..<format.preamble.headerSymbolCount {
      append(
        symbol,
        bins: (0..<symbols.binCount / 16).map { group in
          let tone = HeaderCode.nibble(group % HeaderCode.nibbleCount, of: format.header)
          return plan.bin(ofTone: 16 * group + tone, symbol: symbol)
        })
    }
  }

  private mutating func appendTones(_ bits: [UInt8]) {
    let headerCount = format.preamble.headerSymbolCount
    let symbols = headerCount..<headerCount + format.symbolCount(grid)
    let plan = TonePlan(grid.tones, symbolCount: symbols.upperBound)
    let order = 1 << format.bitsPerTone
    var index = 0
    for symbol in symbols {
      append(
        symbol,
        bins: (0..<grid.tones.binCount / order).map { group in
          var tone = 0
          for bit in bits[index..<index + format.bitsPerTone] { tone = tone << 1 | Int(bit) }
          index += format.bitsPerTone
          return plan.bin(ofTone: order * group + tone, symbol: symbol)
        })
    }
  }

  private mutating func append(_ symbol: Int, bins: [Int]) {
    let grid = grid.symbols(format.preamble)
    // Quadratic phases keep the peaks of several tones low.
    let tones = bins.enumerated().map { index, bin in
      PlannedSymbol.Tone(
        frequency: grid.centerFrequency + grid.offset(ofBin: bin),
        phase: Double(index * (index + symbol)) * 0.382)
    }
    symbols.append(
      PlannedSymbol(start: timing.start(ofSymbol: symbol), length: grid.symbolLength, tones: tones))
  }

  /// Appends the carriers: two bits turn each one by 0, 1, 2 or 3 quarters against the symbol
  /// before, in Gray's order.
  private mutating func appendCarriers(_ bits: [UInt8]) {
    let carriers = grid.carriers
    var generator = SeededGenerator(seed: 0x7068_6173)
    var phases = (0..<carriers.binCount).map { _ in generator.nextUniform() }
    for symbol in 0...format.symbolCount(grid) {
      if symbol > 0 {
        for carrier in phases.indices {
          let position = 2 * (carrier + (symbol - 1) * carriers.binCount)
          let (first, second) = (bits[position], bits[position + 1])
          let quarters = first == 0 ? (second == 0 ? 0 : 1) : (second == 0 ? 3 : 2)
          phases[carrier] += Double(quarters) / 4
        }
      }
      let start = timing.start(ofCarrierSymbol: symbol)
      let tones = phases.indices.map { carrier in
        PlannedSymbol.Tone(
          frequency: carriers.centerFrequency + carriers.offset(ofBin: carrier),
          phase: phases[carrier].truncatingRemainder(dividingBy: 1))
      }
      symbols.append(PlannedSymbol(start: start, length: carriers.symbolLength, tones: tones))
    }
  }
}

/// The sound of one symbol.
struct PlannedSymbol: Sendable {
  /// One tone of a symbol.
  struct Tone: Sendable {
    /// The frequency, in hertz.
    var frequency: Double
    /// The phase at the start of the symbol, in turns.
    var phase: Double
  }

  /// The start, in samples of the baseband since the start of the packet.
  var start: Int
  var length: Int
  var tones: [Tone]
}

/// The bin of each tone of a symbol: a different one in every symbol, known to both sides.
///
/// The bins of a symbol are shuffled and dealt out to groups. So no tone meets the echo of its
/// predecessor, and every group covers the whole band.
struct TonePlan: Sendable {
  private let binCount: Int
  private let bins: [UInt8]  // one row per symbol

  /// Deals out the bins of the first symbols, with those of the header.
  init(_ grid: SymbolGrid, symbolCount: Int) {
    binCount = grid.binCount
    var bins: [UInt8] = []
    bins.reserveCapacity(symbolCount * grid.binCount)
    var order = [UInt8](repeating: 0, count: grid.binCount)
    for symbol in 0..<symbolCount {
      var generator = SeededGenerator(seed: 0x746F_6E65 &+ UInt64(symbol))
      for index in order.indices { order[index] = UInt8(index) }
      for index in stride(from: order.count - 1, to: 0, by: -1) {
        order.swapAt(index, Int(generator.next() % UInt64(index + 1)))
      }
      bins += order
    }
    self.bins = bins
  }

  /// The bin of a tone; group g has the tones from g times its size.
  @inline(__always)
  func bin(ofTone tone: Int, symbol: Int) -> Int { Int(bins[symbol * binCount + tone]) }
}
