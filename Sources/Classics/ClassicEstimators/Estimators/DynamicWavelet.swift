public import PitchEstimation
import SignalProcessing

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

  /// Creates an estimator and its workspace, as ``PitchEstimation/RangedEstimator`` describes.
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
  // Static: two stored properties cannot be passed to one method of the value that owns them.
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

/// Measures the most common distance between the extrema of a wave.
struct ExtremumDistances: Sendable {
  /// The most common distance.
  struct Mode {
    /// The mean distance, in fractional samples.
    var distance: Double
    /// The share of the extrema that have a next one at this distance, in 0...1.
    var regularity: Double
  }

  private var maxima = ExtremumPositions()
  private var minima = ExtremumPositions()
  /// All distances, of either kind, in ascending order.
  private var sorted = [Double](repeating: 0, count: 2 * ExtremumPositions.mostDistances)

  /// The most common distance between extrema of one kind.
  ///
  /// - Parameters:
  ///   - wave: At least three samples, around zero.
  ///   - threshold: The share of the highest extremum of its kind that an extremum must reach.
  /// - Returns: `nil` if there are no two extrema of a kind.
  mutating func mode(of wave: Span<Float>, threshold: Float) -> Mode? {
    maxima.find(in: wave, sign: 1, threshold: threshold)
    minima.find(in: wave, sign: -1, threshold: threshold)
    let count = collectDistances()
    let all = sorted.span.extracting(first: count)
    let high = Self.mostSupported(in: maxima, among: all)
    let low = Self.mostSupported(in: minima, among: all)
    let best = high.support >= low.support ? high : low
    return best.support > 0 ? refined(best.distance) : nil
  }

  /// Fills `sorted`, and returns how many distances there are.
  private mutating func collectDistances() -> Int {
    let (maxima, minima) = (maxima, minima)
    return sorted.withUnsafeMutableBufferPointer { sorted in
      var count = 0
      maxima.forEachDistance {
        sorted[count] = $0
        count += 1
      }
      minima.forEachDistance {
        sorted[count] = $0
        count += 1
      }
      Self.sort(UnsafeMutableBufferPointer(rebasing: sorted[..<count]))
      return count
    }
  }

  /// Shell's sort, which allocates nothing.
  private static func sort(_ values: UnsafeMutableBufferPointer<Double>) {
    var gap = 1
    while gap < values.count / 3 { gap = 3 * gap + 1 }
    while gap > 0 {
      for index in stride(from: gap, to: values.count, by: 1) {
        let value = values[index]
        var position = index
        while position >= gap, values[position - gap] > value {
          values[position] = values[position - gap]
          position -= gap
        }
        values[position] = value
      }
      gap /= 3
    }
  }

  /// The distance between extrema of one kind that most others, of either kind, are near.
  private static func mostSupported(
    in positions: ExtremumPositions, among sorted: Span<Double>
  ) -> (distance: Double, support: Int) {
    var best = (distance: 0.0, support: 0)
    positions.forEachDistance { distance in
      let tolerance = ExtremumPositions.tolerance(of: distance)
      let first = firstIndex(in: sorted) { $0 >= distance - tolerance }
      let support = firstIndex(in: sorted) { $0 > distance + tolerance } - first
      if support > best.support { best = (distance, support) }
    }
    return best
  }

  /// The index of the first value with a property that all greater ones share.
  @inline(__always)
  private static func firstIndex(in sorted: Span<Double>, where isBeyond: (Double) -> Bool) -> Int {
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if isBeyond(sorted[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The mean of the distances near one, over whole spans of periods.
  private func refined(_ distance: Double) -> Mode? {
    let (high, low) = (maxima.span(of: distance), minima.span(of: distance))
    let periods = high.periods + low.periods
    let expected = high.expected + low.expected
    guard periods > 0, expected > 0 else { return nil }
    return Mode(
      distance: (high.length + low.length) / Double(periods),
      regularity: min(1, Double(high.matched + low.matched) / Double(expected)))
  }
}

/// The positions of the extrema of one kind.
private struct ExtremumPositions: Sendable {
  /// The largest number of extrema; a frame may hold more.
  private static let capacity = 128
  /// The number of following extrema that each one is compared with.
  private static let reach = 3

  private var positions = [Double](repeating: 0, count: capacity)
  private(set) var count = 0

  /// The largest number of distances that ``forEachDistance(_:)`` visits.
  static let mostDistances = capacity * reach

  /// Finds the highest maximum of the wave times `sign` in each stretch above zero.
  mutating func find(in wave: Span<Float>, sign: Float, threshold: Float) {
    count = 0
    let extremes = wave.extremes
    let highest = sign > 0 ? extremes.largest : -extremes.least
    guard highest > 0, highest.isFinite else { return }
    let floor = threshold * highest
    wave.withUnsafeBufferPointer { samples in
      var best = 0
      for index in 1..<(samples.count - 1) {
        let value = sign * samples[index]
        if value <= 0 {
          if best > 0 { append(best, of: wave) }
          best = 0
        } else if value >= floor, value >= sign * samples[index - 1],
          value > sign * samples[index + 1], best == 0 || value > sign * samples[best]
        {
          best = index
        }
      }
      append(best, of: wave)
    }
  }

  private mutating func append(_ index: Int, of wave: Span<Float>) {
    guard index > 0, count < Self.capacity else { return }
    let (left, middle) = (Double(wave[index - 1]), Double(wave[index]))
    let right = Double(wave[index + 1])
    let curvature = left - 2 * middle + right
    let shift = curvature == 0 ? 0 : 0.5 * (left - right) / curvature
    positions[count] = Double(index) + max(-0.5, min(0.5, shift))
    count += 1
  }

  /// Visits the distances from each extremum to the next few.
  @inline(__always)
  func forEachDistance(_ visit: (Double) -> Void) {
    positions.withUnsafeBufferPointer { positions in
      for first in 0..<count {
        for second in (first + 1)..<max(first + 1, min(count, first + 1 + Self.reach)) {
          visit(positions[second] - positions[first])
        }
      }
    }
  }

  /// Returns `true` if distances are equal within a sample, or 4 % if that is more.
  private static func areClose(_ first: Double, _ second: Double) -> Bool {
    (first - second).magnitude <= tolerance(of: second)
  }

  static func tolerance(of distance: Double) -> Double { max(1, 0.04 * distance) }

  /// Follows the extrema from each to the one a period later.
  ///
  /// - Returns: The total length and the number of consecutive periods, the number of extrema that
  ///   had a next one, and the number that should have.
  func span(of distance: Double) -> (length: Double, periods: Int, matched: Int, expected: Int) {
    guard count > 1 else { return (0, 0, 0, 0) }
    var (length, periods, matched, expected) = (0.0, 0, 0, 0)
    var chain = positions[0]
    for first in 0..<(count - 1) {
      expected += positions[first] + 0.96 * distance <= positions[count - 1] + 1 ? 1 : 0
      var next: Double?
      for second in (first + 1)..<min(count, first + 1 + Self.reach)
      where Self.areClose(positions[second] - positions[first], distance) && next == nil {
        next = positions[second]
      }
      guard let next else { continue }
      matched += 1
      // A period that overlaps one already counted adds nothing.
      guard positions[first] >= chain - 1e-9 else { continue }
      length += next - positions[first]
      periods += 1
      chain = next
    }
    return (length, periods, matched, expected)
  }
}
