internal import SignalProcessing

/// Notices where a sound stops for a moment and comes back.
///
/// The pitch of a note seems to go on over a stop of less than a window, and an ``OnsetDetector`` compares with the
/// loudest of the last 0.14 s, so that a note that comes back as loud as it was has no onset. The power of a few
/// milliseconds tells it: it falls by ``leastDepth`` within 80 ms, and is back within ``longestRise`` of the lowest.
/// A tremolo, a vibrato, beats and a room leave at most 16 dB between them on real notes.
///
/// - Complexity: One multiplication per sample, and 500 times a second 90 more. No allocation while samples are appended.
struct ReturnDetector: Sendable {
  /// The durations over which power is averaged, in seconds: a note needs one of ``leastPeriods``.
  static let durations = [0.012, 0.024, 0.048, 0.096]
  static let leastPeriods = 2.5
  /// As a ratio of powers, 20 dB.
  static let leastDepth: Float = 100
  /// The time in which a sound is back, in seconds.
  static let longestRise = 0.2
  /// The time from a return to its detection, in seconds, at most.
  static let latency = longestRise + 0.05

  private static let step = 0.002  // from power to power, in seconds
  private static let fallCount = 40  // powers before the lowest one
  private static let riseCount = 100  // and after it
  private static let neighbourCount = 20  // the lowest of so many on both sides
  private static let start: Float = 1 / 16  // of the power that is reached: -12 dB
  private static let leastPower: Float = 1e-9

  private var meters: [PowerMeter]
  private var sum: Float = 0
  private var count = 0
  private var samplesLeft: Int  // of the present step
  private var position = 0.0  // the end of the present step, in samples
  private let stepSize: Double
  private var found: [Return] = []

  /// A return, and when the sound was quietest before it.
  struct Return: Sendable {
    var stop: Double
    var sound: SoundReturn
  }

  /// - Parameter sampleRate: Samples per second, in ``OnsetDetector/sampleRates``.
  init(sampleRate: Double) {
    meters = Self.durations.map { PowerMeter(duration: $0) }
    stepSize = Self.step * sampleRate
    position = stepSize
    samplesLeft = Int(stepSize)
  }

  /// Appends the next samples of the stream; those that are not finite count as silence.
  mutating func append(_ block: Span<Float>) {
    for index in block.indices {
      let sample = block[index]
      if sample.magnitude <= Framer.largestMagnitude { sum += sample * sample }
      count += 1
      samplesLeft -= 1
      if samplesLeft == 0 { endStep() }
    }
  }

  /// Ends the stream: silence follows.
  mutating func finish() {
    for _ in 0..<(Self.riseCount + Int(Self.durations[3] / Self.step)) {
      for index in meters.indices { meters[index].append(0, &found) }
    }
  }

  /// Returns the next return, or `nil` until more samples arrive.
  mutating func next() -> Return? { found.isEmpty ? nil : found.removeFirst() }

  private mutating func endStep() {
    let power = sum / Float(count)
    for index in meters.indices { meters[index].append(power, &found) }
    (sum, count) = (0, 0)
    let end = position.rounded(.down)
    position += stepSize
    samplesLeft = max(1, Int(position.rounded(.down) - end))
  }
}

extension ReturnDetector {
  /// Follows the power of a sound, averaged over one duration.
  private struct PowerMeter: Sendable {
    private let duration: Double
    private var weights: [Float]
    private var recent: [Float]  // the last powers, a ring, twice in a row
    private var powers: [Float]  // averaged, as well
    private var count = 0  // of the powers so far
    private var (recentEnd, end) = (0, 0)  // where the next ones go
    private var next = 0  // the first place that may be the lowest

    init(duration: Double) {
      self.duration = duration
      let size = Int((duration / ReturnDetector.step).rounded()) | 1
      weights = (1...size).map {
        Float(0.5 - 0.5 * Elementary.cos(2 * .pi * Double($0) / Double(size + 1)))
      }
      let sum = weights.reduce(0, +)
      for index in weights.indices { weights[index] /= sum }
      recent = Array(repeating: 0, count: 2 * size)
      powers = Array(repeating: 0, count: 2 * Self.length)
    }

    /// Appends the power of the next step.
    mutating func append(_ power: Float, _ found: inout [Return]) {
      let size = weights.count
      recent[recentEnd] = power
      recent[recentEnd + size] = power
      recentEnd = recentEnd + 1 < size ? recentEnd + 1 : 0
      var mean: Float = 0
      for index in 0..<size { mean += weights[index] * recent[recentEnd + index] }
      powers[end] = mean
      powers[end + Self.length] = mean
      end = end + 1 < Self.length ? end + 1 : 0
      count += 1
      let place = count - 1 - ReturnDetector.riseCount
      if place >= max(next, ReturnDetector.fallCount) { judge(place, &found) }
    }

    private static let length = ReturnDetector.fallCount + ReturnDetector.riseCount + 1

    /// One of the last ``length`` averaged powers.
    private func power(at place: Int) -> Float { powers[end + place - (count - Self.length)] }

    private mutating func judge(_ place: Int, _ found: inout [Return]) {
      let lowest = power(at: place)
      // Few are lower than their neighbours.
      guard power(at: place - 1) >= lowest, power(at: place + 1) >= lowest else { return }
      let neighbours = ReturnDetector.neighbourCount
      for other in (place - neighbours)...(place + neighbours) where power(at: other) < lowest {
        return
      }
      let highest = ReturnDetector.leastDepth * lowest
      let fall = ReturnDetector.fallCount
      var (before, after): (Float, Float) = (0, 0)
      for other in (place - fall)..<place { before = max(before, power(at: other)) }
      for other in place..<(place + ReturnDetector.riseCount) {
        after = max(after, power(at: other))
      }
      guard min(before, after) >= max(highest, ReturnDetector.leastPower) else { return }
      var back = place
      while power(at: back) < ReturnDetector.start * after { back += 1 }
      next = back + fall
      found.append(
        Return(
          stop: time(of: place),
          sound: SoundReturn(
            time: time(of: back), level: decibels(fromPower: Double(after)), duration: duration)))
    }

    /// The middle of what was averaged, in seconds.
    private func time(of place: Int) -> Double {
      ReturnDetector.step * (Double(place) + 0.5 - Double(weights.count / 2))
    }
  }
}
