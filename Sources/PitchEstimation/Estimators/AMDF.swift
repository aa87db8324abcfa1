internal import SignalProcessing

/// The average magnitude difference function estimator.
///
/// The period is the lag of the first distinct dip of D(τ) (``MagnitudeDifference``). The paper
/// compares D with its maximum; here D′(τ) = D(τ) · τ / Σ D over 1...τ, as YIN normalises, so that
/// a decision does not depend on the search range. D is about β √(r(0) − r(τ)) for a signal's
/// autocorrelation r (equation 8 of the paper), so that its *square* is what YIN's difference is:
/// periodicity = 1 − D′², and the dip is refined on D², which is smooth where D has a cusp
/// (``BandlimitedInterpolation``).
///
/// - Complexity: O(*L*²) time for a longest lag of *L* samples: dear for low bounds at high sample
///   rates. No allocation after `init`.
/// - SeeAlso: M. Ross, H. Shaffer, A. Cohen, R. Freudberg, H. Manley, "Average magnitude difference
///   function pitch extractor", IEEE Trans. ASSP 22(5), 1974,
///   [doi:10.1109/TASSP.1974.1162598](https://doi.org/10.1109/TASSP.1974.1162598).
public struct AMDF: PitchEstimator {
  /// How much shallower than the deepest dip the chosen one may be, as a difference of D′².
  static let depthTolerance = 0.05

  /// Samples per second, in hertz.
  public let sampleRate: Double
  /// Frequencies that are considered, in hertz.
  public let searchRange: ClosedRange<Double>
  /// The least periodicity of a voiced frame, in 0...1.
  public let voicingThreshold: Double
  private let shortestLag: Int
  private let longestLag: Int
  private var differenceFunction: MagnitudeDifference
  private var squares: [Float]  // D(τ)², after D(τ); the index is the lag τ
  private var aperiodicity: [Float]  // D′(τ)²

  /// Creates an estimator and its workspace.
  ///
  /// - Parameters:
  ///   - sampleRate: Samples per second, in 8000...192000 Hz.
  ///   - searchRange: Frequencies to consider, in hertz. The lower bound sets ``frameSize``: two
  ///     of its periods.
  ///   - voicingThreshold: The least periodicity of a voiced frame, in 0...1.
  /// - Throws: ``EstimatorError`` if a parameter is out of its range.
  public init(
    sampleRate: Double, searchRange: ClosedRange<Double>, voicingThreshold: Double = 0.8
  ) throws(EstimatorError) {
    let lags = try LagRange(sampleRate: sampleRate, searchRange: searchRange)
    guard (0...1).contains(voicingThreshold) else { throw .invalidThreshold(voicingThreshold) }
    // As YIN, whose transform is the limit there: below, a frame would take seconds.
    guard lags.longest <= RealFourierTransform.supportedLengths.upperBound / 2 else {
      throw .frequencyOutOfRange(searchRange, nyquist: sampleRate / 2)
    }
    self.sampleRate = sampleRate
    self.searchRange = searchRange
    self.voicingThreshold = voicingThreshold
    shortestLag = lags.shortest
    longestLag = lags.longest
    differenceFunction = MagnitudeDifference(
      windowSize: lags.longest, longestLag: lags.longest + BandlimitedInterpolation.reach)
    squares = Array(repeating: 0, count: differenceFunction.outputSize)
    aperiodicity = Array(repeating: 1, count: differenceFunction.outputSize)
  }

  /// Two periods of the lowest frequency, so that every lag compares the same number of samples.
  public var frameSize: Int { differenceFunction.frameSize }

  /// The middle of the samples that are compared with later ones.
  public var frameCenter: Int { differenceFunction.windowSize / 2 }

  /// The first of the deepest dips, if it is deep enough.
  public mutating func estimate(_ frame: Span<Float>) -> PitchCandidate? {
    guard let candidate = bestCandidate(frame), candidate.periodicity >= voicingThreshold else {
      return nil
    }
    return candidate
  }

  /// As ``estimate(_:)``, however shallow the dip.
  public mutating func bestCandidate(_ frame: Span<Float>) -> PitchCandidate? {
    precondition(frame.count == frameSize, "frame.count must equal frameSize")
    Self.transform(frame, into: &squares, using: &differenceFunction)
    normalize()
    guard let lag = chosenDip() else { return nil }
    let period = refinedPeriod(around: lag)
    guard period > 0 else { return nil }
    return PitchCandidate(
      frequency: sampleRate / period, periodicity: min(1, max(0, 1 - depth(at: lag))))
  }
}

extension AMDF {
  // Static: two stored properties cannot be lent to one method of the value that owns them.
  private static func transform(
    _ frame: Span<Float>, into difference: inout [Float],
    using differenceFunction: inout MagnitudeDifference
  ) {
    var output = difference.mutableSpan
    differenceFunction.transform(frame, into: &output)
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
  private func chosenDip() -> Int? {
    var deepest = 1.0
    forEachDip { _, depth in
      deepest = min(deepest, depth)
      return true
    }
    var first: Int?
    forEachDip { lag, depth in
      guard depth <= deepest + Self.depthTolerance else { return true }
      first = lag
      return false
    }
    return first
  }

  /// Visits the local minima of D′² below 1, from short lags to long ones, until `visit` returns
  /// `false`.
  private func forEachDip(_ visit: (_ lag: Int, _ depth: Double) -> Bool) {
    for lag in shortestLag...longestLag {
      let value = aperiodicity[lag]
      guard value < 1, value <= aperiodicity[lag - 1], value < aperiodicity[lag + 1] else {
        continue
      }
      let isSteep = value < 0.5 && Double(lag) < ShortPeriod.limit
      if !visit(lag, isSteep ? depth(at: lag) : Double(value)) { return }
    }
  }

  /// D′² between the samples.
  private func depth(at lag: Int) -> Double {
    max(0, BandlimitedInterpolation.extremum(of: aperiodicity.span, near: lag).value)
  }

  /// The period in fractional samples.
  private func refinedPeriod(around lag: Int) -> Double {
    ShortPeriod.refine(
      BandlimitedInterpolation.extremum(of: squares.span, near: lag).position,
      longestLag: longestLag
    ) { multiple in
      let dip = lowest(near: multiple)
      guard aperiodicity[dip] < max(2 * aperiodicity[lag], 0.02) else { return nil }
      return BandlimitedInterpolation.extremum(of: squares.span, near: dip).position
    }
  }

  /// The lag of the least D(τ) within one sample of a lag.
  private func lowest(near lag: Int) -> Int {
    var best = lag
    for other in lag - 1...lag + 1 where squares[other] < squares[best] { best = other }
    return best
  }
}
