/// The degree to which one set of partials gives way to another: the rise of new bands and the fall
/// of old ones, apart from a change of the level of all.
///
/// A new note of the same loudness raises some narrow bands and lowers others. A tremolo moves all
/// alike, and a vibrato returns to where it was within a period; so a band is compared with the
/// largest measure of itself and its neighbours in a longer time before.
struct SpectralChange: Sendable {
  private let count: Int
  private let lag: Int
  private let span: Int
  private var measured: [[Float]]  // the newest at `newest`
  private var widened: [[Float]]  // each band with its neighbours
  private var newest = 0
  private var frames = 0
  private var references: SlidingMaximum

  /// - Parameters:
  ///   - count: The number of bands.
  ///   - lag: The distance to the latest frame before, in frames.
  ///   - span: The number of frames before, from `lag` on.
  init(count: Int, lag: Int, span: Int) {
    self.count = count
    self.lag = lag
    self.span = span
    measured = Array(repeating: Array(repeating: 0, count: count), count: lag + span)
    widened = measured
    references = SlidingMaximum(count: count, span: span)
  }

  /// Returns the mean change of the bands up to the next frame.
  ///
  /// - Parameter measures: The logarithms of their powers over the noise.
  /// - Returns: Powers of ten, from 0 on.
  mutating func change(to measures: [Float]) -> Float {
    newest = (newest + 1) % (lag + span)
    measured[newest] = measures
    widened[newest] = withNeighbours(measures)
    frames += 1
    guard frames > lag else { return 0 }
    let before = (newest + span) % (lag + span)  // `lag` frames earlier
    references.append(widened[before])
    guard frames >= lag + span else { return 0 }
    let gain = commonGain(measures, measured[before])
    var (rise, fall): (Float, Float) = (0, 0)
    for band in 0..<count {
      rise += max(0, measures[band] - references.maximum[band] - max(0, gain))
      fall += max(0, measured[before][band] - widened[newest][band] + min(0, gain))
    }
    return (rise + min(rise, fall)) / Float(count)
  }

  /// The mean change of the bands that sound before and after.
  private func commonGain(_ after: [Float], _ before: [Float]) -> Float {
    var (sum, weights): (Float, Float) = (0, 0.01 * Float(count))
    for band in 0..<count {
      let weight = min(after[band], before[band])
      sum += weight * (after[band] - before[band])
      weights += weight
    }
    return sum / weights
  }

  private func withNeighbours(_ measures: [Float]) -> [Float] {
    var result = measures
    for band in 1..<count {
      result[band] = max(measures[band], measures[band - 1])
      result[band - 1] = max(result[band - 1], measures[band])
    }
    return result
  }
}

/// The largest measures of each band in the last frames, in a few comparisons a frame.
///
/// - SeeAlso: M. van Herk, "A fast algorithm for local minimum and maximum filters on rectangular and octagonal
///   kernels", Pattern Recognition Letters 13, 1992.
private struct SlidingMaximum: Sendable {
  private let count: Int
  private let span: Int
  private var block: [[Float]]  // the frames of this block; later the maxima from each to its end
  private var rest: [[Float]]  // the maxima from each frame of the last block to its end
  private var place = 0
  private var start: [Float]  // the maxima of this block so far
  /// The largest measures of the last `span` frames, from 0 on.
  private(set) var maximum: [Float]

  init(count: Int, span: Int) {
    (self.count, self.span) = (count, span)
    block = Array(repeating: Array(repeating: 0, count: count), count: span)
    rest = block
    start = Array(repeating: 0, count: count)
    maximum = start
  }

  mutating func append(_ measures: [Float]) {
    block[place] = measures
    for band in 0..<count {
      start[band] = place == 0 ? measures[band] : max(start[band], measures[band])
    }
    place += 1
    guard place == span else {
      for band in 0..<count { maximum[band] = max(0, start[band], rest[place][band]) }
      return
    }
    for band in 0..<count { maximum[band] = max(0, start[band]) }
    for index in stride(from: span - 2, through: 0, by: -1) {
      for band in 0..<count {
        block[index][band] = max(block[index][band], block[index + 1][band])
      }
    }
    swap(&block, &rest)
    place = 0
  }
}
