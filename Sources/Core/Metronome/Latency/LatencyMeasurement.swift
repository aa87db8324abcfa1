import SignalProcessing

/// The delay with which a sound comes back through a loudspeaker and a microphone, measured by
/// clicks.
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
  /// The largest standard deviation that ``refine(by:)`` accepts, in seconds.
  package static var largestSpread: Double { 0.005 }
  /// The smallest number of clicks that make a measurement.
  package static var fewestClicks: Int { 4 }

  /// Measures the delay roughly: ``refine(by:)`` belongs to it.
  ///
  /// - Parameters:
  ///   - sent: When the clicks were played, in seconds: the ``LatencyProbe/times`` on a clock.
  ///   - recording: What was recorded, on the same clock.
  /// - Throws: ``LatencyError`` if the clicks do not tell the delay.
  package init(sent: [Double], heard recording: ClickRecording) throws(LatencyError) {
    let clicks = sent.enumerated().flatMap { index, time in
      recording.onsets.map { Delay(click: index, time: $0 - time, heard: $0) }
        .filter { Self.limits.contains($0.time) }
    }.ascending { $0.time }
    let best = Self.delays(of: clicks)
    guard best.count > 1 else { throw .noClickHeard(peakLevel: recording.peakLevel) }
    // Among many other sounds, two are easily as far apart as two clicks.
    let fewest = recording.onsets.count <= sent.count + 2 ? 2 : 3
    if let change = Self.change(
      from: best, in: clicks, clickCount: sent.count, fewest: fewest)
    {
      throw change
    }
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
  }

  /// The part of the sound around a chirp's expected time in which its direct sound must be, in
  /// seconds. A click's onset may be that of a reflection, so that the direct sound comes earlier;
  /// the rest of the window tells the level of the noise.
  package static var chirpWindow: ClosedRange<Double> { -0.2...0.03 }

  /// Makes the measurement accurate by chirps, or by the clicks alone if fewer than three chirps agree.
  ///
  /// - Parameter delays: The delays of the chirps, in seconds, as ``ChirpFinder`` finds them within
  ///   ``chirpWindow`` of ``latency``; fewer if some were not heard.
  /// - Throws: ``LatencyError/uneven(spread:)`` if only the clicks tell the delay, and vary too much.
  package mutating func refine(by delays: [Double]) throws(LatencyError) {
    let sorted = delays.sorted()
    let median = sorted.isEmpty ? 0 : sorted[sorted.count / 2]
    let near = sorted.filter { ($0 - median).magnitude <= Self.largestSpread }
    if near.count >= 3 {
      latency = near[near.count / 2]
      spread = Self.deviation(of: near)
    }
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
  /// Those of a steady connection lie this near to each other, in seconds.
  private static var steadyReach: Double { 0.004 }

  /// Returns what are probably the delays of the clicks.
  ///
  /// Sounds of the room are as likely at any time, so that a narrow group of enough clicks is more
  /// than chance, where a wide one may not be. What lies near to the narrow one belongs to it.
  private static func delays(of clicks: [Delay]) -> [Delay] {
    let narrow = largestGroup(of: clicks, within: steadyReach)
    guard narrow.count >= fewestClicks else { return largestGroup(of: clicks, within: reach) }
    let middle = median(of: narrow)
    return onePerClick(
      clicks.filter { ($0.time - middle).magnitude <= largestSpread }, around: middle)
  }

  /// Returns the delays of the most different clicks within a range, one for each click; the
  /// narrowest group of equal ones.
  private static func largestGroup(of delays: [Delay], within reach: Double) -> [Delay] {
    var best: [Delay] = []
    var end = 0
    for start in delays.indices {
      while end < delays.count, delays[end].time - delays[start].time <= reach { end += 1 }
      let middle = delays[(start + end) / 2].time
      let group = onePerClick(delays[start..<end], around: middle)
      if (group.count, -width(of: group)) > (best.count, -width(of: best)) { best = group }
    }
    return best
  }

  /// Of several onsets that could be one click, the nearest to the middle is it.
  private static func onePerClick(
    _ delays: some Sequence<Delay>, around middle: Double
  ) -> [Delay] {
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
    return nearest.ascending { $0.time }
  }

  private static func width(of group: [Delay]) -> Double {
    guard let first = group.first, let last = group.last else { return .infinity }
    return last.time - first.time
  }

  /// Returns an error if all clicks before one moment have one delay, and all after it another;
  /// `fewest` clicks have to have the other one.
  private static func change(
    from group: [Delay], in delays: [Delay], clickCount: Int, fewest: Int
  ) -> LatencyError? {
    let clicks = group.map { $0.click }
    guard let first = clicks.min(), let last = clicks.max(), group.count < clickCount else {
      return nil
    }
    let later = largestGroup(of: delays.filter { $0.click > last }, within: reach / 2)
    let earlier = largestGroup(of: delays.filter { $0.click < first }, within: reach / 2)
    if later.count >= fewest, group.count + later.count >= clickCount - 1 {
      return .changed(from: median(of: group), to: median(of: later))
    }
    if earlier.count >= fewest, group.count + earlier.count >= clickCount - 1 {
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
