import Foundation
import SignalProcessing
import Testing
import _TestSignals

@Suite("Real Fourier transform")
struct RealFourierTransformTests {
  static let lengths = [32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536]

  private func spectrum(of samples: [Float]) throws -> [Float] {
    var transform = try RealFourierTransform(length: samples.count)
    var buffer = samples
    var span = buffer.mutableSpan
    transform.forward(&span)
    return buffer
  }

  /// One bin by the definition, in double precision.
  private func slowBin(_ k: Int, of samples: [Float]) -> (real: Double, imaginary: Double) {
    var (real, imaginary) = (0.0, 0.0)
    for (n, sample) in samples.enumerated() {
      let angle = -2 * Double.pi * Double(k * n % samples.count) / Double(samples.count)
      real += Double(sample) * Foundation.cos(angle)
      imaginary += Double(sample) * Foundation.sin(angle)
    }
    return (real, imaginary)
  }

  @Test(
    "equals the slow transform in every bin to 1e-6 of the largest", arguments: [32, 64, 128, 512])
  func agreesWithDefinition(length: Int) throws {
    let samples = TestSignal.noise(count: length, rms: 0.5, seed: UInt64(length))
    let result = try spectrum(of: samples)
    let half = length / 2
    let scale = Double(length).squareRoot()
    for k in 1..<half {
      let exact = slowBin(k, of: samples)
      #expect((Double(result[k]) - exact.real).magnitude < 1e-6 * scale)
      #expect((Double(result[half + k]) - exact.imaginary).magnitude < 1e-6 * scale)
    }
    #expect((Double(result[0]) - slowBin(0, of: samples).real).magnitude < 1e-6 * scale)
    #expect((Double(result[half]) - slowBin(half, of: samples).real).magnitude < 1e-6 * scale)
  }

  @Test("equals the slow transform in sampled bins at every length", arguments: lengths)
  func agreesInSampledBins(length: Int) throws {
    let samples = TestSignal.noise(count: length, rms: 0.5, seed: 7)
    let result = try spectrum(of: samples)
    let half = length / 2
    let scale = Double(length).squareRoot()
    for k in [1, 2, 3, half / 3, half / 2 - 1, half / 2, half / 2 + 1, half - 2, half - 1] {
      let exact = slowBin(k, of: samples)
      #expect((Double(result[k]) - exact.real).magnitude < 2e-6 * scale)
      #expect((Double(result[half + k]) - exact.imaginary).magnitude < 2e-6 * scale)
    }
  }

  /// Source: numpy.fft.rfft, NumPy 2.4.6, of ((37 n + 11) mod 64)/32 − 1 for n in 0..<32.
  @Test("equals NumPy's values for a sequence of 32")
  func agreesWithNumPy() throws {
    let samples = (0..<32).map { Float(($0 * 37 + 11) % 64) / 32 - 1 }
    let result = try spectrum(of: samples)
    let reference: [(bin: Int, real: Float, imaginary: Float)] = [
      (1, 0.397572, -0.662676), (2, -1.148847, 0.947215), (5, -4.30933, -4.015258),
      (8, -2.5, 0.5), (15, -2.928306, 2.005503),
    ]
    #expect((result[0] + 1.5).magnitude < 2e-6)
    #expect((result[16] + 0.5).magnitude < 2e-6)
    for (bin, real, imaginary) in reference {
      #expect((result[bin] - real).magnitude < 2e-6)
      #expect((result[16 + bin] - imaginary).magnitude < 2e-6)
    }
  }

  @Test("a frame less its mean has the bits of a filled buffer", arguments: lengths)
  func framesLessMean(length: Int) throws {
    var transform = try RealFourierTransform(length: length)
    for count in [1, 7, length / 4, length / 3, length / 2 + 1, length - 3, length] {
      let frame = TestSignal.noise(count: count, rms: 0.5, seed: UInt64(count)).map { $0 + 0.25 }
      var whole = frame.map { $0 - 0.25 } + [Float](repeating: 0, count: length - count)
      var spectrum = [Float](repeating: .nan, count: length)
      transform.forward(&whole)
      transform.forward(frame.span, less: 0.25, into: &spectrum)
      #expect(spectrum == whole)
    }
  }

