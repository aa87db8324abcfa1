/// The times at which each of several devices plays its chirps, on the clock that all of them
/// share.
///
/// The devices take turns, in ``roundCount`` rounds. A slot is longer than the sum of two latencies
/// of Bluetooth, so that every chirp is heard in the slot of the device that played it.
package struct AlignmentPlan: Sendable, Hashable {
  /// The largest number of devices.
  package static var deviceLimit: Int { 16 }
  /// The largest number of rounds.
  package static var roundLimit: Int { 8 }
  /// The usual number of rounds: the median of three is right if one is not.
  package static var standardRoundCount: Int { 3 }
  /// The duration of a slot, in nanoseconds.
  package static var slot: Int64 { 1_200_000_000 }

  /// The first moment, in nanoseconds on the shared clock.
  package let start: Int64
  /// The number of devices, 1...``deviceLimit``.
  package let deviceCount: Int
  /// The number of rounds, 1...``roundLimit``.
  package let roundCount: Int

  /// Creates a plan; `nil` if a count is out of its range.
  ///
  /// - Parameters:
  ///   - start: The first moment, in nanoseconds on the shared clock.
  ///   - deviceCount: The number of devices.
  ///   - roundCount: The number of rounds.
  package init?(start: Int64, deviceCount: Int, roundCount: Int = standardRoundCount) {
    guard (1...Self.deviceLimit).contains(deviceCount),
      (1...Self.roundLimit).contains(roundCount), (0...1 << 60).contains(start)
    else { return nil }
    (self.start, self.deviceCount, self.roundCount) = (start, deviceCount, roundCount)
  }

  /// Returns when a device plays a chirp.
  ///
  /// - Parameters:
  ///   - device: The number of the device, from 0.
  ///   - round: The number of the round, from 0.
  /// - Returns: Nanoseconds on the shared clock.
  package func time(of device: Int, round: Int) -> Int64 {
    start + Int64(round * deviceCount + device) * Self.slot
  }

  /// The end of the last slot, in nanoseconds on the shared clock.
  package var end: Int64 { start + Int64(roundCount * deviceCount) * Self.slot }

  /// The part of a slot in which its chirp can begin to be heard, in seconds from its start.
  package static var window: ClosedRange<Double> { -0.08...1.04 }

  /// The sound after the last slot that is waited for before chirps are looked for, in nanoseconds.
  static var recordingTail: Int64 { 100_000_000 }

  /// Compares what was heard with the plan.
  ///
  /// - Parameter heard: Returns when the chirp of a slot was heard, in nanoseconds on the shared clock; `nil` if it was
  ///   not.
  /// - Returns: The delay of each device, in seconds; `nil` where the rounds disagree, or it was not heard.
  package func delays(heard: (_ slot: Int64) -> Int64?) -> [Double?] {
    (0..<deviceCount).map { device in
      var delays: [Double] = []
      for round in 0..<roundCount {
        let slot = time(of: device, round: round)
        if let time = heard(slot) { delays.append(Double(time - slot) / 1e9) }
      }
      return Self.combined(delays)
    }
  }

  /// Combines the delays that were heard in the rounds.
  ///
  /// - Parameter delays: Seconds, for each round in which the chirp was heard.
  /// - Returns: The mean of those that agree within a millisecond, if they are most of them; or the
  ///   median, if all agree within ``largestWander``, as those of a connection whose latency
  ///   wanders; otherwise `nil`.
  package static func combined(_ delays: [Double]) -> Double? {
    let sorted = delays.sorted()
    guard let first = sorted.first, let last = sorted.last else { return nil }
    let median = sorted[sorted.count / 2]
    let near = sorted.filter { ($0 - median).magnitude <= 0.001 }
    if near.count * 2 > sorted.count { return near.reduce(0, +) / Double(near.count) }
    return last - first <= largestWander ? median : nil
  }

  /// The largest change of a latency in one session, in seconds.
  package static var largestWander: Double { 0.01 }
}
