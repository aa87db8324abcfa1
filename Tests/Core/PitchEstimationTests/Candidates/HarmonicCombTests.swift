import SignalProcessing
import Testing

@testable import PitchEstimation

@Suite("Harmonic comb")
struct HarmonicCombTests {
  private static let rate = 44_100.0
  private static let binCount = 4096
  private static let binWidth = rate / Double(2 * binCount)

  /// The power of tones with partials that fall by 6 dB an octave, each as wide as two bins, over a
  /// floor.
  private func spectrum(_ frequencies: [Double], floor: Float = 1e-6) -> [Float] {
    var power = [Float](repeating: floor, count: Self.binCount)
    for frequency in frequencies {
      for order in 1...Int(15_000 / frequency) {
        let center = Double(order) * frequency / Self.binWidth
        for bin in Int(center - 3)...Int(center + 4) {
          let distance = (Double(bin) - center).magnitude
          power[bin] += Float(max(0, 1 - distance / 2) / Double(order * order))
        }
      }
    }
    return power
  }

  private func comb(
    _ power: [Float], taken: [Float] = [Float](repeating: 0, count: binCount)
  ) -> HarmonicComb {
    var comb = HarmonicComb(
      binCount: Self.binCount, sampleRate: Self.rate, frequencies: 60...1500)
    comb.find(in: power, without: taken)
    return comb
  }

  private func cents(_ frequency: Double, from other: Double) -> Double {
    1200 * Elementary.log2(frequency / other).magnitude
  }

  @Test("finds a tone within half a step of its grid", arguments: [82.4, 117, 196, 247, 440, 1047])
  func oneTone(_ frequency: Double) throws {
    let comb = comb(spectrum([frequency]))
    #expect(cents(try #require(comb.peaks.first), from: frequency) < 12.5)
    #expect(comb.shares(at: frequency).own > 0.95)
  }

  @Test("finds two tones at once, and neither of their octaves before them")
  func twoTones() {
    let peaks = comb(spectrum([233, 311])).peaks.prefix(2)
    for frequency in [233.0, 311] {
      #expect(peaks.contains { cents($0, from: frequency) < 25 })
    }
  }

  @Test("a frequency of which only every second partial is there stands out less")
  func subharmonic() {
    let comb = comb(spectrum([300]))
    #expect(comb.shares(at: 150).own < 0.75)
    #expect(comb.shares(at: 600).own < 0.75)
  }

  @Test("what is taken off as noise does not stand out")
  func taken() {
    let (hum, tone) = (spectrum([100], floor: 0), spectrum([277], floor: 0))
    let both = zip(hum, tone).map { $0 + $1 + 1e-6 }
    let comb = comb(both, taken: hum)
    #expect(cents(comb.peaks.first ?? 1, from: 277) < 12.5)
    #expect(comb.shares(at: 100).own < 0.5)
  }

  @Test("the highest come first, as many as there is room for")
  func order() {
    let comb = comb(spectrum([131, 185, 262, 349, 415, 587]))
    #expect(comb.peaks.count == HarmonicComb.capacity)
    #expect(comb.peaks.allSatisfy { $0 > 0 })
    #expect(zip(comb.heights, comb.heights.dropFirst()).allSatisfy { $0 >= $1 })
  }

  @Test("knows nothing of silence, of frequencies off its grid, and after it was cleared")
  func nothing() {
    #expect(comb([Float](repeating: 0, count: Self.binCount)).highestValue == 0)
    var comb = comb(spectrum([220]))
    #expect(comb.shares(at: 20).own == 0)
    #expect(comb.shares(at: 3000).own == 0)
    #expect(comb.shares(at: .nan).own == 0)
    comb.clear()
    #expect(comb.peaks.allSatisfy { $0 == 0 })
    #expect(comb.shares(at: 220).own == 0)
  }
}
