package import SignalProcessing

/// The McLeod pitch method.
///
/// Departure from the paper: the parabola of the refinement goes through values between the samples
/// (``SignalProcessing/BandlimitedInterpolation``), and a period shorter than 64 samples is
/// measured over several repetitions.
///
/// - Complexity: O(*L* log *L*) time for a longest lag of *L* samples. No allocation after `init`.
/// - SeeAlso: P. McLeod, G. Wyvill, "A smarter way to find pitch", Proc. ICMC 2005.
public struct MPM: RangedEstimator {
  /// The sample rate and frequencies of the estimator.
  public let range: SearchRange
  /// The share of the highest key maximum that the first chosen one must reach, in 0...1: the
  /// constant k of the paper, which uses 0.8 to 1.0. Lower values prefer higher octaves.
  public let keyMaximumThreshold: Double
  /// The lowest clarity of a voiced frame, in 0...1.
  public let voicingThreshold: Double
  private var squareDifference: NormalizedSquareDifference
  private var similarity: [Float]  // n′(τ); the index is the lag τ

  /// Creates an estimator and its workspace; see ``RangedEstimator`` for parameters and errors.
  /// `clarityThreshold` is the ``voicingThreshold``.
  public init(
    sampleRate: Double, searchRange: ClosedRange<Double>, keyMaximumThreshold: Double = 0.95,
    clarityThreshold: Double = 0.8
  ) throws(EstimatorError) {
    let range = try SearchRange(searchRange, sampleRate: sampleRate)
    try EstimatorError.check(thresholds: keyMaximumThreshold, clarityThreshold)
    let function = try range.required(
      try? NormalizedSquareDifference(
        frameSize: 2 * range.longestLag,
        longestLag: range.longestLag + BandlimitedInterpolation.reach))
    similarity = Array(repeating: 0, count: function.outputSize)
    squareDifference = function
    self.range = range
    self.keyMaximumThreshold = keyMaximumThreshold
    voicingThreshold = clarityThreshold
  }

  /// Two periods of the lowest frequency.
  public var frameSize: Int { squareDifference.frameSize }

  /// The first key maximum that is nearly as high as the highest one.
  public mutating func bestCandidate(_ frame: Span<Float>) -> PitchCandidate? {
    squareDifference.transform(frame, into: &similarity)
    guard let lag = chosenKeyMaximum() else { return nil }
    let peak = ShortPeriod.refine(
      peakAt: lag, of: similarity.span, longestLag: range.longestLag)
    return PitchCandidate(
      frequency: sampleRate / peak.period, periodicity: min(1, max(0, peak.height)))
  }
}

extension MPM {
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
    let (shortestLag, longestLag) = (range.shortestLag, range.longestLag)
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
}

/// The normalised square difference function (NSDF) of McLeod and Wyvill for lags
/// 0...``longestLag``, by fast Fourier transform.
///
/// n′(τ) = 2 r′(τ) / m′(τ), with the autocorrelation r′(τ) = Σ x(j) x(j+τ) and the energies
/// m′(τ) = Σ x(j)² + x(j+τ)² over all j in 0..<`frameSize` − τ (equations 6 and 9 of the paper):
/// 1 for a perfect repetition, -1 for a perfect inversion. Every lag is centred on the frame.
///
/// - Complexity: O(*N* log *N*) time for a frame of *N* samples. No allocation after `init`.
/// - SeeAlso: P. McLeod, G. Wyvill, "A smarter way to find pitch", Proc. ICMC 2005.
package struct NormalizedSquareDifference: FrameTransformer {
  /// The number of samples in a frame.
  package let frameSize: Int
  /// The longest lag, in samples.
  package let longestLag: Int
  private var transform: RealFourierTransform
  private var buffer: [Float]

  /// Plans a normalised square difference function.
  ///
  /// - Parameters:
  ///   - frameSize: The number of samples in a frame, at least 2.
  ///   - longestLag: The longest lag, in samples, in 1..<`frameSize`.
  /// - Throws: ``SignalProcessing/FourierError`` if `frameSize + longestLag` samples exceed the
  ///   longest Fourier transform (65,536).
  package init(frameSize: Int, longestLag: Int) throws(FourierError) {
    self.frameSize = max(2, frameSize)
    self.longestLag = min(max(1, longestLag), self.frameSize - 1)
    let length = RealFourierTransform.shortestLength(holding: self.frameSize + self.longestLag)
    transform = try RealFourierTransform(length: length)
    buffer = Array(repeating: 0, count: length)
  }

  /// One value for each lag in 0...``longestLag``.
  package var outputSize: Int { longestLag + 1 }

  /// Computes n′(τ), in -1...1; the index of the output is the lag τ. All 0 for a constant frame.
  package mutating func transform(_ frame: Span<Float>, into output: inout MutableSpan<Float>) {
    precondition(frame.count == frameSize, "frame.count must equal frameSize")
    precondition(output.count == outputSize, "output.count must equal outputSize")
    let mean = frame.mean
    transform.forward(frame, less: mean, into: &buffer)
    SplitSpectrum.replaceByPower(&buffer)
    transform.inverse(&buffer, count: outputSize)
    normalize(frame, mean: mean, into: &output)
  }

  private func normalize(_ frame: Span<Float>, mean: Float, into output: inout MutableSpan<Float>) {
    let (frameSize, longestLag) = (frameSize, longestLag)
    frame.withUnsafeBufferPointer { frame in
      buffer.withUnsafeBufferPointer { correlation in
        output.withUnsafeMutableBufferPointer { output in
          // m′(0) = 2 Σ x²; each further lag loses one sample at either end.
          let total = 2 * Double(correlation[0])
          let silence = total * 1e-6
          var energy = total
          for lag in 0...longestLag {
            if lag > 0 {
              let first = Double(frame[lag - 1] - mean)
              let last = Double(frame[frameSize - lag] - mean)
              energy -= first * first + last * last
            }
            let value = energy > silence ? 2 * Double(correlation[lag]) / energy : 0
            output[lag] = Float(min(1, max(-1, value)))
          }
        }
      }
    }
  }
}
