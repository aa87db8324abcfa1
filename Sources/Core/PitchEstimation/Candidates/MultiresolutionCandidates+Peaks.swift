import SignalProcessing

/// The peaks of the correlations.
extension MultiresolutionCandidates {
  /// Adds the peaks of a window.
  mutating func collectPeaks(of window: Int, into list: inout CandidateList) {
    let (rate, level) = (correlations[window].sampleRate, level(of: window))
    let end = correlations[window].longestLag - BandlimitedInterpolation.reach
    var start = max(2, Int(rate / accepted.upperBound))
    correlations[window].weighted.withUnsafeBufferPointer { values in
      var lowest: Float = 1
      if level > 0 {
        // Where periods are few samples long, peaks lie between them.
        start = min(end, Parameters.shortLags)
        fine.withUnsafeMutableBufferPointer { fine in
          guard let target = fine.baseAddress else { return }
          for lag in 1..<(Parameters.shortLags + 1) {
            let quarters = interpolator.quarters(of: values, around: lag)
            if lag > 1 {
              quarters.store(target, 4 * lag - 6)
            } else {
              (fine[0], fine[1]) = (quarters.z, quarters.w)
            }
          }
        }
        let count = Int(Parameters.fineness) * (start - 1)
        fine.withUnsafeBufferPointer {
          scan($0, 1..<count, of: values, isFine: true, window, lowest: &lowest, into: &list)
        }
      }
      for lag in 1..<start { lowest = min(lowest, values[lag]) }
      scan(
        values, start..<max(start, end), of: values, isFine: false, window, lowest: &lowest,
        into: &list)
    }
  }

  /// The lag of a value of `fine`, in samples.
  private static func position(fine index: Int) -> Double {
    1 + Double(index) / Parameters.fineness
  }

  /// Adds the peaks of a correlation.
  ///
  /// - Parameters:
  ///   - heights: Its values, or those of `fine`.
  ///   - range: Which of them can be peaks.
  ///   - values: Its values at whole lags.
  ///   - isFine: Whether `heights` is `fine`.
  ///   - window: The index of its window, 0 for the longest.
  ///   - lowest: The least value before.
  ///   - list: Receives the candidates.
  @inline(never)
  private func scan(
    _ heights: UnsafeBufferPointer<Float>, _ range: Range<Int>,
    of values: UnsafeBufferPointer<Float>, isFine: Bool, _ window: Int, lowest: inout Float,
    into list: inout CandidateList
  ) {
    let rate = correlations[window].sampleRate
    guard let all = heights.baseAddress else { return }
    // In registers: through the reference, each value would wait for the one before.
    var (least, leasts) = (lowest, SIMD4<Float>(repeating: lowest))
    defer { lowest = min(least, min(min(leasts.x, leasts.y), min(leasts.z, leasts.w))) }
    var next = range.lowerBound
    while next < range.upperBound {
      if next + 4 <= range.upperBound {
        // Four at once: most are no peak.
        let four = SIMD4(all, next)
        let isPeak =
          (four .> Parameters.leastHeight) .& (four .>= SIMD4(all, next - 1))
          .& (four .> SIMD4(all, next + 1))
        if isPeak.isEmpty {
          leasts.replace(with: four, where: four .< leasts)
          next += 4
          continue
        }
      }
      let index = next
      next += 1
      let value = heights[index]
      least = min(least, value)
      guard value >= heights[index - 1], value > heights[index + 1], value > Parameters.leastHeight
      else { continue }
      least = min(least, min(min(leasts.x, leasts.y), min(leasts.z, leasts.w)))
      guard least < Parameters.largestValley * value else { continue }
      let position = isFine ? Self.position(fine: index) : Double(index)
      // Longer periods cost more, so no later peak is strong enough.
      if list.count == CandidateList.capacity,
        1 - Self.cost(ofPeriod: (position - 1) / rate, window) < list[list.count - 1].strength
      {
        return
      }
      let peak =
        isFine
        ? interpolator.maximum(of: values, near: position) : peak(of: values, at: index)
      insertCandidate(at: peak, of: window, into: &list)
    }
  }

