internal import SignalProcessing

/// The difference function d(τ) of a frame, and d′(τ), normalised by its cumulative mean: steps 2,
/// 3 and 5 of YIN, which pYIN shares.
///
/// - SeeAlso: The paper at ``DifferenceFunction``.
struct CumulativeMeanDifference: Sendable {
  private var function: DifferenceFunction
  private var difference: [Float]  // d(τ); the index is the lag τ
  /// d′(τ) of the latest frame; the index is the lag τ.
  private(set) var aperiodicity: [Float]
  private let longestLag: Int

  init(_ range: SearchRange) throws(EstimatorError) {
    let longestLag = range.longestLag
    let function = try range.required(
      try? DifferenceFunction(
        windowSize: longestLag, longestLag: longestLag + BandlimitedInterpolation.reach))
    difference = Array(repeating: 0, count: function.outputSize)
    aperiodicity = Array(repeating: 1, count: function.outputSize)
    self.function = function
    self.longestLag = longestLag
  }

  /// Two periods of the lowest frequency, so that every lag compares the same number of samples.
  var frameSize: Int { function.frameSize }

  /// The middle of the samples that are compared with later ones.
  var frameCenter: Int { function.windowSize / 2 }

  /// Measures a frame: equations 6 and 8 of the paper.
  mutating func update(_ frame: Span<Float>) {
    function.transform(frame, into: &difference)
    normalize()
  }

  /// d′(τ) = d(τ) · τ / Σ d; 1 where the frame is constant.
  private mutating func normalize() {
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

  /// The period at a dip, in fractional samples.
  func period(ofDipAt lag: Int) -> Double {
    ShortPeriod.refine(
      dipAt: lag, of: difference.span, aperiodicity: aperiodicity.span, longestLag: longestLag)
  }
}
