/// Where the parts of a packet lie, in samples of the baseband since its start.
struct PacketTiming: Sendable {
  let grid: SymbolGrid
  let preamble: Preamble.Kind

  var chirpLength: Int { preamble.chirpLength(grid) }
  var firstSymbol: Int { 2 * chirpLength + grid.gapLength }

  /// The start of a symbol; the header has the first ones.
  func start(ofSymbol symbol: Int) -> Int { firstSymbol + symbol * grid.symbolLength }

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
