internal import PitchEstimation
import SignalProcessing

/// The spectrum of the current frame, with its magnitudes: the input of the spectral estimators.
///
/// The offset of the frame is removed. Allocates in `init` only.
struct FrameSpectrum: Sendable {
  /// The width of a bin, in hertz.
  let binWidth: Double
  /// The complex bins, split.
  private(set) var bins: [Float]
  /// |X(k)| for k in 0...N/2.
  private(set) var magnitudes: [Float]
  /// Σ |X(k)|² over the bins from 1 to N/2 − 1.
  private(set) var energy = 0.0
  private let lobeReach: Int
  private var transformer: WindowedSpectrum

  init(
    frameSize: Int, sampleRate: Double, window: WindowShape = .hann, padding: Int = 1
  ) throws(FourierError) {
    let transformer = try WindowedSpectrum(
      frameSize: frameSize, window: window, padding: padding, removesOffset: true)
    binWidth = sampleRate / Double(transformer.length)
    // Two bins of an unpadded spectrum.
    lobeReach = Int((2 * Double(transformer.length) / Double(frameSize)).rounded(.up))
    bins = Array(repeating: 0, count: transformer.outputSize)
    magnitudes = Array(repeating: 0, count: transformer.binCount)
    self.transformer = transformer
  }

  /// Returns the number of samples in four periods of the lowest frequency. In frames shorter than
  /// 1024, noise has peaks.
  static func frameSize(for range: SearchRange) -> Int { max(1024, 4 * (range.longestLag - 1)) }

  var frameSize: Int { transformer.frameSize }

  /// Transforms a frame.
  mutating func analyze(_ frame: Span<Float>) {
    transformer.transform(frame, into: &bins)
    Self.measure(bins, into: &magnitudes)
    energy = energy(in: 1...magnitudes.count - 2)
  }

  /// The bins that a range of frequencies falls in, without the first and the last two of all:
  /// each has two neighbours that are neither bin 0 nor half the sample rate.
  func searchBins(_ range: ClosedRange<Double>) -> ClosedRange<Int> {
    let last = magnitudes.count - 3
    let lower = min(last, max(2, Int((range.lowerBound / binWidth).rounded())))
    return lower...max(lower, min(last, Int((range.upperBound / binWidth).rounded())))
  }

  /// The strongest bin in a range that is stronger than its neighbours: not the flank of a peak
  /// outside of the range.
  func strongestPeak(in range: ClosedRange<Int>) -> Int? {
    var best: Int?
    var height: Float = 0
    magnitudes.withUnsafeBufferPointer { values in
      for bin in range
      where values[bin] > height && values[bin] >= values[bin - 1]
        && values[bin] >= values[bin + 1]
      {
        best = bin
        height = values[bin]
      }
    }
    return best
  }

  /// Σ |X(k)|² over some bins.
  func energy(in range: ClosedRange<Int>) -> Double {
    magnitudes.span.extracting(range).energy()
  }

  /// The bins of the main lobe around a bin: up to two bins of an unpadded spectrum away.
  func lobe(around bin: Int) -> ClosedRange<Int> {
    let last = magnitudes.count - 2
    return max(1, min(last, bin - lobeReach))...max(1, min(last, bin + lobeReach))
  }

  /// True if the frame is not silent and all samples are finite.
  var isAudible: Bool { energy > 0 && energy.isFinite }

  /// The share of the energy, in 0...1; `nil` if nothing is audible.
  func share(of part: Double) -> Double? {
    guard isAudible, part.isFinite else { return nil }
    return min(1, max(0, part / energy))
  }

  // Static: two stored properties cannot be passed to one method of the value that owns them.
  private static func measure(_ bins: [Float], into magnitudes: inout [Float]) {
    var output = magnitudes.mutableSpan
    WindowedSpectrum.magnitudes(of: bins.span, into: &output)
  }
}

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
