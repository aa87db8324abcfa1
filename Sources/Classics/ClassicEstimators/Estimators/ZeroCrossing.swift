public import PitchEstimation
internal import SignalProcessing

/// An estimator that measures the time between upward zero crossings.
///
/// It is cheap and accurate for waves that cross zero upwards once per period, such as a sine, a
/// triangle, or a bass after a low-pass filter. A wave with strong harmonics crosses more often,
/// and the result is a harmonic or unvoiced. Use another method for those.
///
/// 1. The mean is removed. A crossing counts once the wave has been below −h and has then risen
///   above h, where h is ``hysteresis`` times the largest magnitude: ripple around zero does not
///   count.
/// 2. Its position is the zero of the straight line between the samples on either side.
/// 3. Intervals that differ by more than ``tolerance`` from their median are irregular. The period
///   is the mean of the others, and the periodicity is their share.
///
/// - Complexity: O(*n*) time for a frame of *n* samples. No allocation after `init`.
/// - SeeAlso: L. Rabiner, M. Cheng, A. Rosenberg, C. McGonegal, "A comparative performance study of
///   several pitch detection algorithms", IEEE Trans. ASSP 24(5), 1976,
///   [doi:10.1109/TASSP.1976.1162846](https://doi.org/10.1109/TASSP.1976.1162846).
public struct ZeroCrossing: RangedEstimator {
  /// The largest deviation of an interval from the median, as a share of the median.
  public static let tolerance = 0.15

  /// The sample rate and frequencies of the estimator.
  public let range: SearchRange
  /// The level beyond zero that the wave must cross on either side, as a share of its largest
  /// magnitude, in 0...1. A higher value ignores stronger harmonics and noise, but loses a tone
  /// that decays within a frame.
  public let hysteresis: Double
  /// The lowest share of regular intervals in a voiced frame, in 0...1.
  public let voicingThreshold: Double
  /// Three periods of the lowest frequency: at least two intervals.
  public let frameSize: Int
  private var intervals: [Double]  // between crossings, in samples
  private var sorted: [Double]

  /// Creates an estimator and its workspace, as ``PitchEstimation/RangedEstimator`` describes.
  public init(
    sampleRate: Double, searchRange: ClosedRange<Double>, hysteresis: Double = 0.3,
    voicingThreshold: Double = 0.8
  ) throws(EstimatorError) {
    let range = try SearchRange(searchRange, sampleRate: sampleRate)
    try EstimatorError.check(thresholds: hysteresis, voicingThreshold)
    let frameSize = try range.frameSize(periods: 3) + 2
    let most = frameSize / 2 + 1
    intervals = Array(repeating: 0, count: most)
    sorted = Array(repeating: 0, count: most)  // a copy would share storage
    self.range = range
    self.hysteresis = hysteresis
    self.voicingThreshold = voicingThreshold
    self.frameSize = frameSize
  }

  /// The pitch of the intervals; `nil` without two crossings, or beyond the search range.
  public mutating func bestCandidate(_ frame: Span<Float>) -> PitchCandidate? {
    precondition(frame.count == frameSize, "frame.count must equal frameSize")
    let count = measureIntervals(of: frame)
    guard count > 0 else { return nil }
    let median = median(ofFirst: count)
    let (period, regular) = meanOfRegular(ofFirst: count, median: median)
    guard period > 0 else { return nil }
    return range.candidate(period: period, periodicity: Double(regular) / Double(count))
  }
}

extension ZeroCrossing {
  /// Steps 1 and 2: fills `intervals`, and returns how many there are.
  private mutating func measureIntervals(of frame: Span<Float>) -> Int {
    let mean = frame.mean
    let extremes = frame.extremes
    let threshold = Float(hysteresis) * max(extremes.largest - mean, mean - extremes.least)
    guard threshold.isFinite else { return 0 }
    return intervals.withUnsafeMutableBufferPointer { intervals in
      frame.withUnsafeBufferPointer { frame in
        var count = 0
        var last: Double?
        var index = 1
        while true {
          // Find the wave below −h, then above h, then go back to its zero crossing.
          while index < frame.count {
            let value = frame[index] - mean
            if value < -threshold || (threshold == 0 && value < 0) { break }
            index += 1
          }
          while index < frame.count, frame[index] - mean <= threshold { index += 1 }
          guard index < frame.count else { return count }
          var crossing = index
          while frame[crossing - 1] - mean >= 0 { crossing -= 1 }
          let (value, previous) = (
            Double(frame[crossing] - mean), Double(frame[crossing - 1] - mean)
          )
          let position = Double(crossing) - value / (value - previous)
          if let last {
            intervals[count] = position - last
            count += 1
          }
          last = position
        }
      }
    }
  }

  /// The middle one; of an even number the greater of the two.
  private mutating func median(ofFirst count: Int) -> Double {
    for index in 0..<count { sorted[index] = intervals[index] }
    return sorted.withUnsafeMutableBufferPointer { sorted in
      Selection.value(
        atRank: count / 2, of: UnsafeMutableBufferPointer(rebasing: sorted[..<count]))
    }
  }

  /// Step 3: the mean of the intervals near the median, and their number.
  private func meanOfRegular(
    ofFirst count: Int, median: Double
  ) -> (period: Double, regular: Int) {
    var sum = 0.0
    var regular = 0
    for index in 0..<count
    where (intervals[index] - median).magnitude <= Self.tolerance * median {
      sum += intervals[index]
      regular += 1
    }
    return (regular > 0 ? sum / Double(regular) : 0, regular)
  }
}
