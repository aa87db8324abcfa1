import SignalProcessing

/// Finds when an attack reaches a quarter of its amplitude.
///
/// First, a filter separates the new sound from the one that continues. In its power, the best
/// estimate of the time of a change from a low to a high level is where the sum of all deviations
/// from a level between them is smallest (a cumulative sum): single samples do not matter to it,
/// and it needs no smoothing that would shift sharp attacks.
///
/// - SeeAlso: E. Page, "Continuous inspection schemes", Biometrika 41, 1954,
///   [doi:10.1093/biomet/41.1-2.100](https://doi.org/10.1093/biomet/41.1-2.100).
struct AttackLocator: Sendable {
  /// An attack.
  struct Attack: Sendable {
    /// The time at which it reaches a quarter of its amplitude, in seconds from the first sample of
    /// the stretch.
    var time: Double
    /// From a quarter to 90 percent of its amplitude, in seconds.
    var rise: Double
    /// In dBFS.
    var level = 0.0
    /// The new sound in it, without the one that continues.
    var news = NewSound()
  }

  /// The stretch of sound that is needed before and after the estimated time, in seconds.
  static let reach = (before: 0.13, after: 0.20)

  /// The number of samples in the stretch.
  let length: Int
  private let sampleRate: Double
  private var filter: AttackFilter
  private var work: [Float]
  private var sums: [Double]  // of the powers of the filtered samples before each

  init(sampleRate: Double) {
    self.sampleRate = sampleRate
    length = Int(((Self.reach.before + Self.reach.after) * sampleRate).rounded())
    let size = RealFourierTransform.shortestLength(holding: length)
    filter = AttackFilter(length: size, sampleRate: sampleRate)
    work = Array(repeating: 0, count: size)
    sums = Array(repeating: 0, count: length + 1)
  }

  /// Locates an attack.
  ///
  /// - Parameters:
  ///   - samples: A stretch of ``length`` samples around it.
  ///   - candidate: How it was noticed, at ``reach``.before in the stretch.
  /// - Returns: The attack, or `nil` if nothing new sounds.
  mutating func locate(_ samples: [Float], _ candidate: OnsetCandidate) -> Attack? {
    let middle = Self.reach.before
    // The reverberation of a sharp attack may grow for longer than it, and does not count.
    let search =
      candidate.isSoft
      ? Search(range: (middle - 0.05)...(middle + 0.10), peak: 0.06)
      : Search(range: (middle - 0.03)...(middle + 0.015), peak: 0.03)
    let windows = AttackFilter.Windows(
      before: [-0.045, -0.075],
      after: candidate.isSoft ? [0, 0.02, 0.05, 0.1] : [0.005, 0.02, 0.04])
    let share = candidate.speed.newShare
    guard filter.load(samples, onset: middle, windows: windows, newShare: share) else { return nil }
    let sharp =
      candidate.speed == .slow
      ? jump(ratio: 8, in: search.range, middle)
      : jump(ratio: 1.65, in: (middle - 0.03)...(middle + 0.01), middle)
    var attack = sharp ?? swell(search, middle)
    // Some rooms answer a stroke for longer and more loudly than it sounds, but do not make it slower.
    let isStroke = sharp != nil && attack.rise < Self.longestStroke
    if !isStroke, grows(after: attack.time, middle) {
      let range = (min(attack.time, middle) - 0.05)...(attack.time + 0.06)
      attack = swell(Search(range: range, peak: 0.06), middle)
    }
    guard !isEnd(samples, at: attack.time) else { return nil }
    attack.level = level(samples, at: attack.time)
    attack.news = newSound(at: attack.time)
    return attack
  }

  private struct Search {
    /// The range in which the attack may be, in seconds from the first sample.
    var range: ClosedRange<Double>
    /// The longest time from there to its peak.
    var peak: Double
  }
}

// MARK: - Sharp attacks

extension AttackLocator {
  private static let step = 0.0005
  private static let width = 0.004
  /// From a quarter to 90 percent of its amplitude, in seconds.
  private static let longestStroke = 0.0085
  /// The power of a quarter of an amplitude.
  private static let quarter = 0.0625

  /// The earliest large jump within a few milliseconds.
  private mutating func jump(
    ratio: Double, in range: ClosedRange<Double>, _ middle: Double
  ) -> Attack? {
    filter(whitening: 1)
    var top = 0.0
    for time in stride(from: range.lowerBound, to: range.upperBound + 0.03, by: Self.step) {
      top = max(top, power(time, time + Self.width))
    }
    // Jumps far below the peak, such as those of the noise, do not count.
    let least = 0.06 * top + power(0.02, middle - 0.06)
    var (largest, end) = (0.0, range.lowerBound)
    for time in stride(from: range.lowerBound, to: range.upperBound, by: Self.step) {
      let ratio = jumpRatio(at: time, least)
      if ratio > largest { (largest, end) = (ratio, time) }
    }
    guard largest >= ratio else { return nil }
    var time = range.lowerBound
    let enough = max(ratio, 0.5 * largest)
    while time < end {
      let here = jumpRatio(at: time, least)
      if here >= enough, here >= jumpRatio(at: time + Self.step, least) { break }
      time += Self.step
    }
    let before = power(time - Self.width, time - 0.001)
    let height = power(time, time + 0.005) - before
    // At half of the amplitude, which is less than a millisecond later and which noise hides less.
    let half = crossing(of: before + 0.25 * height, from: time - 0.006, to: time + 0.005)
    return Attack(time: half, rise: jumpDuration(at: half, before))
  }

