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
        fine.withUnsafeMutableBufferPointer {
          Self.fill($0, with: values, by: interpolator)
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

  /// Fills `fine` with a correlation between its samples.
  private static func fill(
    _ fine: UnsafeMutableBufferPointer<Float>, with values: UnsafeBufferPointer<Float>,
    by interpolator: LagInterpolator
  ) {
    if CodeSize.isSmall {
      for index in 0..<fine.count {
        fine[index] = interpolator.value(of: values, at: Self.position(fine: index))
      }
      return
    }
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
      if !CodeSize.isSmall, next + 4 <= range.upperBound {
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
