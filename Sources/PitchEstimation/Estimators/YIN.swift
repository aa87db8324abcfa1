internal import SignalProcessing

/// The YIN fundamental-frequency estimator.
///
/// Departures from the paper:
/// - A frame without a dip of d′(τ) below ``largestAperiodicity`` is unvoiced, where the paper
///   always falls back to the global minimum.
/// - The first dip below the threshold must also be about as deep as the deepest one: where the
///   second harmonic is the strongest, the dip at half the period lies below the threshold, too.
/// - Step 5 (parabolic interpolation) takes the parabola through values between the samples
///   (``BandlimitedInterpolation``): through three samples of a cusp, or of a period of ten samples,
///   it is off by cents. A period of less than 64 samples is measured over several repetitions.
/// - Step 6 (best local estimate) is left to the tracker.
///
/// - Complexity: O(*L* log *L*) time for a longest lag of *L* samples. No allocation after `init`.
/// - SeeAlso: A. de Cheveigné, H. Kawahara, "YIN, a fundamental frequency estimator for speech
///   and music", JASA 111(4), 2002, [doi:10.1121/1.1458024](https://doi.org/10.1121/1.1458024).
public struct YIN: PitchEstimator {
  /// How much shallower than the deepest dip the chosen one may be, as a difference of d′.
  static let depthTolerance = 0.05

  /// Samples per second, in hertz.
  public let sampleRate: Double
  /// Frequencies that are considered, in hertz.
  public let searchRange: ClosedRange<Double>
  /// The aperiodicity d′ below which the first dip is chosen, in 0...1.
  public let threshold: Double
  /// The aperiodicity d′ up to which the deepest dip is voiced where no dip lies below
  /// ``threshold``, in 0...1.
  public let largestAperiodicity: Double
  private let shortestLag: Int
  private let longestLag: Int
  private var differenceFunction: DifferenceFunction
  private var difference: [Float]  // d(τ); the index is the lag τ
  private var aperiodicity: [Float]  // d′(τ)

  /// Creates an estimator and its workspace.
  ///
  /// - Parameters:
  ///   - sampleRate: Samples per second, in 8000...192000 Hz.
  ///   - searchRange: Frequencies to consider, in hertz. The lower bound sets ``frameSize``: two
  ///     of its periods.
  ///   - threshold: The aperiodicity d′ below which the first dip is chosen, in 0...1. The paper
  ///     uses 0.1. A higher value risks the octave above, a lower one the octave below.
  ///   - largestAperiodicity: The aperiodicity d′ up to which a frame is voiced, in 0...1; at
  ///     least `threshold`.
  /// - Throws: ``EstimatorError`` if a parameter is out of its range.
  public init(
    sampleRate: Double, searchRange: ClosedRange<Double>, threshold: Double = 0.15,
    largestAperiodicity: Double = 0.2
  ) throws(EstimatorError) {
    let lags = try LagRange(sampleRate: sampleRate, searchRange: searchRange)
    for value in [threshold, largestAperiodicity] where !(0...1).contains(value) {
      throw .invalidThreshold(value)
    }
    self.sampleRate = sampleRate
    self.searchRange = searchRange
    self.threshold = threshold
    self.largestAperiodicity = max(threshold, largestAperiodicity)
    shortestLag = lags.shortest
    longestLag = lags.longest
    do {
      differenceFunction = try DifferenceFunction(
        windowSize: lags.longest, longestLag: lags.longest + BandlimitedInterpolation.reach)
    } catch {
      throw .frequencyOutOfRange(searchRange, nyquist: sampleRate / 2)
    }
    difference = Array(repeating: 0, count: differenceFunction.outputSize)
    aperiodicity = Array(repeating: 1, count: differenceFunction.outputSize)
  }

  /// Two periods of the lowest frequency, so that every lag compares the same number of samples.
  public var frameSize: Int { differenceFunction.frameSize }

  /// The middle of the samples that are compared with later ones.
  public var frameCenter: Int { differenceFunction.windowSize / 2 }

  /// 1 − ``largestAperiodicity``.
  public var voicingThreshold: Double { 1 - largestAperiodicity }

