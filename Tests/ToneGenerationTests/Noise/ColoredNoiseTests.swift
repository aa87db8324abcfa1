import SignalProcessing
import Testing
import ToneGeneration

@Suite("Coloured noise")
struct ColoredNoiseTests {
  /// The mean power per hertz in each octave from 50 Hz, in decibels, over 12 transforms.
  private func octaves(_ color: NoiseColor, sampleRate: Double) throws -> [Double] {
    var noise = try ColoredNoise(color, sampleRate: sampleRate, seed: 5)
    _ = noise.next(Int(sampleRate))
    var sums = [Double](repeating: 0, count: 7)
    for _ in 0..<12 {
      let spectrum = try Spectrum(noise.next(Spectrum.length).hannWindowed())
      for octave in sums.indices {
        let lowest = 50 * Elementary.exp2(Double(octave))
        let bins = [lowest, 2 * lowest].map { Int($0 / sampleRate * Double(Spectrum.length)) }
        for bin in bins[0]..<bins[1] {
          sums[octave] +=
            spectrum.amplitudes[bin] * spectrum.amplitudes[bin] / Double(bins[1] - bins[0])
        }
      }
    }
    return sums.map { decibels(fromPower: $0) }
  }

  @Test(
    "falls by 0, 3.01 or 6.02 dB per octave within 0.5 dB from 50 Hz to 6.4 kHz",
    arguments: [(NoiseColor.white, 0.0), (.pink, 3.0103), (.brown, 6.0206)], [48_000.0, 96_000])
  func slope(_ noise: (color: NoiseColor, slope: Double), sampleRate: Double) throws {
    let levels = try octaves(noise.color, sampleRate: sampleRate)
    for (lower, upper) in zip(levels, levels.dropFirst()) {
      #expect(abs(lower - upper - noise.slope) < 0.5, "\(noise.color) \(levels)")
    }
    let whole = (levels[0] - levels[6]) / 6
    #expect(abs(whole - noise.slope) < 0.1)
  }

  @Test("has the power of a sine of the same level, within 0.5 dB", arguments: NoiseColor.allCases)
  func level(color: NoiseColor) throws {
    var noise = try ColoredNoise(color, level: -20, sampleRate: 48_000, seed: 2)
    _ = noise.next(48_000)
    let level = Level(of: noise.next(480_000).span).rootMeanSquare
    #expect(abs(level + 23.01) < 0.5)
  }

  @Test("equal seeds give equal bits, others do not", arguments: NoiseColor.allCases)
  func seeds(color: NoiseColor) throws {
    var first = try ColoredNoise(color, sampleRate: 48_000, seed: 1)
    var same = try ColoredNoise(color, sampleRate: 48_000, seed: 1)
    var other = try ColoredNoise(color, sampleRate: 48_000, seed: 2)
    let samples = first.next(1000)
    #expect(same.next(400) + same.next(600) == samples)
    #expect(other.next(1000) != samples)
  }
}

extension ColoredNoise {
  fileprivate mutating func next(_ count: Int) -> [Float] {
    var block = [Float](repeating: 0, count: count)
    var span = block.mutableSpan
    render(into: &span)
    return block
  }
}

extension [Float] {
  /// So that the strong low end does not leak upwards.
  fileprivate func hannWindowed() -> [Float] {
    indices.map { index in
      self[index] * Float(0.5 - 0.5 * Elementary.cos(2 * .pi * Double(index) / Double(count)))
    }
  }
}
