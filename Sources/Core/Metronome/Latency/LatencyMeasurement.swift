import SignalProcessing

/// How late a sound comes back through a loudspeaker and a microphone, measured by clicks.
///
/// The clicks that were sent and the onsets in the recording are times of one clock. Every pair of
/// them is a possible delay, and the true one brings the most clicks together: sounds of the room,
/// and clicks that were not heard, do no harm while four clicks of six are left.
package struct LatencyMeasurement: Sendable, Hashable {
  /// The delay, in seconds: the median over the clicks.
  package var latency: Double
  /// The standard deviation of the clicks' delays, in seconds.
  package var spread: Double
  /// The number of clicks that were found.
  package var clickCount: Int

  /// The delays that are looked for, in seconds: Bluetooth takes 0.1...0.4, and clocks that are
  /// read by a program may err by some hundredths, both ways.
  package static var limits: ClosedRange<Double> { -0.05...1.2 }
  /// The largest accepted standard deviation, in seconds.
  package static var largestSpread: Double { 0.005 }
  /// The smallest number of clicks that make a measurement.
  package static var fewestClicks: Int { 4 }

  /// Measures the delay.
  ///
  /// - Parameters:
  ///   - sent: When the clicks were played, in seconds: the ``LatencyProbe/times`` on a clock.
  ///   - recording: What was recorded, on the same clock.
  /// - Throws: ``LatencyError`` if the clicks do not tell the delay.
  package init(sent: [Double], heard recording: ClickRecording) throws(LatencyError) {
    let clicks = sent.enumerated().flatMap { index, time in
      recording.onsets.map { Delay(click: index, time: $0 - time, heard: $0) }
        .filter { Self.limits.contains($0.time) }
    }.sorted { $0.time < $1.time }
    let best = Self.largestGroup(of: clicks, within: Self.reach)
    guard best.count > 1 else { throw .noClickHeard(peakLevel: recording.peakLevel) }
    if let change = Self.change(from: best, in: clicks, clickCount: sent.count) { throw change }
    guard best.count >= Self.fewestClicks else {
      throw .tooFewClicks(heard: best.count, sent: sent.count, peakLevel: recording.peakLevel)
    }
    let clippedCount = best.count { delay in
      recording.clippings.contains { (-0.005...0.03).contains($0 - delay.heard) }
    }
    guard clippedCount < 2 else { throw .clipped }
    latency = Self.median(of: best)
    spread = Self.deviation(of: best.map { $0.time })
    clickCount = best.count
    guard spread <= Self.largestSpread else { throw .uneven(spread: spread) }
  }

  /// The delay of one click, if an onset is that click.
  private struct Delay {
    var click: Int
    var time: Double
    var heard: Double
  }

  /// The delays of one measurement lie this near to each other, in seconds.
  private static var reach: Double { 0.02 }

  /// Returns the delays of the most different clicks within a range, one for each click; the
  /// narrowest group of equal ones.
  private static func largestGroup(of delays: [Delay], within reach: Double) -> [Delay] {
    var best: [Delay] = []
    var end = 0
    for start in delays.indices {
      while end < delays.count, delays[end].time - delays[start].time <= reach { end += 1 }
      let group = onePerClick(delays[start..<end])
      if (group.count, -width(of: group)) > (best.count, -width(of: best)) { best = group }
    }
    return best
  }

  /// Of several onsets that could be one click, the nearest to the median is it.
  private static func onePerClick(_ delays: ArraySlice<Delay>) -> [Delay] {
    let middle = delays[(delays.startIndex + delays.endIndex) / 2].time
    var nearest: [Delay] = []
    for delay in delays {
      guard let index = nearest.firstIndex(where: { $0.click == delay.click }) else {
        nearest.append(delay)
        continue
      }
      if (delay.time - middle).magnitude < (nearest[index].time - middle).magnitude {
        nearest[index] = delay
      }
    }
    return nearest.sorted { $0.time < $1.time }
  }

  private static func width(of group: [Delay]) -> Double {
    guard let first = group.first, let last = group.last else { return .infinity }
    return last.time - first.time
  }

  /// Returns an error if all clicks before one moment have one delay, and all after it another.
  private static func change(
    from group: [Delay], in delays: [Delay], clickCount: Int
  ) -> LatencyError? {
    let clicks = group.map { $0.click }
    guard let first = clicks.min(), let last = clicks.max(), group.count < clickCount else {
      return nil
    }
    let later = largestGroup(of: delays.filter { $0.click > last }, within: reach / 2)
    let earlier = largestGroup(of: delays.filter { $0.click < first }, within: reach / 2)
    if later.count > 1, group.count + later.count >= clickCount - 1 {
      return .changed(from: median(of: group), to: median(of: later))
    }
    if earlier.count > 1, group.count + earlier.count >= clickCount - 1 {
      return .changed(from: median(of: earlier), to: median(of: group))
    }
    return nil
  }

  private static func deviation(of values: [Double]) -> Double {
    let count = Double(values.count)
    let mean = values.reduce(0, +) / count
    let sum = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (sum / (count - 1)).squareRoot()
  }

  private static func median(of sorted: [Delay]) -> Double {
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2)
      ? (sorted[middle - 1].time + sorted[middle].time) / 2 : sorted[middle].time
  }
}