  private func jumpRatio(at time: Double, _ least: Double) -> Double {
    (power(time, time + Self.width) + least)
      / (power(time - Self.width, time - 0.0005) + least)
  }

  private func jumpDuration(at half: Double, _ before: Double) -> Double {
    func height(_ time: Double) -> Double { power(time - 0.0005, time + 0.0005) - before }
    let step = 0.00025
    var top = 0.0
    for time in stride(from: half, to: half + 0.01, by: step) { top = max(top, height(time)) }
    var (start, end) = (half, half)
    while start > half - 0.01, height(start) > Self.quarter * top { start -= step }
    while end < half + 0.01, height(end) < 0.81 * top { end += step }
    return max(step, end - start)
  }
}

// MARK: - Soft attacks

extension AttackLocator {
  /// An attack that takes tens of milliseconds.
  private mutating func swell(_ search: Search, _ middle: Double) -> Attack {
    filter(whitening: 0.25)
    let step = 0.001
    let floor = power(0.02, middle - 0.06)
    let last = search.range.upperBound + search.peak
    var top = 0.0
    for time in stride(from: search.range.lowerBound, to: last, by: step) {
      top = max(top, smoothPower(time) - floor)
    }
    var peak = search.range.lowerBound
    while peak < last, smoothPower(peak) - floor < 0.81 * top { peak += step }
    var start = peak
    while start > 0.01, smoothPower(start) - floor > Self.quarter * top { start -= step }
    let time = crossing(
      of: floor + Self.quarter * top, from: max(start - 0.02, search.range.lowerBound), to: peak)
    return Attack(time: time, rise: max(step, peak - start))
  }

  /// Returns whether the sound becomes far louder long after a time: more than a room does after a
  /// stroke.
  private mutating func grows(after time: Double, _ middle: Double) -> Bool {
    filter(whitening: 0.25)
    let floor = power(0.02, middle - 0.06)
    let early = power(time, time + 0.03) - floor
    var late = 0.0
    for place in stride(from: time + 0.06, to: time + 0.10, by: 0.005) {
      late = max(late, smoothPower(place) - floor)
    }
    return late > 8 * early
  }

  /// The mean power around a time, over some periods of most voices.
  private func smoothPower(_ time: Double) -> Double {
    let width = 0.025
    // Two rectangles are nearly a triangle.
    return 0.5
      * (power(time - width / 2, time + width / 2) + power(time - width / 4, time + width / 4))
  }
}

// MARK: - Powers

extension AttackLocator {
  private mutating func filter(whitening: Double) {
    filter.write(whitening: whitening, to: &work)
    var sum = 0.0
    for index in 0..<length {
      sums[index] = sum
      sum += Double(work[index] * work[index])
    }
    sums[length] = sum
  }

  /// The mean power of what is new, between two times.
  private func power(_ start: Double, _ end: Double) -> Double {
    let range = samples(from: start, to: end)
    return (sums[range.upperBound] - sums[range.lowerBound]) / Double(range.count)
  }

  /// The time up to which the sum of the deviations from a power is the smallest.
  private func crossing(of level: Double, from first: Double, to last: Double) -> Double {
    let range = samples(from: first, to: last)
    var (best, least) = (range.lowerBound, 0.0)
    for index in range {
      let sum = sums[index] - sums[range.lowerBound] - level * Double(index - range.lowerBound)
      if sum < least { (best, least) = (index, sum) }
    }
    return Double(best) / sampleRate
  }

  /// Returns whether a sound is cut off at a time, which makes a click, but is not an onset.
  private func isEnd(_ stretch: [Float], at time: Double) -> Bool {
    meanPower(stretch, samples(from: time + 0.010, to: time + 0.020))
      < 0.01 * meanPower(stretch, samples(from: time - 0.020, to: time - 0.008))
  }

  private mutating func newSound(at time: Double) -> NewSound {
    filter(whitening: 0)
    var largest = 1e-12
    for part in 0..<3 {
      let start = time + 0.02 * Double(part)
      largest = max(largest, power(start, start + 0.02))
    }
    let later = max(1e-15, power(time + 0.07, time + 0.13))
    return NewSound(
      level: decibels(fromPower: largest / AttackFilter.largestGain),
      fall: decibels(fromPower: largest / later), breadth: filter.breadth)
  }

  /// The highest level of the whole sound in the 60 ms after a time, in dBFS.
  private func level(_ stretch: [Float], at time: Double) -> Double {
    var largest = 1e-12
    for part in 0..<3 {
      let start = time + 0.02 * Double(part)
      largest = max(largest, meanPower(stretch, samples(from: start, to: start + 0.02)))
    }
    return decibels(fromPower: largest)
  }

  private func meanPower(_ stretch: [Float], _ range: Range<Int>) -> Double {
    stretch.span.extracting(range).energy() / Double(range.count)
  }

  /// At least one sample.
  private func samples(from start: Double, to end: Double) -> Range<Int> {
    let first = min(length - 1, max(0, Int(start * sampleRate)))
    return first..<min(length, max(first + 1, Int(end * sampleRate)))
  }
}