  /// The amount that a period, in seconds, takes from the strength of a candidate.
  private static func cost(ofPeriod period: Double, _ window: Int) -> Double {
    Parameters.shortWindowCost * Double(window)
      + Parameters.octaveCost * Elementary.log2(Parameters.costFreeFrequency * period)
  }

  /// Adds the candidate of a peak.
  private func insertCandidate(
    at peak: (position: Double, value: Double), of window: Int, into list: inout CandidateList
  ) {
    let (size, rate) = (correlations[window].frameSize, correlations[window].sampleRate)
    let frequency = rate / peak.position
    guard accepted.contains(frequency) else { return }
    let height = min(1, peak.value)
    let fewPeriodsCost = window > 0 ? Parameters.fewPeriodsCost : 0
    list.insert(
      CandidateList.Entry(
        frequency: frequency, height: height,
        strength: height - Self.cost(ofPeriod: 1 / frequency, window)
          - fewPeriodsCost * max(0, Parameters.manyPeriods - Double(size) / peak.position),
        window: window, lag: Int(peak.position + 0.5)))
  }

  /// Returns a peak between the samples, by a parabola where they are dense. The peaks of a pulse
  /// train are narrow at any lag: a parabola would make those near a sample the highest.
  @inline(never)
  func peak(
    of values: UnsafeBufferPointer<Float>, at lag: Int
  ) -> (position: Double, value: Double) {
    let top = values[lag]
    let isNarrow = top - min(values[lag - 1], values[lag + 1]) > Parameters.largestDrop * top
    guard lag >= Parameters.parabolicLag, !isNarrow else {
      return interpolator.maximum(of: values, near: lag)
    }
    let parabola = Parabola(left: values[lag - 1], middle: values[lag], right: values[lag + 1])
    return (Double(lag) + parabola.offset, parabola.extremum)
  }

  /// Returns the frequency by the unweighted correlation: that of its peak within the distance by
  /// which the weights can have moved the weighted one.
  ///
  /// - Returns: `nil` if there is none, and the weights moved the peak too far: the signal does not
  ///   repeat.
  func measuredFrequency(_ entry: CandidateList.Entry) -> Double? {
    let displacement = correlations[entry.window].largestDisplacement(at: entry.frequency)
    // With noise removed, the weighted peak is better, unless the weights moved it.
    if entry.window == 0, noise.isActive, displacement < Parameters.largestUnmeasured {
      return entry.frequency
    }
    let rate = correlations[entry.window].sampleRate
    let place = rate / entry.frequency
    // The weights are 1 at this frequency, and exclude aliases from above the lower rate.
    if place < Double(Parameters.shortLags) { return entry.frequency }
    let farthest = place * max(Parameters.leastReach, displacement)
    let reach = max(1, Int(farthest))
    return correlations[entry.window].plain.withUnsafeBufferPointer { values in
      var lag = entry.lag
      while lag > max(1, entry.lag - reach), values[lag - 1] > values[lag] { lag -= 1 }
      while lag < min(values.count - 2, entry.lag + reach), values[lag + 1] > values[lag] {
        lag += 1
      }
      if values[lag] >= values[lag - 1], values[lag] >= values[lag + 1] {
        let found = peak(of: values, at: lag).position
        if (found - place).magnitude < farthest { return rate / found }
      }
      // Hum or rumble slopes there. A weighted peak that has hardly moved is exact enough.
      return displacement < Parameters.largestUnmeasured ? entry.frequency : nil
    }
  }
}

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
    var unit = [Float](repeating: 0, count: 4 * Self.reach + 1)
    for row in 0..<(Self.steps + 1) {
      let offset = Double(row) / Double(Self.steps) - 0.5
      for tap in -Self.reach..<(Self.reach + 1) {
        // The middle sample is far from the ends of these.
        let index = 2 * Self.reach + tap
        unit[index] = 1
        weights[Self.tapCount * row + Self.reach + tap] = Float(
          BandlimitedInterpolation.value(of: unit.span, at: Double(2 * Self.reach) + offset))
        unit[index] = 0
      }
    }
    self.weights = weights
    var quarters = [Float](repeating: 0, count: 4 * Self.tapCount)
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
