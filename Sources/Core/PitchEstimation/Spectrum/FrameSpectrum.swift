internal import SignalProcessing

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

  // Static: two stored properties cannot be lent to one method of the value that owns them.
  private static func measure(_ bins: [Float], into magnitudes: inout [Float]) {
    var output = magnitudes.mutableSpan
    WindowedSpectrum.magnitudes(of: bins.span, into: &output)
  }
}