  @Test("the first samples of the inverse are those of the whole", arguments: lengths)
  func firstSamples(length: Int) throws {
    var transform = try RealFourierTransform(length: length)
    let spectrum = try spectrum(of: TestSignal.noise(count: length, rms: 0.5, seed: 11))
    var whole = spectrum
    transform.inverse(&whole)
    for count in [1, 6, length / 3, length / 2, length / 2 + 1, length - 1, length] {
      var buffer = spectrum
      transform.inverse(&buffer, count: count)
      #expect(buffer[..<count] == whole[..<count])
    }
  }

  @Test("the inverse restores the samples to 1e-6 at every length", arguments: lengths)
  func roundTrip(length: Int) throws {
    let samples = TestSignal.noise(count: length, rms: 0.5, seed: 3)
    var transform = try RealFourierTransform(length: length)
    var buffer = samples
    var span = buffer.mutableSpan
    transform.forward(&span)
    transform.inverse(&span)
    for index in samples.indices { #expect((buffer[index] - samples[index]).magnitude < 1e-6) }
  }

  @Test("keeps the energy (Parseval) to 1e-6", arguments: [64, 4096])
  func parseval(length: Int) throws {
    let samples = TestSignal.noise(count: length, rms: 0.5, seed: 11)
    let result = try spectrum(of: samples)
    let half = length / 2
    let inner = (1..<half).reduce(0.0) {
      $0 + Double(result[$1] * result[$1] + result[half + $1] * result[half + $1])
    }
    let total = 2 * inner + Double(result[0] * result[0] + result[half] * result[half])
    let energy = samples.reduce(0.0) { $0 + Double($1) * Double($1) }
    #expect((total / Double(length) / energy - 1).magnitude < 1e-6)
  }

  @Test(
    "the inverse transform of the power is the circular autocorrelation, to 1e-4 at an energy of 32"
  )
  func autocorrelation() throws {
    let samples = TestSignal.noise(count: 128, rms: 0.5, seed: 6)
    var transform = try RealFourierTransform(length: 128)
    var buffer = samples
    var span = buffer.mutableSpan
    transform.forward(&span)
    SplitSpectrum.replaceByPower(&span)
    transform.inverse(&span)
    for lag in 0..<128 {
      let exact = (0..<128).reduce(0) { $0 + samples[$1] * samples[($1 + lag) % 128] }
      #expect((buffer[lag] - exact).magnitude < 1e-4)
    }
  }

  @Test("a copy shares nothing that a transform writes")
  func copies() throws {
    let samples = TestSignal.noise(count: 64, rms: 0.5)
    var first = try RealFourierTransform(length: 64)
    var second = first
    var (a, b) = (samples, samples)
    var spanA = a.mutableSpan
    first.forward(&spanA)
    var spanB = b.mutableSpan
    second.forward(&spanB)
    #expect(a == b)
  }

  @Test(
    "refuses lengths that are not powers of two from 32 to 65536",
    arguments: [
      0, 1, 16, 31, 33, 48, 1000, 131_072, -64,
    ])
  func refusals(length: Int) {
    #expect(throws: FourierError.unsupportedLength(length)) {
      try RealFourierTransform(length: length)
    }
  }

  @Test("the shortest length that holds 33 samples is 64")
  func shortestLength() {
    #expect(RealFourierTransform.shortestLength(holding: 1) == 32)
    #expect(RealFourierTransform.shortestLength(holding: 32) == 32)
    #expect(RealFourierTransform.shortestLength(holding: 33) == 64)
    #expect(RealFourierTransform.shortestLength(holding: 2944) == 4096)
  }
}
