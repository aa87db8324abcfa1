/// Where the parts of a packet lie, in samples of the baseband since its start.
struct PacketTiming: Sendable {
  /// The measures of the band.
  let grid: SymbolGrid
  let preamble: Preamble.Kind
  /// Those of the header, and of tones.
  private let symbols: SymbolGrid

  init(grid: SymbolGrid, preamble: Preamble.Kind) {
    (self.grid, self.preamble) = (grid, preamble)
    symbols = grid.symbols(preamble)
  }

  var chirpLength: Int { preamble.chirpLength(grid) }
  var firstSymbol: Int { 2 * chirpLength + grid.gapLength }

  /// The start of a symbol; the header has the first ones.
  func start(ofSymbol symbol: Int) -> Int { firstSymbol + symbol * symbols.symbolLength }

  /// The end of the header.
  var headerEnd: Int { start(ofSymbol: preamble.headerSymbolCount) }

  /// The start of a symbol of carriers; the first one is the reference of the others.
  func start(ofCarrierSymbol symbol: Int) -> Int { headerEnd + symbol * grid.carriers.symbolLength }

  /// The end of a packet.
  func end(of format: PacketFormat) -> Int {
    let count = format.symbolCount(grid)
    return format.usesCarriers
      ? start(ofCarrierSymbol: count + 1) : start(ofSymbol: preamble.headerSymbolCount + count)
  }
}
