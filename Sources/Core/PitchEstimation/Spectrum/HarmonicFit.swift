internal import SignalProcessing

/// The fundamental that the peaks near its harmonics agree on.
///
/// The strongest of the peaks narrows the fundamental down; then each peak p(h) near the harmonic h
/// takes part: f = Σ w h p / Σ w h², w = |X|², which minimises Σ w (p − h f)².
struct HarmonicFit {
  /// The fundamental, in fractional bins.
  private(set) var fundamental: Double
  /// The energy in the main lobes of its harmonics.
  private(set) var energy = 0.0
  private let spectrum: FrameSpectrum
  private let harmonics: Int

  /// Fits a fundamental.
  ///
  /// - Parameters:
  ///   - spectrum: The spectrum of the frame.
  ///   - fundamental: The fundamental that is near, in bins.
  ///   - tolerance: The largest error of `fundamental`, in bins.
  ///   - harmonics: The number of harmonics in the fit.
  init(to spectrum: FrameSpectrum, near fundamental: Double, tolerance: Double, harmonics: Int) {
    self.fundamental = fundamental
    self.spectrum = spectrum
    self.harmonics = harmonics
    startFromStrongest(tolerance: tolerance)
    fitAll()
    measureEnergy()
  }

  private mutating func startFromStrongest(tolerance: Double) {
    var strongest: (order: Double, peak: Peak)?
    forEachHarmonic { order, center in
      guard let peak = peak(near: center, tolerance: order * tolerance),
        peak.power > strongest?.peak.power ?? 0
      else { return }
      strongest = (order, peak)
    }
    if let strongest { fundamental = strongest.peak.position / strongest.order }
  }

  private mutating func fitAll() {
    var sum = 0.0
    var weights = 0.0
    forEachHarmonic { order, center in
      guard let peak = peak(near: center, tolerance: 1) else { return }
      sum += peak.power * order * peak.position
      weights += peak.power * order * order
    }
    if weights > 0, (sum / weights).isFinite { fundamental = sum / weights }
  }

  private mutating func measureEnergy() {
    // Lobes of low harmonics may touch: no bin counts twice.
    var sum = 0.0
    var first = 1
    forEachHarmonic { _, center in
      let lobe = spectrum.lobe(around: Int(center.rounded()))
      let range = max(first, lobe.lowerBound)...max(first, lobe.upperBound)
      if lobe.upperBound >= first { sum += spectrum.energy(in: range) }
      first = max(first, lobe.upperBound + 1)
    }
    energy = sum
  }

  /// Visits the harmonics below half the sample rate.
  private func forEachHarmonic(_ visit: (_ order: Double, _ center: Double) -> Void) {
    for order in 1...harmonics {
      let center = Double(order) * fundamental
      guard center < Double(spectrum.magnitudes.count - 3) else { return }
      visit(Double(order), center)
    }
  }

  private typealias Peak = (position: Double, power: Double)

  /// The strongest peak near a position, between the bins by a parabola through the logarithms.
  private func peak(near center: Double, tolerance: Double) -> Peak? {
    let last = spectrum.magnitudes.count - 3
    let lower = min(last, max(2, Int((center - tolerance).rounded(.down))))
    let upper = min(last, max(lower, Int((center + tolerance).rounded(.up))))
    guard let bin = spectrum.strongestPeak(in: lower...upper) else { return nil }
    let offset = PeakInterpolation.logQuadratic.offset(ofPeakAt: bin, in: spectrum.bins.span)
    let magnitude = Double(spectrum.magnitudes[bin])
    return (Double(bin) + offset, magnitude * magnitude)
  }
}

extension FrameSpectrum {
  /// The fundamental that the peaks near its harmonics agree on, as ``HarmonicFit`` has it; its
  /// periodicity is the share of the energy (without bin 0) in the main lobes of the harmonics.
  func candidate(
    near fundamental: Double, tolerance: Double, harmonics: Int
  ) -> PitchCandidate? {
    let fit = HarmonicFit(to: self, near: fundamental, tolerance: tolerance, harmonics: harmonics)
    return share(of: fit.energy).map {
      PitchCandidate(frequency: fit.fundamental * binWidth, periodicity: $0)
    }
  }
}
