import SignalProcessing

/// Finds the maxima of an autocorrelation between its samples.
///
/// As ``SignalProcessing/BandlimitedInterpolation``, but with weights from a table: the values at
/// the sixteenths between two samples, and a parabola through three of them.
///
/// - Complexity: O(1) time: about five sums of 21 products. No allocation after `init`.
final class LagInterpolator: Sendable {
  /// The positions between two samples whose weights are tabulated.
  private static let steps = 16
  private static let reach = BandlimitedInterpolation.reach
  /// The number of samples read: those within reach, rounded up to whole vectors.
  private static let tapCount = 24

  /// Row r has the weights of the samples from `reach` before to `reach` after one, and zeros, for
  /// the position r/16 − 1/2 behind it.
  private let weights: [Float]
  /// Those of the positions of ``quarters(of:around:)``, four for each sample.
  private let quarterWeights: [Float]

  init() {
    var weights = [Float](repeating: 0, count: Self.tapCount * (Self.steps + 1))
    var taps = [Double](repeating: 0, count: 2 * Self.reach + 1)
    for row in 0..<(Self.steps + 1) {
      // Halfway, the next sample is the nearest.
      let next = row / Self.steps
      let offset = Double(row) / Double(Self.steps) - 0.5 - Double(next)
      let sum = BandlimitedInterpolation.findWeights(at: offset, &taps)
      for tap in 0..<(taps.count - next) {
        weights[Self.tapCount * row + next + tap] = Float(taps[tap] / sum)
      }
    }
    self.weights = weights
    var quarters = [Float](repeating: 0, count: CodeSize.isSmall ? 0 : 4 * Self.tapCount)
    for index in quarters.indices {
      quarters[index] = weights[Self.tapCount * Self.steps / 4 * (index % 4) + index / 4]
    }
    quarterWeights = quarters
  }

  /// Returns the maximum next to a sample that is larger than its neighbours.
  ///
  /// - Parameters:
  ///   - values: An autocorrelation, from lag 0 on; those beyond the last count as equal to it.
  ///   - lag: The index of the sample, at least 1.
  /// - Returns: The lag in samples, within one sample of `lag`, and the value there.
  func maximum(
    of values: UnsafeBufferPointer<Float>, near lag: Int
  ) -> (position: Double, value: Double) {
    let half = Self.steps / 2
    let coarse = Parabola(
      left: value(of: values, lag, -half), middle: values[lag], right: value(of: values, lag, half))
    return maximum(of: values, near: Double(lag) + 0.5 * max(-2, min(2, coarse.offset)))
  }

  /// Returns the maximum whose slope a position is on, in samples and at least 1, within one
  /// sample.
  func maximum(
    of values: UnsafeBufferPointer<Float>, near position: Double
  ) -> (position: Double, value: Double) {
    let lag = Int(position + 0.5)
    // Whole eighths, so that one more on either side is in the table.
    let eighths = 0.5 * Double(Self.steps) * (position - Double(lag))
    let step = 2 * Int(eighths + (eighths < 0 ? -0.5 : 0.5))
    let last = Self.steps - 2
    var place = max(-last, min(last, step))
    var middle = value(of: values, lag, place)
    var (left, right) = (value(of: values, lag, place - 2), value(of: values, lag, place + 2))
    // A parabola through values half a sample apart may miss it.
    while left > middle, place > -last {
      place -= 2
      (middle, right) = (left, middle)
      left = value(of: values, lag, place - 2)
    }
    while right > middle, place < last {
      place += 2
      (left, middle) = (middle, right)
      right = value(of: values, lag, place + 2)
    }
    let fine = Parabola(left: left, middle: middle, right: right)
    // No maximum, if it is outside of the three.
    let isThere = fine.offset.magnitude <= 1
    let offset = isThere ? fine.offset : 0
    return (
      Double(lag) + (Double(place) + 2 * offset) / Double(Self.steps),
      isThere ? fine.extremum : Double(middle)
    )
  }

  /// Returns the values a half and a quarter of a sample before a sample, at it and a quarter of a
  /// sample after it, with the bits of ``value(of:at:)``.
  ///
  /// - Parameters:
  ///   - values: As above.
  ///   - lag: The index of the sample, at least 1.
  /// - Returns: The four values.
  func quarters(of values: UnsafeBufferPointer<Float>, around lag: Int) -> SIMD4<Float> {
    let first = lag - Self.reach
    guard lag + Self.tapCount <= values.count else {
      let quarter = Self.steps / 4
      return SIMD4(
        value(of: values, lag, -2 * quarter), value(of: values, lag, -quarter),
        value(of: values, lag, 0), value(of: values, lag, quarter))
    }
    return quarterWeights.withUnsafeBufferPointer { weights in
      guard let weights = weights.baseAddress else { return .zero }
      var sum = SIMD4<Float>.zero
      if first < 0 {
        for tap in 0..<(2 * Self.reach + 1) {
          sum += values[abs(first + tap)] * SIMD4(weights, 4 * tap)
        }
      } else {
        // In the order in which eight lanes are added.
        for lane in 0..<8 {
          var part = values[first + lane] * SIMD4(weights, 4 * lane)
          part += values[first + lane + 8] * SIMD4(weights, 4 * lane + 32)
          part += values[first + lane + 16] * SIMD4(weights, 4 * lane + 64)
          sum += part
        }
      }
      return sum
    }
  }

  /// Returns the value at the sixteenth of a sample nearest to a position, in samples and at least
  /// 1.
  func value(of values: UnsafeBufferPointer<Float>, at position: Double) -> Float {
    let lag = Int(position + 0.5)
    let sixteenths = Double(Self.steps) * (position - Double(lag))
    return value(of: values, lag, Int(sixteenths + (sixteenths < 0 ? -0.5 : 0.5)))
  }

  /// The value this many sixteenths of a sample after a sample.
  private func value(
    of values: UnsafeBufferPointer<Float>, _ lag: Int, _ sixteenths: Int
  ) -> Float {
    let half = Self.steps / 2
    let (center, row) =
      sixteenths > half
      ? (lag + 1, sixteenths - half)
      : sixteenths < -half ? (lag - 1, sixteenths + Self.steps + half) : (lag, sixteenths + half)
    let first = center - Self.reach
    return weights.withUnsafeBytes { weights in
      let row = UnsafeRawBufferPointer(
        rebasing: weights[(4 * Self.tapCount * row)..<(4 * Self.tapCount * (row + 1))])
      guard first >= 0, first + Self.tapCount <= values.count else {
        return Self.sum(row) { values[min(values.count - 1, abs(first + $0))] }
      }
      guard let samples = values.baseAddress, let row = row.baseAddress else { return 0 }
      var sum = SIMD8<Float>.zero
      for tap in stride(from: 0, to: Self.tapCount, by: 8) {
        sum +=
          UnsafeRawPointer(samples + first + tap).loadUnaligned(as: SIMD8<Float>.self)
          * (row + 4 * tap).loadUnaligned(as: SIMD8<Float>.self)
      }
      return sum.sum()
    }
  }

  /// Σ w x near lag 0, around which an autocorrelation is even, and near its end.
  private static func sum(_ weights: UnsafeRawBufferPointer, _ value: (Int) -> Float) -> Float {
    var sum: Float = 0
    for tap in 0..<(2 * reach + 1) {
      sum += weights.loadUnaligned(fromByteOffset: 4 * tap, as: Float.self) * value(tap)
    }
    return sum
  }
}
