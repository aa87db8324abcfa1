import ClassicEstimators
import PitchEstimation
import SignalProcessing
import Testing
import _TestSignals

/// The errors of the rules on lone sines, and what theory says they are.
@Suite("Peak interpolation")
struct PeakInterpolationTests {
  static let sampleRate = 44_100.0
  static let firstBin = 40.5  // 436 Hz at 4096 samples

  /// The error, in bins, of each rule for the ideal main lobe of its window.
  ///
  /// The magnitude of a Hann window's lobe d bins from its middle is sinc(d)/(1 − d²). With
  /// y₁ = lobe(−1 − d), y₂ = lobe(d), y₃ = lobe(1 − d), the formulas are off by the values here, at
  /// worst over d in −½...½. Halfway between two bins y₂ = y₃ = 5 y₁, so that the centre of gravity
  /// lies at 4/11 instead of 1/2: 3/22 off.
  static let lobeErrors: [(PeakInterpolation, Double)] = [
    (.maximumBin, 0.5), (.quadratic, 0.05275), (.logQuadratic, 0.01599), (.barycentric, 3.0 / 22),
  ]

  private func worstError(_ interpolation: PeakInterpolation) throws -> Double {
    var estimator = try SpectralPeak(
      sampleRate: Self.sampleRate, searchRange: 50...4000, interpolation: interpolation)
    try #require(estimator.frameSize == 4096)
    let binWidth = Self.sampleRate / 4096
    var worst = 0.0
    let offsets = (0...20).map { Double($0) / 20 } + [0.49, 0.495, 0.505, 0.51]
    for offset in offsets {
      let position = Self.firstBin + offset
      for phase in [0, 0.8, 2] {
        let frame = TestSignal.sine(
          position * binWidth, sampleRate: Self.sampleRate, count: 4096, phase: phase)
        let candidate = estimator.estimate(frame.span)
        worst = max(worst, abs(try #require(candidate).frequency / binWidth - position))
      }
    }
    return worst
  }

  @Test("with a Hann window, the worst error over a bin is that of the lobe within 0.0001 bins")
  func hann() throws {
    for (interpolation, bound) in Self.lobeErrors {
      let ideal = worstOnIdealLobe(interpolation)
      let worst = try worstError(interpolation)
      #expect(abs(ideal - bound) < 1e-5 + 1e-3 * bound, "\(interpolation)")
      #expect(abs(worst - ideal) < 1e-4, "\(interpolation)")
    }
  }

  /// Evaluates the formula on sinc(d)/(1 − d²), as real bins with the signs of the transform.
  private func worstOnIdealLobe(_ interpolation: PeakInterpolation) -> Double {
    func lobe(_ d: Double) -> Double {
      if abs(d) < 1e-9 { return 1 }
      if abs(abs(d) - 1) < 1e-9 { return 0.5 }
      return Elementary.sin(.pi * d) / (.pi * d * (1 - d * d))
    }
    var worst = 0.0
    for step in -500...500 {
      let d = Double(step) / 1000
      var bins = [Float](repeating: 0, count: 32)
      for k in 3...5 { bins[k] = Float(lobe(Double(k) - 4 - d)) }
      worst = max(worst, abs(interpolation.offset(ofPeakAt: 4, in: bins.span) - d))
    }
    return worst
  }

  /// Jain's and Quinn's formulas are exact for a lone complex sinusoid. A real one at b bins has an
  /// image at −b, whose side lobe adds up to ε = 1/(2πb) of the peak to each bin. To first order
  /// Jain's y₃/(y₂ + y₃) moves by ε/(y₂ + y₃) ≤ ε, since sinc d + sinc(1 − d) ≥ 1, and Quinn's δ₊ by
  /// ε (1 − d)/sinc d ≤ ε; the second estimator's weighted mean of δ₊ and δ₋ by no more. Jain's
  /// choice of a neighbour is another matter: |y₃| − |y₁| is 2d² for small d, and the image, whose
  /// side lobe is sin(πd) ε, turns it around where d < 1/(2b). Then the result has the wrong sign: it
  /// is off by 2d, at worst by 1/b.
  @Test(
    "with a rectangular window, the worst error is below the image's 1/(2πb) bins; Jain's, 1/b",
    arguments: [PeakInterpolation.jain, .quinnFirst, .quinnSecond])
  func rectangular(interpolation: PeakInterpolation) throws {
    let bound = interpolation == .jain ? 1 / Self.firstBin : 1 / (2 * .pi * Self.firstBin)
    #expect(try worstError(interpolation) < bound)
  }

  @Test("a complex sinusoid is exact within 1e-5 bins for Jain and Quinn")
  func exact() {
    for interpolation in [PeakInterpolation.jain, .quinnFirst, .quinnSecond] {
      for step in -50...50 {
        let d = Double(step) / 100
        // X(k) is proportional to 1/(k − b) near b: the phase is the same up to the sign.
        var bins = [Float](repeating: 0, count: 32)
        for k in 3...5 {
          let distance = Double(k) - 4 - d
          let value = abs(distance) < 1e-9 ? 1e9 : 1 / distance
          bins[k] = Float(value)
          bins[16 + k] = Float(2 * value)
        }
        #expect(abs(interpolation.offset(ofPeakAt: 4, in: bins.span) - d) < 1e-5)
      }
    }
  }

  @Test("bins without a finite answer give 0")
  func degenerate() {
    for interpolation in PeakInterpolation.allCases {
      for value in [0, 1, .nan, .infinity] as [Float] {
        let bins = [Float](repeating: value, count: 32)
        let offset = interpolation.offset(ofPeakAt: 4, in: bins.span)
        #expect(offset.magnitude <= 1)
      }
    }
  }

  @Test("the names are those of the methods")
  func names() {
    #expect(
      PeakInterpolation.allCases.map(\.rawValue) == [
        "maximumBin", "quadratic", "logQuadratic", "barycentric", "jain", "quinnFirst",
        "quinnSecond",
      ])
  }
}
