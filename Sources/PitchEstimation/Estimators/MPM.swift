internal import SignalProcessing

/// The McLeod pitch method.
///
/// Departure from the paper: the parabola of the refinement goes through values between the samples
/// (``BandlimitedInterpolation``), and a period of less than 64 samples is measured over several
/// repetitions.
///
/// - Complexity: O(*L* log *L*) time for a longest lag of *L* samples. No allocation after `init`.
/// - SeeAlso: P. McLeod, G. Wyvill, "A smarter way to find pitch", Proc. ICMC 2005.
public struct MPM: PitchEstimator {
  /// Samples per second, in hertz.
  public let sampleRate: Double
  /// Frequencies that are considered, in hertz.
  public let searchRange: ClosedRange<Double>
  /// The share of the highest key maximum that the first chosen one must reach, in 0...1.
  public let keyMaximumThreshold: Double
  /// The least clarity of a voiced frame, in 0...1.
  public let clarityThreshold: Double
  private let shortestLag: Int
  private let longestLag: Int
  private var squareDifference: NormalizedSquareDifference
  private var similarity: [Float]  // n′(τ); the index is the lag τ

  /// Creates an estimator and its workspace.
  ///
  /// - Parameters:
  ///   - sampleRate: Samples per second, in 8000...192000 Hz.
  ///   - searchRange: Frequencies to consider, in hertz. The lower bound sets ``frameSize``: two
  ///     of its periods.
  ///   - keyMaximumThreshold: The constant k of the paper, which uses 0.8 to 1.0. Lower values
  ///     prefer higher octaves.
  ///   - clarityThreshold: The least clarity of a voiced frame, in 0...1.
  /// - Throws: ``EstimatorError`` if a parameter is out of its range.
  public init(
    sampleRate: Double, searchRange: ClosedRange<Double>, keyMaximumThreshold: Double = 0.95,
    clarityThreshold: Double = 0.8
  ) throws(EstimatorError) {
    let lags = try LagRange(sampleRate: sampleRate, searchRange: searchRange)
    for threshold in [keyMaximumThreshold, clarityThreshold] where !(0...1).contains(threshold) {
      throw .invalidThreshold(threshold)
    }
    self.sampleRate = sampleRate
    self.searchRange = searchRange
    self.keyMaximumThreshold = keyMaximumThreshold
    self.clarityThreshold = clarityThreshold
    shortestLag = lags.shortest
    longestLag = lags.longest
    do {
      squareDifference = try NormalizedSquareDifference(
        frameSize: 2 * lags.longest, longestLag: lags.longest + BandlimitedInterpolation.reach)
    } catch {
      throw .frequencyOutOfRange(searchRange, nyquist: sampleRate / 2)
    }
    similarity = Array(repeating: 0, count: squareDifference.outputSize)
  }

  /// Two periods of the lowest frequency.
  public var frameSize: Int { squareDifference.frameSize }

  /// ``clarityThreshold``.
  public var voicingThreshold: Double { clarityThreshold }

  /// The first key maximum that is nearly as high as the highest one, if it is clear enough.
  public mutating func estimate(_ frame: Span<Float>) -> PitchCandidate? {
    guard let candidate = bestCandidate(frame), candidate.periodicity >= clarityThreshold else {
      return nil
    }
    return candidate
  }

  /// As ``estimate(_:)``, of any clarity.
  public mutating func bestCandidate(_ frame: Span<Float>) -> PitchCandidate? {
    precondition(frame.count == frameSize, "frame.count must equal frameSize")
    Self.transform(frame, into: &similarity, using: &squareDifference)
    guard let lag = chosenKeyMaximum() else { return nil }
    let (period, clarity) = refined(lag)
    return PitchCandidate(frequency: sampleRate / period, periodicity: clarity)
  }
}

extension MPM {
  // Static: two stored properties cannot be lent to one method of the value that owns them.
  private static func transform(
    _ frame: Span<Float>, into similarity: inout [Float],
    using squareDifference: inout NormalizedSquareDifference
  ) {
    var output = similarity.mutableSpan
    squareDifference.transform(frame, into: &output)
  }

  /// The lag of the first key maximum that is nearly as high as the highest one.
  private func chosenKeyMaximum() -> Int? {
    var highest = 0.0
    forEachKeyMaximum { _, height in
      highest = max(highest, height)
      return true
    }
    var first: Int?
    forEachKeyMaximum { lag, height in
      guard height >= highest * keyMaximumThreshold else { return true }
      first = lag
      return false
    }
    return first
  }

  /// Visits the highest maximum between each pair of an upward and the next downward zero crossing
  /// of n′, from short lags to long ones, until `visit` returns `false`.
  private func forEachKeyMaximum(_ visit: (_ lag: Int, _ height: Double) -> Bool) {
    let (shortestLag, longestLag) = (shortestLag, longestLag)
    similarity.withUnsafeBufferPointer { values in
      var lag = 1
      while lag <= longestLag, values[lag] > 0 { lag += 1 }  // the lobe around lag 0
      while lag <= longestLag {
        while lag <= longestLag, values[lag] <= 0 { lag += 1 }
        var best: (lag: Int, height: Double)?
        while lag <= longestLag, values[lag] > 0 {
          let isPeak =
            lag >= shortestLag && values[lag] >= values[lag - 1] && values[lag] > values[lag + 1]
          if isPeak {
            let height = Self.height(of: values, at: lag)
            if height > best?.height ?? 0 { best = (lag, height) }
          }
          lag += 1
        }
        if let best, !visit(best.lag, best.height) { return }
      }
    }
  }

  /// The height of a peak, between the samples where they are few.
  private static func height(of values: UnsafeBufferPointer<Float>, at lag: Int) -> Double {
    let parabola = Parabola(left: values[lag - 1], middle: values[lag], right: values[lag + 1])
    guard parabola.extremum > 0.6, Double(lag) < ShortPeriod.limit else { return parabola.extremum }
    return BandlimitedInterpolation.extremum(of: values.span, near: lag).value
  }

  /// The place and the height of a key maximum; a short period is measured over several
  /// repetitions.
  private func refined(_ lag: Int) -> (period: Double, clarity: Double) {
    let peak = BandlimitedInterpolation.extremum(of: similarity.span, near: lag)
    let period = ShortPeriod.refine(peak.position, longestLag: longestLag) { multiple in
      let next = highest(near: multiple)
      guard 1 - similarity[next] < max(2 * (1 - similarity[lag]), 0.02) else { return nil }
      return BandlimitedInterpolation.extremum(of: similarity.span, near: next).position
    }
    return (period, min(1, max(0, peak.value)))
  }

  /// The lag of the greatest n′(τ) within one sample of a lag.
  private func highest(near lag: Int) -> Int {
    var best = lag
    for other in lag - 1...lag + 1 where similarity[other] > similarity[best] { best = other }
    return best
  }
}
