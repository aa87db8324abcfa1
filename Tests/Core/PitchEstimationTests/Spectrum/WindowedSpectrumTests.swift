import PitchEstimation
import SignalProcessing
import Testing
import _TestSignals

@Suite("Windowed spectrum")
struct WindowedSpectrumTests {
  private func spectrum(_ frame: [Float], _ transformer: WindowedSpectrum) -> [Float] {
    var transformer = transformer
    var output = [Float](repeating: .nan, count: transformer.outputSize)
    var span = output.mutableSpan
    transformer.transform(frame.span, into: &span)
    return output
  }

  @Test(
    "agrees with the definition within 1e-5 of the largest bin",
    arguments: [WindowShape.rectangular, .hann, .blackmanHarris], [1, 2])
  func definition(window: WindowShape, padding: Int) throws {
    let transformer = try WindowedSpectrum(frameSize: 100, window: window, padding: padding)
    let frame = TestSignal.noise(count: 100, rms: 0.2)
    let bins = spectrum(frame, transformer)
    let weights = Window(window, count: 100).weights
    #expect(transformer.length == 128 * padding)
    for k in 1..<transformer.length / 2 {
      var (real, imaginary) = (0.0, 0.0)
      for n in 0..<100 {
        let angle = -2 * Double.pi * Double(k * n) / Double(transformer.length)
        real += Double(weights[n] * frame[n]) * Elementary.cos(angle)
        imaginary += Double(weights[n] * frame[n]) * Elementary.sin(angle)
      }
      #expect(abs(Double(bins[k]) - real) < 1e-4)
      #expect(abs(Double(bins[transformer.length / 2 + k]) - imaginary) < 1e-4)
    }
  }

  @Test("the magnitude of a sine on a bin is half its amplitude times the sum of the weights")
  func magnitude() throws {
    let transformer = try WindowedSpectrum(frameSize: 256, window: WindowShape.hann)
    let frame = TestSignal.sine(16, sampleRate: 256, count: 256, amplitude: 0.5)
    var magnitudes = [Float](repeating: 0, count: transformer.binCount)
    var span = magnitudes.mutableSpan
    WindowedSpectrum.magnitudes(of: spectrum(frame, transformer).span, into: &span)
    #expect(abs(magnitudes[16] - 0.25 * 128) < 1e-4)
    #expect(magnitudes[0] < 1e-4)
    #expect(magnitudes[128] < 1e-4)
  }

  @Test("without its offset a constant has no spectrum, whatever the window")
  func offset() throws {
    for window in [WindowShape.rectangular, .hann, .blackmanHarris] {
      let transformer = try WindowedSpectrum(frameSize: 300, window: window, removesOffset: true)
      let bins = spectrum([Float](repeating: 0.1, count: 300), transformer)
      #expect(bins.allSatisfy { $0 == 0 })
    }
  }

  @Test("refuses frames longer than the longest transform")
  func refusals() throws {
    #expect(try WindowedSpectrum(frameSize: 65_536).length == 65_536)
    #expect(throws: FourierError.unsupportedLength(65_537)) {
      try WindowedSpectrum(frameSize: 65_537)
    }
    #expect(throws: FourierError.unsupportedLength(80_000)) {
      try WindowedSpectrum(frameSize: 40_000, padding: 2)
    }
    #expect(throws: FourierError.unsupportedLength(.max)) {
      try WindowedSpectrum(frameSize: .max, padding: 2)
    }
  }
}