  /// The first dip of d′(τ) below ``threshold``, else the deepest dip if it is voiced: steps 2 to 5
  /// of the paper.
  public mutating func estimate(_ frame: Span<Float>) -> PitchCandidate? {
    guard let candidate = bestCandidate(frame), candidate.periodicity >= voicingThreshold else {
      return nil
    }
    return candidate
  }

  /// As ``estimate(_:)``, however shallow the deepest dip.
  public mutating func bestCandidate(_ frame: Span<Float>) -> PitchCandidate? {
    precondition(frame.count == frameSize, "frame.count must equal frameSize")
    Self.transform(frame, into: &difference, using: &differenceFunction)  // step 2, equation 6
    Self.normalizeByCumulativeMean(difference, into: &aperiodicity)  // step 3, equation 8
    guard let lag = chosenDip() else { return nil }  // step 4
    let period = refinedPeriod(around: lag)  // step 5, on d(τ)
    let depth = BandlimitedInterpolation.extremum(of: aperiodicity.span, near: lag).value
    return PitchCandidate(
      frequency: sampleRate / period, periodicity: min(1, max(0, 1 - depth)))
  }
}

extension YIN {
  // Static: two stored properties cannot be lent to one method of the value that owns them.
  private static func transform(
    _ frame: Span<Float>, into difference: inout [Float],
    using differenceFunction: inout DifferenceFunction
  ) {
    var output = difference.mutableSpan
    differenceFunction.transform(frame, into: &output)
  }

  /// d′(τ) = d(τ) · τ / Σ d; 1 where the frame is constant.
  static func normalizeByCumulativeMean(
    _ difference: [Float], into aperiodicity: inout [Float]
  ) {
    difference.withUnsafeBufferPointer { difference in
      aperiodicity.withUnsafeMutableBufferPointer { aperiodicity in
        var sum: Float = 0
        for lag in 1..<difference.count {
          sum += difference[lag]
          aperiodicity[lag] = sum > 0 ? difference[lag] * Float(lag) / sum : 1
        }
      }
    }
  }

  /// The lag of the first dip of d′ below the threshold that is about as deep as the deepest one;
  /// else the lag of the deepest.
  private func chosenDip() -> Int? {
    var deepest: (lag: Int, depth: Double)?
    forEachDip { lag, depth in
      if depth < deepest?.depth ?? 1 { deepest = (lag, depth) }
      return true
    }
    guard let deepest else { return nil }
    let limit = min(threshold, deepest.depth + Self.depthTolerance)
    var first: Int?
    forEachDip { lag, depth in
      guard depth < limit else { return true }
      first = lag
      return false
    }
    return first ?? deepest.lag
  }

  /// Visits the local minima of d′ below 1, from short lags to long ones, until `visit` returns
  /// `false`.
  private func forEachDip(_ visit: (_ lag: Int, _ depth: Double) -> Bool) {
    let (shortestLag, longestLag) = (shortestLag, longestLag)
    aperiodicity.withUnsafeBufferPointer { values in
      for lag in shortestLag...longestLag
      where values[lag] < 1 && values[lag] <= values[lag - 1] && values[lag] < values[lag + 1] {
        let parabola = Parabola(left: values[lag - 1], middle: values[lag], right: values[lag + 1])
        var depth = parabola.extremum
        // Among few samples a narrow dip may hide between two of them.
        if depth < 0.4, Double(lag) < ShortPeriod.limit {
          depth = BandlimitedInterpolation.extremum(of: values.span, near: lag).value
        }
        if !visit(lag, depth) { return }
      }
    }
  }

  /// The period in fractional samples.
  private func refinedPeriod(around lag: Int) -> Double {
    ShortPeriod.refine(
      BandlimitedInterpolation.extremum(of: difference.span, near: lag).position,
      longestLag: longestLag
    ) { multiple in
      let dip = lowest(near: multiple)
      guard aperiodicity[dip] < max(2 * aperiodicity[lag], 0.02) else { return nil }
      return BandlimitedInterpolation.extremum(of: difference.span, near: dip).position
    }
  }

  /// The lag of the least d(τ) within one sample of a lag.
  private func lowest(near lag: Int) -> Int {
    var best = lag
    for other in lag - 1...lag + 1 where difference[other] < difference[best] { best = other }
    return best
  }
}
