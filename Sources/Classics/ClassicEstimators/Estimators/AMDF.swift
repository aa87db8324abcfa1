public import PitchEstimation
internal import SignalProcessing

/// The average magnitude difference function estimator.
///
/// The period is the lag of the first distinct dip of D(τ) (`MagnitudeDifference`). The paper
/// compares D with its maximum; here D′(τ) = D(τ) · τ / Σ D over 1...τ, normalised like in YIN, so
/// that a decision does not depend on the search range. D is about β √(r(0) − r(τ)) for a signal's
/// autocorrelation r (equation 8 of the paper), so its *square* corresponds to YIN's difference:
/// periodicity = 1 − D′², and the dip is refined on D², which is smooth where D has a cusp
/// (``SignalProcessing/BandlimitedInterpolation``).
///
/// D is first estimated from a subset of the samples. It is computed exactly for lags below 64
/// samples and around the dips that may be chosen. Dips that are certainly unvoiced are compared by
/// their estimates.
///
/// - Complexity: O(*L*²) time for a longest lag of *L* samples: expensive for low bounds at high
///   sample rates. No allocation after `init`.
/// - SeeAlso: M. Ross, H. Shaffer, A. Cohen, R. Freudberg, H. Manley, "Average magnitude difference
///   function pitch extractor", IEEE Trans. ASSP 22(5), 1974,
///   [doi:10.1109/TASSP.1974.1162598](https://doi.org/10.1109/TASSP.1974.1162598).
public struct AMDF: RangedEstimator {
  /// The largest difference in depth D′² between the chosen dip and the deepest one.
  static let depthTolerance = 0.05
  /// A deepest D′² above this is not a period.
  private static let noiseDepth = 0.5

  /// The sample rate and frequencies of the estimator.
  public let range: SearchRange
  /// The lowest periodicity of a voiced frame, in 0...1.
  public let voicingThreshold: Double
  private let differenceFunction: MagnitudeDifference
  private var estimatedDifference: SparseMagnitudeDifference
  private var squares: [Float]  // D(τ)², after D(τ); the index is the lag τ
  private var aperiodicity: [Float]  // D′(τ)²

  /// Creates an estimator and its workspace, as ``PitchEstimation/RangedEstimator`` describes.
  public init(
    sampleRate: Double, searchRange: ClosedRange<Double>, voicingThreshold: Double = 0.8
  ) throws(EstimatorError) {
    let range = try SearchRange(searchRange, sampleRate: sampleRate)
    try EstimatorError.check(thresholds: voicingThreshold)
    let function = MagnitudeDifference(
      windowSize: try range.frameSize(periods: 1),
      longestLag: range.longestLag + BandlimitedInterpolation.reach)
    estimatedDifference = SparseMagnitudeDifference(of: function)
    squares = Array(repeating: 0, count: function.outputSize)
    aperiodicity = Array(repeating: 1, count: function.outputSize)
    self.range = range
    self.voicingThreshold = voicingThreshold
    differenceFunction = function
  }

  /// Two periods of the lowest frequency, so that every lag compares the same number of samples.
  public var frameSize: Int { differenceFunction.frameSize }

  /// The middle of the samples that are compared with later ones.
  public var frameCenter: Int { differenceFunction.windowSize / 2 }

  /// The first of the deepest dips.
  public mutating func bestCandidate(_ frame: Span<Float>) -> PitchCandidate? {
    precondition(frame.count == frameSize, "frame.count must equal frameSize")
    transform(frame)
    normalize()
    guard let lag = chosenDip(of: frame) else { return nil }
    let period = ShortPeriod.refine(
      dipAt: lag, of: squares.span, aperiodicity: aperiodicity.span, longestLag: range.longestLag)
    guard period > 0 else { return nil }
    return PitchCandidate(
      frequency: sampleRate / period, periodicity: min(1, max(0, 1 - depth(at: lag))))
  }
}

extension AMDF {
  /// Lags below this are never estimated: those that the refinement of a short period reads.
  private static let longestShortLag = 80
  /// The largest distance of a dip of D from its estimate before the search starts again there.
  private static let slack = 6

  /// D(τ), most of it estimated.
  private mutating func transform(_ frame: Span<Float>) {
    estimatedDifference.transform(frame, into: &squares)
    if !estimatedDifference.isExact {
      differenceFunction.update(0..<Self.longestShortLag, of: &squares, from: frame)
    }
  }

