internal import SignalProcessing

/// The McLeod pitch method.
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
        frameSize: 2 * lags.longest, longestLag: lags.longest + 1)  // one more, to interpolate
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
    guard let highest = highestKeyMaximum() else { return nil }
    let limit = highest * Float(keyMaximumThreshold)
    guard let lag = firstKeyMaximum(atLeast: limit) else { return nil }
    let peak = Parabola(similarity.span, around: lag)
    return PitchCandidate(
      frequency: sampleRate / refinedPeriod(around: lag),
      periodicity: min(1, max(0, peak.extremum)))
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

  private func highestKeyMaximum() -> Float? {
    var highest: Float?
    forEachKeyMaximum { lag in
      highest = max(highest ?? 0, similarity[lag])
      return true
    }
    return highest
  }

  private func firstKeyMaximum(atLeast limit: Float) -> Int? {
    var first: Int?
    forEachKeyMaximum { lag in
      guard similarity[lag] >= limit else { return true }
      first = lag
      return false
    }
    return first
  }

  /// Visits the highest maximum between each pair of an upward and the next downward zero crossing
  /// of n′, from short lags to long ones, until `visit` returns `false`.
  private func forEachKeyMaximum(_ visit: (Int) -> Bool) {
    let (shortestLag, longestLag) = (shortestLag, longestLag)
    similarity.withUnsafeBufferPointer { similarity in
      var lag = 1
      while lag <= longestLag, similarity[lag] > 0 { lag += 1 }  // the lobe around lag 0
      while lag <= longestLag {
        while lag <= longestLag, similarity[lag] <= 0 { lag += 1 }
        var best: Int?
        while lag <= longestLag, similarity[lag] > 0 {
          let isPeak =
            lag >= shortestLag && similarity[lag] >= similarity[lag - 1]
            && similarity[lag] > similarity[lag + 1]
          if isPeak, best.map({ similarity[lag] > similarity[$0] }) ?? true { best = lag }
          lag += 1
        }
        if let best, !visit(best) { return }
      }
    }
  }

  /// The period in fractional samples; a short one is measured over several repetitions.
  private func refinedPeriod(around lag: Int) -> Double {
    ShortPeriod.refine(lag, longestLag: longestLag) { index in
      Parabola(similarity.span, around: index)
    } isTrusted: { multiple in
      1 - similarity[multiple] < max(2 * (1 - similarity[lag]), 0.02)
    }
  }
}
