extension PacketTiming {
  /// Where the window of a symbol begins for a candidate, in samples of the baseband.
  func window(ofSymbol symbol: Int, _ candidate: PreambleCandidate) -> Int64 {
    let offset = Double(start(ofSymbol: symbol) + grid.symbols(preamble).windowOffset)
    return Int64((candidate.start + offset * (1 - candidate.dopplerScale)).rounded())
  }

  /// Where the window of a symbol of carriers begins: three quarters of the guard interval may
  /// hold echoes.
  func window(ofCarrierSymbol symbol: Int, _ candidate: PreambleCandidate) -> Double {
    let offset = Double(start(ofCarrierSymbol: symbol)) + Double(grid.carriers.guardLength) * 0.75
    return candidate.start + offset * (1 - candidate.dopplerScale)
  }
}
