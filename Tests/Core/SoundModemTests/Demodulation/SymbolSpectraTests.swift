import SignalProcessing
import Testing

@testable import SoundModem

@Suite("Spectra of symbols, read at any speed")
struct SymbolSpectraTests {
  /// A tone in the baseband, from position 0 on.
  private func ring(_ hertz: Double, _ grid: SymbolGrid) -> BasebandRing {
    var ring = BasebandRing(capacity: 1024)
    for index in 0..<512 {
      let angle = Elementary.sineAndCosine(2 * .pi * hertz * Double(index) / grid.basebandRate)
      ring.append((Float(angle.cosine), Float(angle.sine)))
    }
    return ring
  }

  @Test(
    "a tone at the speed of its sender has the energy of its window, and its neighbours have none",
    arguments: ModemBand.allCases, [-0.008, -0.0013, 0, 0.0042, 0.009])
  func tones(band: ModemBand, dopplerScale: Double) {
    let grid = SymbolGrid(band: band)
    var spectra = SymbolSpectra(grid, maximumSymbolCount: 1)
    var energies = [Float](repeating: 0, count: grid.binCount)
    for bin in [0, 1, grid.binCount / 2, grid.binCount - 1] {
      let sent = grid.centerFrequency + grid.offset(ofBin: bin)
      spectra.measure(
        ring(sent * (1 + dopplerScale) - grid.centerFrequency, grid), from: 100, symbol: 0)
      spectra.tune(to: dopplerScale)
      spectra.write(symbol: 0, into: &energies, row: 0)
      let whole = Float(grid.windowLength * grid.windowLength)
      #expect((energies[bin] / whole - 1).magnitude < 0.02)
      for other in energies.indices where other != bin {
        #expect(energies[other] < 0.0005 * whole)
      }
    }
  }

  @Test("they agree with the exact analysis of noise within 1 % of its power")
  func noise() {
    let grid = SymbolGrid(band: .ultrasonic)
    var generator = SeededGenerator(seed: 7)
    var ring = BasebandRing(capacity: 1024)
    for _ in 0..<600 {
      ring.append((Float(generator.nextUniform() - 0.5), Float(generator.nextUniform() - 0.5)))
    }
    var (spectra, analyzer) = (SymbolSpectra(grid, maximumSymbolCount: 2), SymbolAnalyzer(grid))
    var (fast, exact) = ([Float](repeating: 0, count: grid.binCount), [Float]())
    exact = fast
    for position in [Int64(0), 217, 460] {
      spectra.measure(ring, from: position, symbol: 1)
      for dopplerScale in [-0.004, 0, 0.0071] {
        spectra.tune(to: dopplerScale)
        spectra.write(symbol: 1, into: &fast, row: 0)
        analyzer.tune(to: dopplerScale)
        analyzer.analyze(ring, from: position, into: &exact, row: 0)
        let mean = exact.reduce(0, +) / Float(exact.count)
        var error: Float = 0
        for bin in fast.indices { error += (fast[bin] - exact[bin]).magnitude }
        #expect(error / Float(fast.count) < 0.01 * mean)
      }
    }
  }
}
