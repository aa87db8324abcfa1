import Metronome
import _TestSignals

/// Two clocks and a network between them.
struct SimulatedNetwork {
  /// How much faster the other clock runs.
  var drift = 0.0
  /// Seconds by which the other clock is ahead at the start.
  var offset = 1234.5
  /// Seconds of each way, at least.
  var (there, back) = (0.005, 0.005)
  /// The mean of what queues add to each way, in seconds; distributed exponentially.
  var jitter = 0.0
  /// The part of the exchanges that are lost.
  var loss = 0.0
  /// The clock's rate wanders by this sine, of twenty minutes, as with temperature.
  var wander = 0.0
  var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  /// The other clock at a time of this one, in nanoseconds.
  func other(_ time: Double) -> Int64 {
    let period = 1200.0 / (2 * .pi)
    let wandered = wander * period * (1 - cosine(time / period))
    return Int64(((time * (1 + drift)) + offset + wandered) * 1e9)
  }

  private func cosine(_ angle: Double) -> Double {
    let turn = angle - (angle / (2 * .pi)).rounded() * 2 * .pi
    let square = turn * turn
    // To 1e-6 within a turn: the same for the clock and for who judges it, so exactness is of no matter.
    return 1 - square / 2 * (1 - square / 12 * (1 - square / 30 * (1 - square / 56)))
  }

  private mutating func queue() -> Double {
    guard jitter > 0 else { return 0 }
    // An exponential distribution from uniform numbers, by von Neumann's comparison.
    var whole = 0.0
    while true {
      let first = Double.random(in: 0..<1, using: &random)
      var (last, count) = (first, 1)
      while true {
        let next = Double.random(in: 0..<1, using: &random)
        if next >= last { break }
        (last, count) = (next, count + 1)
      }
      if !count.isMultiple(of: 2) { return jitter * (whole + first) }
      whole += 1
    }
  }

  /// An exchange that begins at a time; `nil` if it is lost.
  mutating func exchange(at time: Double) -> ClockOffset.Exchange? {
    let arrival = time + there + queue()
    let answer = arrival + 0.0001
    let end = answer + back + queue()
    guard Double.random(in: 0..<1, using: &random) >= loss else { return nil }
    return ClockOffset.Exchange(
      asked: Int64(time * 1e9), received: other(arrival), answered: other(answer),
      returned: Int64(end * 1e9))
  }
}
