import SignalProcessing

/// The relative lateness of the loudspeakers of several devices, computed from the delays with
/// which each device heard all of them.
///
/// Device k hears device i with a delay of a(k, i) = o(i) + t(i, k) + m(k): the latency of the
/// loudspeaker, the way through the air, and the latency of the microphone. For two devices that
/// hear each other and themselves,
///
///     ((a(k, i) - a(i, k)) + (a(i, i) - a(k, k))) / 2 = o(i) - o(k),
///
/// because the air has the same length both ways, and each microphone occurs with both signs. What
/// is left of the distances is half the difference of those from loudspeaker to microphone within
/// each device. So the correction makes the clicks leave the loudspeakers at the same instant,
/// wherever the devices stand.
///
/// All pairs are fitted together, with weights that take pairs off that contradict the others.
///
/// - SeeAlso: C. Peng et al., "BeepBeep: A High Accuracy Acoustic Ranging System using COTS Mobile
///   Devices", SenSys 2007, [doi:10.1145/1322263.1322265](https://doi.org/10.1145/1322263.1322265),
///   which cancels latencies to measure distances.
package struct SpeakerAlignment: Sendable {
  /// The lateness of the loudspeaker of one device, and its evidence.
  package struct Lateness: Sendable, Hashable {
    /// The time by which it sounds later than the first device, in seconds.
    package var seconds: Double
    /// The disagreement of its pairs, in seconds: the mean of their distances from the fit. 0 with
    /// only one pair.
    package var disagreement: Double
    /// True if the device has no microphone, or nobody heard it both ways. The distance to the
    /// nearest device that heard it is then contained in ``seconds``, at 3 ms a metre.
    package var containsDistance: Bool

    /// Creates a lateness.
    package init(seconds: Double, disagreement: Double = 0, containsDistance: Bool = false) {
      self.seconds = seconds
      self.disagreement = disagreement
      self.containsDistance = containsDistance
    }
  }

  /// For each device, by how much its loudspeaker is later than that of the first device; `nil` if
  /// it was not heard well enough. If that is the first device itself, the others are compared with
  /// one of them.
  package let latenesses: [Lateness?]

  /// Compares the devices.
  ///
  /// - Parameter delays: For each device k, and each device i, the delay with which k heard i, in
  ///   seconds; `nil` where k did not hear i. A row of `nil` is a device without a microphone.
  /// - Precondition: As many columns as rows.
  package init(delays: [[Double?]]) {
    precondition(delays.allSatisfy { $0.count == delays.count }, "the table must be square")
    var fit = Fit(pairs: Self.pairs(delays), deviceCount: delays.count)
    fit.solve()
    var latenesses = fit.latenesses
    Self.addOneWay(to: &latenesses, delays)
    let reference = latenesses.first.flatMap { $0?.seconds } ?? 0
    self.latenesses = latenesses.map { lateness in
      var lateness = lateness
      lateness?.seconds -= reference
      return lateness
    }
  }

  /// Two devices that heard each other and themselves.
  private struct Pair {
    var first: Int
    var second: Int
    /// The lateness of the first minus that of the second, in seconds.
    var difference: Double
  }

  /// The distances that devices in one room may have, in seconds. Those within a device, which
  /// count as none, may make it a little less than nothing.
  private static var distances: ClosedRange<Double> { -0.003...0.15 }

  private static func pairs(_ delays: [[Double?]]) -> [Pair] {
    var pairs: [Pair] = []
    for first in delays.indices {
      for second in delays.indices where second > first {
        guard let firstSelf = delays[first][first], let secondSelf = delays[second][second],
          let there = delays[second][first], let back = delays[first][second],
          distances.contains((there + back - firstSelf - secondSelf) / 2)
        else { continue }
        pairs.append(
          Pair(
            first: first, second: second,
            difference: (there - back + firstSelf - secondSelf) / 2))
      }
    }
    return pairs
  }

  /// Adds devices that were only heard: each is at least as late as its nearest hearer says.
  private static func addOneWay(to latenesses: inout [Lateness?], _ delays: [[Double?]]) {
    let known = latenesses
    for device in latenesses.indices where known[device] == nil {
      var smallest: Double?
      for hearer in known.indices {
        guard let hearing = known[hearer], let heard = delays[hearer][device],
          let itself = delays[hearer][hearer]
        else { continue }
        smallest = min(smallest ?? .infinity, heard - itself + hearing.seconds)
      }
      latenesses[device] = smallest.map { Lateness(seconds: $0, containsDistance: true) }
    }
  }
}

// MARK: - The fit

extension SpeakerAlignment {
  /// Fits one number to each device, so that the sum of the distances of the pairs is smallest:
  /// iteratively reweighted least squares.
  private struct Fit {
    let pairs: [Pair]
    var values: [Double]
    var weights: [Double]
    let isConnected: [Bool]

    /// Distances below this count as noise, in seconds.
    private static var noise: Double { 2e-4 }
    private static var roundCount: Int { 20 }
    private static var sweepCount: Int { 100 }

    init(pairs: [Pair], deviceCount: Int) {
      self.pairs = pairs
      values = [Double](repeating: 0, count: deviceCount)
      weights = [Double](repeating: 1, count: pairs.count)
      isConnected = Self.largestGroup(of: pairs, deviceCount: deviceCount)
    }

    /// The largest group of devices that pairs join; all others are not part of the fit.
    private static func largestGroup(of pairs: [Pair], deviceCount: Int) -> [Bool] {
      var groups = Array(0..<deviceCount)
      for _ in 0..<deviceCount {
        for pair in pairs {
          let group = min(groups[pair.first], groups[pair.second])
          (groups[pair.first], groups[pair.second]) = (group, group)
        }
      }
      let largest = (0..<deviceCount).max { one, other in
        let (first, second) = (groups.count { $0 == one }, groups.count { $0 == other })
        return (first, other) < (second, one)
      }
      return groups.map { $0 == largest }
    }

    mutating func solve() {
      for _ in 0..<Self.roundCount {
        for _ in 0..<Self.sweepCount { sweep() }
        for (index, pair) in pairs.enumerated() {
          weights[index] = Self.noise / max(Self.noise, residual(pair).magnitude)
        }
      }
    }

    /// Moves each device to the weighted mean of what its pairs say.
    private mutating func sweep() {
      for device in values.indices {
        var (sum, total) = (0.0, 0.0)
        for (pair, weight) in zip(pairs, weights) {
          if pair.first == device {
            total += weight
            sum += weight * (values[pair.second] + pair.difference)
          } else if pair.second == device {
            total += weight
            sum += weight * (values[pair.first] - pair.difference)
          }
        }
        if total > 0 { values[device] = sum / total }
      }
    }

    private func residual(_ pair: Pair) -> Double {
      values[pair.first] - values[pair.second] - pair.difference
    }

    var latenesses: [Lateness?] {
      values.indices.map { device in
        let residuals = pairs.filter { $0.first == device || $0.second == device }
          .map { residual($0).magnitude }
        guard isConnected[device], !residuals.isEmpty else { return nil }
        let mean = residuals.reduce(0, +) / Double(residuals.count)
        return Lateness(seconds: values[device], disagreement: mean)
      }
    }
  }
}
