internal import SignalProcessing

/// The wavelet estimator of Larson and Maddox: distances between extrema, on ever smoother copies
/// of the frame.
///
/// Level i of the fast lifting wavelet transform with the Haar wavelet is level i − 1 smoothed and
/// halved: a(n) = (x(2n) + x(2n+1)) / 2. On each level:
///
/// 1. The extrema: from one zero crossing to the next the highest maximum (or the lowest minimum),
///   if it reaches ``peakThreshold`` of the level's highest (lowest).
/// 2. The distances from each extremum to the next three of its kind.
/// 3. The mode: the distance with the most others near it; their mean is the period at this level.
/// 4. If the level before found the same period, within the width of a sample or two, that is the
///   pitch; otherwise the next level is tried. Harmonics vanish from level to level, but the pitch
///   stays.
///
/// Departures from the paper: the thresholds follow each level rather than the frame, extrema are
/// placed by a parabola, and the mean covers consecutive periods, so that the resolution is finer
/// than that of the level. Periodicity, which is not in the paper, is the share of the expected
/// distances that were found.
///
/// The estimator is fast. It suits voices and other sounds with one strong extremum per period. A
/// wave with several equal extrema per period, such as a newly plucked string, is unvoiced. A
/// bright tone above a fifteenth of the sample rate has too few samples per extremum, and its
/// result may be octaves too low.
///
/// - Complexity: O(*n* + *e*²) time for a frame of *n* samples with *e* extrema, using at most 128
///   of each kind. No allocation after `init`.
/// - SeeAlso: E. Larson, R. Maddox, "Real-time time-domain pitch tracking using wavelets", Proc.
///   University of Illinois at Urbana-Champaign REU Program, 2005.
public struct DynamicWavelet: RangedEstimator {
  /// The number of levels, the frame itself included.
  public static let levelCount = 6
  /// A level whose peak is less than this share of the frame's has lost the fundamental.
  private static let leastShare: Float = 0.25

  /// The sample rate and frequencies of the estimator.
  public let range: SearchRange
  /// The share of the highest extremum that an extremum must reach, in 0...1. The paper uses 0.75.
  public let peakThreshold: Double
  /// The lowest periodicity of a voiced frame, in 0...1.
  public let voicingThreshold: Double
  /// Three periods of the lowest frequency.
  public let frameSize: Int
  private var level: [Float]
  private var extrema: ExtremumDistances

  /// Creates an estimator and its workspace; see ``RangedEstimator`` for parameters and errors.
  public init(
    sampleRate: Double, searchRange: ClosedRange<Double>, peakThreshold: Double = 0.75,
    voicingThreshold: Double = 0.8
  ) throws(EstimatorError) {
    let range = try SearchRange(searchRange, sampleRate: sampleRate)
    try EstimatorError.check(thresholds: peakThreshold, voicingThreshold)
    let frameSize = try range.frameSize(periods: 3)
    level = Array(repeating: 0, count: frameSize)
    self.range = range
    self.peakThreshold = peakThreshold
    self.voicingThreshold = voicingThreshold
    self.frameSize = frameSize
    extrema = ExtremumDistances()
  }

  /// The period that two levels agree on.
  public mutating func bestCandidate(_ frame: Span<Float>) -> PitchCandidate? {
    precondition(frame.count == frameSize, "frame.count must equal frameSize")
    level.load(frame, mean: frame.mean)
    let audible = Self.leastShare * peak(ofFirst: frameSize)
    var count = frameSize
    var scale = 1.0  // samples of the frame in one of the level
    var previous: ExtremumDistances.Mode?
    for _ in 0..<Self.levelCount {
      let found = Self.mode(ofFirst: count, of: level, threshold: peakThreshold, using: &extrema)
      if let found, let previous, Self.agree(previous, found) {
        return range.candidate(
          period: previous.distance * (scale / 2), periodicity: previous.regularity)
      }
      previous = found
      count = halveLevel(count)
      scale *= 2
      guard count >= 4, peak(ofFirst: count) >= audible else { break }
    }
    return nil
  }
}

extension DynamicWavelet {
  // Static: two stored properties cannot be lent to one method of the value that owns them.
  private static func mode(
    ofFirst count: Int, of level: [Float], threshold: Double, using extrema: inout ExtremumDistances
  ) -> ExtremumDistances.Mode? {
    extrema.mode(of: level.span.extracting(first: count), threshold: Float(threshold))
  }

  /// Returns `true` if the period of a level, doubled, is that of the level before.
  private static func agree(
    _ previous: ExtremumDistances.Mode, _ found: ExtremumDistances.Mode
  ) -> Bool {
    (2 * found.distance - previous.distance).magnitude <= max(2, 0.02 * previous.distance)
  }

  private func peak(ofFirst count: Int) -> Float {
    let extremes = level.span.extracting(first: count).extremes
    return max(extremes.largest, -extremes.least)
  }

  /// Replaces the level with the next one, and returns its number of samples.
  private mutating func halveLevel(_ count: Int) -> Int {
    let half = count / 2
    level.withUnsafeMutableBufferPointer { level in
      for index in 0..<half { level[index] = 0.5 * (level[2 * index] + level[2 * index + 1]) }
    }
    return half
  }
}
