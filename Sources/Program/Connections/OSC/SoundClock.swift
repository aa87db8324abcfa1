/// Turns times of the sound into times of the day, without the jitter with which readings arrive.
///
/// The earliest arrival relative to its sound tells the day's time at the start of the sound; later
/// arrivals waited. The estimate creeps by 200 millionths, because the clock of a microphone differs
/// from the computer's by up to 100. A time is never later than its arrival.
struct SoundClock: Sendable {
  private var start: Double?
  private var lastTime = 0.0

  /// - Parameters:
  ///   - time: Seconds since the first sample, in chronological order.
  ///   - now: The time of the day at the arrival, in seconds since any epoch.
  /// - Returns: The time of the day that belongs to the sound, delayed by what the tracker needs at least.
  mutating func date(of time: Double, arrivedAt now: Double) -> Double {
    let arrival = now - time
    let crept = start.map { $0 + 2e-4 * max(0, time - lastTime) }
    // Later by a second: the sound stood still, as when a device was lost.
    let start = crept.map { arrival - $0 > 1 ? arrival : min($0, arrival) } ?? arrival
    self.start = start
    lastTime = time
    return start + time
  }
}
