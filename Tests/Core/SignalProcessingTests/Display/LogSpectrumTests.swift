import SignalProcessing
import Testing
import _TestSignals

@Suite("Log spectrum")
struct LogSpectrumTests {
  private func levels(_ spectrum: inout LogSpectrum, _ samples: [Float]) -> [Float] {
    var levels = [Float](repeating: 0, count: spectrum.bandCount)
    var span = levels.mutableSpan
    spectrum.transform(samples.span, into: &span)
    return levels
  }

  /// The band that holds a frequency.
  private func band(of frequency: Double, in spectrum: LogSpectrum) -> Int {
    let range = spectrum.range
    let octaves = Elementary.log2(range.upperBound / range.lowerBound)
    let position = Elementary.log2(frequency / range.lowerBound) / octaves
    return Int(position * Double(spectrum.bandCount))
  }

  @Test(
    "a full-scale sine reads 0 dBFS within 1 dB anywhere, in its own band or the next",
    arguments: [8000, 44_100, 48_000, 192_000], [20, 256])
  func sine(rate: Double, bandCount: Int) throws {
    var spectrum = try LogSpectrum(sampleRate: rate, bandCount: bandCount)
    for frequency in [30.868, 41.3, 100, 440, 441.7, 443.2, 1000, 3333.3, 3990, 12_345.6]
    where frequency < 0.49 * rate {
      let tone = TestSignal.sine(
        frequency, sampleRate: rate, count: spectrum.length, amplitude: 1, phase: 0.4)
      let levels = levels(&spectrum, tone)
      let band = band(of: frequency, in: spectrum)
      #expect(abs(levels[band]) < 1, "\(frequency) Hz")
      let greatest = try #require(levels.max())
      #expect(abs(greatest) < 1, "\(frequency) Hz")
    }
  }

  @Test("a sine swept over a bin in steps of a twentieth never changes its level by 1 dB")
  func scalloping() throws {
    let rate = 48_000.0
    var spectrum = try LogSpectrum(sampleRate: rate, bandCount: 120)
    let width = rate / Double(spectrum.length)
    for step in 0..<20 {
      let frequency = 5000 + width * Double(step) / 20
      let tone = TestSignal.sine(
        frequency, sampleRate: rate, count: spectrum.length, amplitude: 0.01)
      let greatest = try #require(levels(&spectrum, tone).max())
      #expect(abs(greatest + 40) < 0.9)
    }
  }

  @Test("six octaves away from a full-scale sine, bands read below -90 dBFS")
  func leakage() throws {
    var spectrum = try LogSpectrum(sampleRate: 48_000, bandCount: 256)
    let tone = TestSignal.sine(6000.3, sampleRate: 48_000, count: spectrum.length, amplitude: 1)
    let levels = levels(&spectrum, tone)
    #expect(levels[band(of: 94, in: spectrum)] < -90)
    #expect(levels[band(of: 3000, in: spectrum)] < -90)
    #expect(levels[band(of: 12_000, in: spectrum)] < -90)
  }

  @Test("only the newest samples count, and what is missing is silence")
  func newest() throws {
    var spectrum = try LogSpectrum(sampleRate: 8000, bandCount: 40)
    let noise = TestSignal.noise(count: spectrum.length, rms: 0.1)
    let expected = levels(&spectrum, noise)
    #expect(levels(&spectrum, [Float](repeating: 1, count: 500) + noise) == expected)
    let short = Array(noise.suffix(300))
    let padded = [Float](repeating: 0, count: spectrum.length - 300) + short
    #expect(levels(&spectrum, short) == levels(&spectrum, padded))
    #expect(levels(&spectrum, []) == levels(&spectrum, padded.map { _ in 0 }))
  }

  @Test("silence and samples that are not finite read the lowest level")
  func silence() throws {
    var spectrum = try LogSpectrum(sampleRate: 48_000, bandCount: 256)
    for sample in [Float(0), .nan, .infinity] {
      let levels = levels(&spectrum, Array(repeating: sample, count: spectrum.length))
      #expect(levels.allSatisfy { $0 == LogSpectrum.lowestLevel })
    }
  }

  @Test("ends at half the sample rate, and refuses a length that is no power of two")
  func limits() throws {
    #expect(try LogSpectrum(sampleRate: 8000, bandCount: 10).range == 20...4000)
    #expect(throws: FourierError.unsupportedLength(1000)) {
      try LogSpectrum(sampleRate: 8000, bandCount: 10, length: 1000)
    }
  }
}
