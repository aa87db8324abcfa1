internal import SignalProcessing

/// The YIN fundamental-frequency estimator.
///
/// Departures from the paper:
/// - A frame without a dip of d′(τ) below ``largestAperiodicity`` is unvoiced, whereas the paper
///   always falls back to the global minimum.
/// - The first dip below the threshold must also be about as deep as the deepest one: if the second
///   harmonic is the strongest, the dip at half the period is also below the threshold.
/// - Step 5 (parabolic interpolation) uses a parabola through values between the samples
///   (``SignalProcessing/BandlimitedInterpolation``): through three samples of a cusp, or of a
///   period of ten samples, it is off by cents. A period of less than 64 samples is measured over
///   several repetitions.
/// - Step 6 (best local estimate) is left to the tracker.
///
/// - Complexity: O(*L* log *L*) time for a longest lag of *L* samples. No allocation after `init`.
/// - SeeAlso: A. de Cheveigné, H. Kawahara, "YIN, a fundamental frequency estimator for speech and
///   music", JASA 111(4), 2002, [doi:10.1121/1.1458024](https://doi.org/10.1121/1.1458024).
public struct YIN: RangedEstimator {
  /// The largest difference in depth d′ between the chosen dip and the deepest one.
  static let depthTolerance = 0.05
  /// The largest rise from a dip to the next lag that a parabola measures well.
  static let largestRise: Float = 0.1

  /// The sample rate and frequencies of the estimator.
  public let range: SearchRange
  /// The aperiodicity d′ below which the first dip is chosen, in 0...1. The paper uses 0.1. A
  /// higher value risks the octave above, a lower one the octave below.
  public let threshold: Double
  /// The aperiodicity d′ up to which the deepest dip is voiced if no dip is below ``threshold``, in
  /// 0...1; at least ``threshold``.
  public let largestAperiodicity: Double
  private var difference: CumulativeMeanDifference
  private var dips: [Dip] = []  // of the latest frame; each is deeper than all before it

  /// Creates an estimator and its workspace; see ``RangedEstimator`` for parameters and errors.
  public init(
    sampleRate: Double, searchRange: ClosedRange<Double>, threshold: Double = 0.15,
    largestAperiodicity: Double = 0.2
  ) throws(EstimatorError) {
    let range = try SearchRange(searchRange, sampleRate: sampleRate)
    try EstimatorError.check(thresholds: threshold, largestAperiodicity)
    difference = try CumulativeMeanDifference(range)
    self.range = range
    self.threshold = threshold
    self.largestAperiodicity = max(threshold, largestAperiodicity)
    dips.reserveCapacity((range.longestLag - range.shortestLag) / 2 + 1)
  }

  /// Two periods of the lowest frequency, so that every lag compares the same number of samples.
  public var frameSize: Int { difference.frameSize }

  /// The middle of the samples that are compared with later ones.
  public var frameCenter: Int { difference.frameCenter }

  /// 1 − ``largestAperiodicity``.
  public var voicingThreshold: Double { 1 - largestAperiodicity }

  /// Returns the first dip of d′(τ) below ``threshold``, else the deepest one: steps 2 to 5 of the
  /// paper.
  public mutating func bestCandidate(_ frame: Span<Float>) -> PitchCandidate? {
    difference.update(frame)  // steps 2 and 3
    collectDips()
    guard let dip = chosenDip() else { return nil }  // step 4
    let period = difference.period(ofDipAt: dip.lag)  // step 5, on d(τ)
    let depth = dip.isInterpolated ? dip.depth : interpolatedDepth(at: dip.lag)
    return PitchCandidate(
      frequency: sampleRate / period, periodicity: min(1, max(0, 1 - depth)))
  }
}

extension YIN {
  /// A local minimum of d′ below 1.
  private struct Dip {
    var lag: Int
    var depth: Double
    /// True if the depth was measured between the samples.
    var isInterpolated: Bool
  }

  /// The first dip below the threshold that is about as deep as the deepest one; else the deepest.
  private func chosenDip() -> Dip? {
    guard let deepest = dips.last else { return nil }
    let limit = min(threshold, deepest.depth + Self.depthTolerance)
    return dips.first { $0.depth < limit } ?? deepest
  }

  /// Finds the dips that are deeper than all before them, from short lags to long ones. The first
  /// below any depth is one of them.
  private mutating func collectDips() {
    dips.removeAll(keepingCapacity: true)
    var deepest = 1.0
    var first = range.shortestLag
    while first <= range.longestLag,
      let lag = difference.firstDip(in: first...range.longestLag, below: deepest)
    {
      first = lag + 1
      let dip = dip(at: lag)
      guard dip.depth < deepest else { continue }
      deepest = dip.depth
      dips.append(dip)
    }
  }

  private func dip(at lag: Int) -> Dip {
    let values = difference.aperiodicity.span
    let parabola = Parabola(left: values[lag - 1], middle: values[lag], right: values[lag + 1])
    let depth = parabola.extremum
    // A narrow dip may hide between two samples: among few of them, and in a pulse train.
    let isNarrow = max(values[lag - 1], values[lag + 1]) - values[lag] > Self.largestRise
    guard depth < CumulativeMeanDifference.largestInterpolated,
      isNarrow || Double(lag) < ShortPeriod.limit
    else { return Dip(lag: lag, depth: depth, isInterpolated: false) }
    return Dip(lag: lag, depth: interpolatedDepth(at: lag), isInterpolated: true)
  }

  private func interpolatedDepth(at lag: Int) -> Double {
    BandlimitedInterpolation.extremum(of: difference.aperiodicity.span, near: lag).value
  }
}