  /// D′(τ)² and D(τ)² from D(τ).
  private mutating func normalize() {
    squares.withUnsafeMutableBufferPointer { squares in
      aperiodicity.withUnsafeMutableBufferPointer { aperiodicity in
        var sum: Float = 0
        for lag in 1..<squares.count {
          sum += squares[lag]
          let ratio = sum > 0 ? squares[lag] * Float(lag) / sum : 1
          aperiodicity[lag] = ratio * ratio
          squares[lag] *= squares[lag]
        }
      }
    }
  }

  /// The lag of the first dip of D′² that is about as deep as the deepest one.
  private mutating func chosenDip(of frame: Span<Float>) -> Int? {
    // Among the short lags all is known, and no dip is deeper than 0.
    var short = range.shortestLag
    while let dip = nextDip(from: short), dip.lag < Int(ShortPeriod.limit) {
      if dip.depth <= Self.depthTolerance { return dip.lag }
      short = dip.lag + 1
    }
    guard var deepest = deepestDip() else { return nil }
    let isEstimate = !estimatedDifference.isExact && deepest.depth < Self.noiseDepth
    if isEstimate { deepest = exactDip(near: deepest.lag, of: frame) }
    let limit = deepest.depth + Self.depthTolerance
    var lag = range.shortestLag
    while var dip = nextDip(from: lag) {
      lag = dip.lag + 1
      if isEstimate, 0.8 * dip.depth - 0.01 <= limit {
        dip = exactDip(near: dip.lag, of: frame)
        lag = max(lag, dip.lag + 1)
      }
      if dip.depth <= limit { return dip.lag }
    }
    return deepest.lag
  }

  private func deepestDip() -> (lag: Int, depth: Double)? {
    var deepest: (lag: Int, depth: Double)?
    var lag = range.shortestLag
    while let dip = nextDip(from: lag) {
      if dip.depth < deepest?.depth ?? 1 { deepest = dip }
      lag = dip.lag + 1
    }
    return deepest
  }

  /// The first local minimum of D′² below 1 from a lag up.
  private func nextDip(from first: Int) -> (lag: Int, depth: Double)? {
    aperiodicity.withUnsafeBufferPointer { values in
      for lag in stride(from: first, through: range.longestLag, by: 1)
      where values[lag] < 1 && values[lag] <= values[lag - 1] && values[lag] < values[lag + 1] {
        return (lag, knownDepth(at: lag))
      }
      return nil
    }
  }

  /// D′² of a dip; among few samples a narrow one may lie between two of them.
  private func knownDepth(at lag: Int) -> Double {
    let isSteep = aperiodicity[lag] < 0.5 && Double(lag) < ShortPeriod.limit
    return isSteep ? depth(at: lag) : Double(aperiodicity[lag])
  }

  /// Follows an estimated dip down to where D itself has one.
  private mutating func exactDip(
    near lag: Int, of frame: Span<Float>
  ) -> (lag: Int, depth: Double) {
    var dip = lag
    while true {
      makeExact(around: dip, of: frame)
      let start = dip
      let least = max(range.shortestLag, start - Self.slack)
      let greatest = min(range.longestLag, start + Self.slack)
      while dip > least, aperiodicity[dip - 1] < aperiodicity[dip] { dip -= 1 }
      while dip < greatest, aperiodicity[dip + 1] < aperiodicity[dip] { dip += 1 }
      let isAtEdge = dip == start - Self.slack || dip == start + Self.slack
      if !isAtEdge { return (dip, knownDepth(at: dip)) }
    }
  }

  /// Replaces the estimate around a lag by D itself, as far as a dip within `slack` is read.
  private mutating func makeExact(around lag: Int, of frame: Span<Float>) {
    let reach = BandlimitedInterpolation.reach + Self.slack + 1
    // Whole vectors of four lags.
    let first = max(Self.longestShortLag, lag - reach) / 4 * 4
    let end = min(squares.count, (lag + reach + 4) / 4 * 4)
    guard first < end else { return }
    // D′²/D² = (τ/ΣD)² stays as it is.
    for lag in first..<end {
      aperiodicity[lag] = squares[lag] > 0 ? aperiodicity[lag] / squares[lag] : 0
    }
    differenceFunction.update(first..<end, of: &squares, from: frame)
    for lag in first..<end {
      squares[lag] *= squares[lag]
      aperiodicity[lag] *= squares[lag]
    }
  }

  /// D′² between the samples.
  private func depth(at lag: Int) -> Double {
    max(0, BandlimitedInterpolation.extremum(of: aperiodicity.span, near: lag).value)
  }
}
