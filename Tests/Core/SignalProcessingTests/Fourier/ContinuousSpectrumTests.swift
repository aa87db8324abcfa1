import Foundation
import SignalProcessing
import Testing
import _TestSignals

@Suite("Continuous spectrum")
struct ContinuousSpectrumTests {
  /// Σ w x e^(−iωn) and its derivative by the definition, in double precision.
  private func direct(
    _ frame: [Float], _ window: TrapezoidWindow, at frequency: Double
  ) -> (real: Double, imaginary: Double, realSlope: Double, imaginarySlope: Double) {
    var sum = (real: 0.0, imaginary: 0.0, realSlope: 0.0, imaginarySlope: 0.0)
    let half = frame.count / 2
    for (index, sample) in frame.enumerated() {
      let n = Double(index - half)
      let value = Double(sample) * Double(window.weight(abs(index - half)))
      sum.real += value * Foundation.cos(frequency * n)
      sum.imaginary -= value * Foundation.sin(frequency * n)
      sum.realSlope -= value * n * Foundation.sin(frequency * n)
      sum.imaginarySlope -= value * n * Foundation.cos(frequency * n)
    }
    return sum
  }

  @Test(
    "equals the sum that defines it, at any frequency, to 1e-5 of the largest possible value",
    arguments: [51, 333, 1023, 2731])
  func values(count: Int) throws {
    let frame = TestSignal.noise(count: count, rms: 0.3, seed: UInt64(count))
    let window = TrapezoidWindow(span: 0.8 * Double(count), rise: 0.15 * Double(count))
    var spectrum = try ContinuousSpectrum(maximumCount: 2731)
    spectrum.process(frame, count: count, window: window)
    let largest = frame.reduce(0) { $0 + Double(abs($1)) }
    for index in 0...40 {
      let frequency = Double.pi * Double(index) / 40
      let (found, expected) = (
        spectrum.value(at: frequency), direct(frame, window, at: frequency)
      )
      #expect(abs(found.real - expected.real) < 1e-5 * largest)
      #expect(abs(found.imaginary - expected.imaginary) < 1e-5 * largest)
      guard index < 40 else { continue }
      let steepest = 1e-5 * largest * Double(count)
      #expect(abs(found.realSlope - expected.realSlope) < steepest)
      #expect(abs(found.imaginarySlope - expected.imaginarySlope) < steepest)
    }
  }

  @Test("a short frame after a long one leaves nothing of it behind")
  func reuse() throws {
    var fresh = try ContinuousSpectrum(maximumCount: 999)
    var used = fresh
    let window = TrapezoidWindow(span: 30, rise: 10)
    let frame = TestSignal.noise(count: 41, rms: 0.1)
    used.process(
      TestSignal.noise(count: 999, rms: 1), count: 999, window: .init(span: 800, rise: 100))
    used.process(frame, count: 41, window: window)
    fresh.process(frame, count: 41, window: window)
    #expect(used.value(at: 0.3).real == fresh.value(at: 0.3).real)
  }
}
