import SignalProcessing

/// Finds when an attack reaches half of its amplitude.
struct AttackLocator: Sendable {
  /// An attack.
  struct Attack: Sendable {
    /// When it reaches half of its amplitude, in seconds from the first sample of the stretch.
    var time: Double
    /// From a quarter to 90 percent of its amplitude, in seconds.
    var rise: Double
    /// In dBFS.
    var level: Double
    /// True if there is a jump within a few milliseconds.
    var isSharp: Bool
  }

  /// The stretch of sound that is needed before and after the estimated time, in seconds.
  static let reach = (before: 0.13, after: 0.20)

  let length: Int
  private let sampleRate: Double
  private var filter: AttackFilter
  private var work: [Float]
  private var sums: [Double]  // of the powers of the filtered samples before each
  private var used = 0

  init(sampleRate: Double) {
    self.sampleRate = sampleRate
    length = Int(((Self.reach.before + Self.reach.after) * sampleRate).rounded())
    let size = RealFourierTransform.shortestLength(holding: length)
    filter = AttackFilter(length: size, sampleRate: sampleRate)
    work = Array(repeating: 0, count: size)
    sums = Array(repeating: 0, count: length + 1)
  }

  /// Locates an attack near ``reach``.before in `samples`, which has ``length`` samples.
  mutating func locate(_ samples: [Float]) -> Attack? {
    let middle = Self.reach.before
    guard
      let rough = pass(
        samples, around: middle, from: middle - 0.05, to: middle + 0.10,
        AttackFilter.Windows(before: [-0.045, -0.075], after: [0, 0.02, 0.05, 0.1]))
    else { return nil }
    let fine = rough
    return fine
  }

  private mutating func pass(
    _ samples: [Float], around onset: Double, from first: Double, to last: Double,
    _ windows: AttackFilter.Windows
  ) -> Attack? {
    for index in 0..<work.count { work[index] = index < length ? samples[index] : 0 }
    guard filter.apply(to: &work, onset: onset, windows: windows) else { return nil }
    var sum = 0.0
    for index in 0..<length {
      sums[index] = sum
      sum += Double(work[index] * work[index])
    }
    sums[length] = sum
    let floor = power(0.02, onset - 0.06)
    var attack = soft(from: first, to: last, floor: floor)
    if let sharp = sharp(attack, from: first, to: last, floor: floor) { attack = sharp }
    attack.level = level(samples, at: attack.time)
    return attack
  }

  /// The mean power of the filtered sound between two times.
  private func power(_ start: Double, _ end: Double) -> Double {
    let first = min(length - 1, max(0, Int(start * sampleRate)))
    let last = min(length, max(first + 1, Int(end * sampleRate)))
    return (sums[last] - sums[first]) / Double(last - first)
  }

  private func smooth(_ time: Double, _ width: Double) -> Double {
    // Two boxes make a triangle.
    0.5
      * (power(time - width / 2, time + width / 2)
        + power(time - width / 4, time + width / 4))
  }

  private func soft(from first: Double, to last: Double, floor: Double) -> Attack {
    let step = 0.001
    let width = 0.025
    var top = 0.0
    var time = first
    while time < last + 0.06 {
      top = max(top, smooth(time, width) - floor)
      time += step
    }
    var peak = first
    while peak < last + 0.06, smooth(peak, width) - floor < 0.81 * top { peak += step }
    var start = peak
    while start > 0.01, smooth(start, width) - floor > 0.0625 * top { start -= step }
    let half = crossing(from: start - 0.02, to: peak, level: floor + 0.25 * top)
    return Attack(time: half, rise: peak - start, level: 0, isSharp: false)
  }

  /// The time before which the mean power is furthest below a level: the best estimate of where it
  /// changes from less to more.
  private func crossing(from first: Double, to last: Double, level: Double) -> Double {
    let start = max(0, Int(first * sampleRate))
    let end = min(length, Int(last * sampleRate) + 1)
    var best = start
    var least = 0.0
    if start < end {
      for index in start...end {
        let sum = sums[index] - sums[start] - level * Double(index - start)
        if sum < least {
          least = sum
          best = index
        }
      }
    }
    return Double(best) / sampleRate
  }

  private func sharp(
    _ soft: Attack, from first: Double, to last: Double, floor: Double
  ) -> Attack? {
    let step = 0.0005
    var top = 0.0
    var time = first
    while time < soft.time + soft.rise + 0.02 {
      top = max(top, power(time, time + 0.005) - floor)
      time += step
    }
    time = first
    while time < last {
      let after = power(time, time + 0.005) - floor
      if after >= 0.12 * top, power(time - 0.01, time - 0.001) - floor <= 0.1 * after,
        after >= power(time + step, time + step + 0.005) - floor
      {
        let level = floor + 0.25 * max(after, power(time, time + 0.01) - floor)
        let half = crossing(from: time - 0.008, to: time + 0.004, level: level)
        return Attack(time: half, rise: 0.003, level: 0, isSharp: true)
      }
      time += step
    }
    return nil
  }

  private func level(_ samples: [Float], at time: Double) -> Double {
    let first = max(0, Int(time * sampleRate))
    var largest = 0.0
    for part in 0..<3 {
      let start = first + Int(0.02 * Double(part) * sampleRate)
      let end = min(length, start + Int(0.02 * sampleRate))
      guard start < end else { break }
      var sum = 0.0
      for index in start..<end { sum += Double(samples[index] * samples[index]) }
      largest = max(largest, sum / Double(end - start))
    }
    return decibels(fromPower: max(largest, 1e-12))
  }
}
