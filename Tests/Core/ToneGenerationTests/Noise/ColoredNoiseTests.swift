import SignalProcessing
import Testing
import ToneGeneration

@Suite("Coloured noise")
struct ColoredNoiseTests {
  /// How a colour changes white noise of the same seed around 100 Hz, 200 Hz and so on, in decibels.
  ///
  /// Against the same white noise, chance drops out.
  private func octaves(_ color: NoiseColor, sampleRate: Double) throws -> [Double] {
    let spectra = try [color, .white].map { color in
      var noise = try ColoredNoise(color, sampleRate: sampleRate, seed: 5)
      _ = noise.next(Int(sampleRate))
      return try Spectrum(noise.next(Spectrum.length).hannWindowed())
    }
    return (0..<7).map { octave in
      let center = 100 * Elementary.exp2(Double(octave)) / sampleRate * Double(Spectrum.length)
      let bins = Int(center * 0.97)...Int(center * 1.03)
      let powers = spectra.map { spectrum in
        bins.reduce(0) { $0 + spectrum.amplitudes[$1] * spectrum.amplitudes[$1] }
      }
      return decibels(fromPower: powers[0] / powers[1])
    }
  }

  @Test(
    "falls by 3.01 or 6.02 dB per octave within 0.3 dB from 100 Hz to 6.4 kHz",
    arguments: [(NoiseColor.pink, 3.0103), (.brown, 6.0206)], [44_100.0, 48_000, 96_000])
  func slope(_ noise: (color: NoiseColor, slope: Double), sampleRate: Double) throws {
    let levels = try octaves(noise.color, sampleRate: sampleRate)
    for (lower, upper) in zip(levels, levels.dropFirst()) {
      #expect(abs(lower - upper - noise.slope) < 0.3, "\(noise.color) \(levels)")
    }
    #expect(abs((levels[0] - levels[6]) / 6 - noise.slope) < 0.08, "\(levels)")
  }

  @Test(
    "pink: the power of each third of an octave from 25 Hz to 16 kHz is the same within 0.5 dB",
    arguments: [44_100.0, 48_000, 96_000])
  func thirdOctaves(sampleRate: Double) throws {
    var pink = try ColoredNoise(.pink, sampleRate: sampleRate, seed: 3)
    var white = try ColoredNoise(.white, sampleRate: sampleRate, seed: 3)
    _ = (pink.next(Int(sampleRate)), white.next(Int(sampleRate)))
    let centers = (-16...12).map { 1000 * Elementary.power(10, Double($0) / 10) }
    // Power by band, averaged over twelve stretches. White noise of the same seed has equal power
    // per hertz, so that against it chance drops out.
    var powers = Array(repeating: (pink: 0.0, white: 0.0), count: centers.count)
    for _ in 0..<12 {
      let spectra = try [
        Spectrum(pink.next(Spectrum.length).hannWindowed()),
        Spectrum(white.next(Spectrum.length).hannWindowed()),
      ]
      for (index, center) in centers.enumerated() {
        let edge = Elementary.power(10, 0.05)
        let bins = [center / edge, center * edge].map {
          Int(($0 / sampleRate * Double(Spectrum.length)).rounded())
        }
        for bin in bins[0]..<bins[1] {
          powers[index].pink += spectra[0].amplitudes[bin] * spectra[0].amplitudes[bin]
          powers[index].white += spectra[1].amplitudes[bin] * spectra[1].amplitudes[bin]
        }
      }
    }
    // Against white noise, -3.01 dB per octave: what is left does not depend on the band.
    let levels = zip(powers, centers).map { decibels(fromPower: $0.pink / $0.white * $1) }
    let middle = levels.sorted()[levels.count / 2]
    for (level, center) in zip(levels, centers) {
      #expect(abs(level - middle) < 0.5, "\(center) Hz: \(level - middle) dB")
    }
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
