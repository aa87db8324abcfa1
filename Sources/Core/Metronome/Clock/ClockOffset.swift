/// The offset of another computer's clock from this one's, estimated by exchanges over a network.
///
/// Like in NTP, a question and its answer give four times. Half the difference between the ways
/// there and back is an error that no receiver can detect. But it is at most half the time by
/// which the round trip was longer than the shortest one, because queues only ever delay. So each
/// exchange is weighted by that bound, and a line through the last three minutes gives offset and
/// drift. Half of a permanent asymmetry remains, like in NTP.
///
/// - Complexity: O(1) memory, and about 1000 steps for each exchange.
/// - SeeAlso: RFC 5905, "Network Time Protocol Version 4", sections 8 and 10.
package struct ClockOffset: Sendable {
  /// The four times of a question and its answer, in nanoseconds.
  package struct Exchange: Sendable, Hashable {
    /// The time at which the question left, on this clock.
    package var asked: Int64
    /// The time at which it arrived, on the other clock.
    package var received: Int64
    /// The time at which the answer left, on the other clock.
    package var answered: Int64
    /// The time at which it arrived, on this clock.
    package var returned: Int64

    /// Creates an exchange.
    ///
    /// - Parameters:
    ///   - asked: When the question left, on this clock.
    ///   - received: When it arrived, on the other clock.
    ///   - answered: When the answer left, on the other clock.
    ///   - returned: When it arrived, on this clock.
    package init(asked: Int64, received: Int64, answered: Int64, returned: Int64) {
      self.asked = asked
      self.received = received
      self.answered = answered
      self.returned = returned
    }
  }

  private struct Sample: Sendable {
    var x: Double  // seconds of this clock since the first exchange
    var y: Double  // seconds of offset beyond that of the first exchange
    var delay: Double  // seconds
  }

  private var origin: (time: Int64, offset: Int64)?
  /// The exchange with the shortest delay of each half second.
  private var samples: [Sample] = []
  private var line = (x: 0.0, y: 0.0, slope: 0.0)
  private var strayCount = 0

  /// The number of exchanges accepted since the start, or since the other clock jumped.
  package private(set) var count = 0
  /// The number of times the other clock was found to have jumped.
  package private(set) var jumpCount = 0
  /// The shortest round trip of the last three minutes, in seconds; infinite before the first.
  package private(set) var shortestDelay = Double.infinity

  /// Creates an estimate without exchanges.
  package init() {
    samples.reserveCapacity(Self.sampleLimit + 1)
  }

  /// Adds an exchange.
  ///
  /// - Parameter exchange: The four times.
  /// - Returns: `true` if it was accepted. Times that run backwards, delays over 2 s and offsets
  ///   that contradict the others are ignored.
  @discardableResult
  package mutating func add(_ exchange: Exchange) -> Bool {
    let times = [exchange.asked, exchange.received, exchange.answered, exchange.returned]
    guard times.allSatisfy(Self.timeLimits.contains), exchange.returned >= exchange.asked,
      exchange.answered >= exchange.received
    else { return false }
    let away = exchange.returned - exchange.asked
    let delay = Double(away - (exchange.answered - exchange.received)) / 1e9
    // Two clocks that differ in rate may make a very short trip negative.
    guard delay > -1e-3, delay < 2 else { return false }
    let offset =
      ((exchange.received - exchange.asked) + (exchange.answered - exchange.returned)) / 2
    let time = exchange.asked + away / 2
    if origin == nil { origin = (time, offset) }
    guard let origin else { return false }
    let sample = Sample(
      x: Double(time - origin.time) / 1e9, y: Double(offset - origin.offset) / 1e9,
      delay: max(0, delay))
    guard isPossible(sample) else { return handleStray(time, offset) }
    strayCount = 0
    count += 1
    keep(sample)
    fit()
    return true
  }

  /// True from the eighth accepted exchange on; before, no times are given.
  package var isReady: Bool { count >= 8 }

  /// Returns the other clock's time.
  ///
  /// - Parameter time: This clock's, in nanoseconds.
  /// - Returns: Nanoseconds; `nil` before ``isReady``.
  package func otherTime(at time: Int64) -> Int64? {
    guard isReady, let origin else { return nil }
    let x = Double(time - origin.time) / 1e9
    return time + origin.offset + Int64((line.y + line.slope * (x - line.x)) * 1e9)
  }

  /// Returns this clock's time.
  ///
  /// - Parameter other: The other clock's, in nanoseconds.
  /// - Returns: Nanoseconds; `nil` before ``isReady``.
  package func time(ofOther other: Int64) -> Int64? {
    guard isReady, let origin else { return nil }
    let near = other - origin.offset
    let x = Double(near - origin.time) / 1e9
    return near - Int64((line.y + line.slope * (x - line.x)) / (1 + line.slope) * 1e9)
  }

  /// Seconds of the other clock per second of this one.
  package var rate: Double { 1 + line.slope }
}

extension ClockOffset {
  /// The true offset lies within half the delay; a millisecond more for the line's own error.
  private func isPossible(_ sample: Sample) -> Bool {
    // Before there is a line, the first offset and this one each err by half their delay, below 2 s.
    guard isReady else {
      return sample.y.magnitude <= 2 + Self.largestDrift * sample.x.magnitude
    }
    let expected = line.y + line.slope * (sample.x - line.x)
    return (sample.y - expected).magnitude <= sample.delay / 2 + 1e-3
  }

  /// Ignores an offset that contradicts the line; eight in a row mean that a clock has jumped.
  private mutating func handleStray(_ time: Int64, _ offset: Int64) -> Bool {
    strayCount += 1
    guard strayCount >= 8 else { return false }
    samples.removeAll(keepingCapacity: true)
    (strayCount, count) = (0, 1)
    jumpCount += 1
    origin = (time, offset)
    line = (0, 0, 0)
    return true
  }

  private mutating func keep(_ sample: Sample) {
    if let last = samples.last, Int(last.x / Self.span) == Int(sample.x / Self.span) {
      if sample.delay < last.delay { samples[samples.count - 1] = sample }
      return
    }
    samples.append(sample)
    if samples.count > Self.sampleLimit { samples.removeFirst() }
  }

  /// Weighted least squares. The drift is pulled towards zero, like by one more observation of
  /// 0 ± 100 ppm, so that a few exchanges cannot give an extreme drift.
  private mutating func fit() {
    guard let last = samples.last else { return }
    let least = leastDeviation()
    var (weight, sumX, sumY, sumXX, sumXY) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for sample in samples {
      let deviation = least + (sample.delay - shortestDelay) / 2
      let one = 1 / (deviation * deviation)
      let x = sample.x - last.x
      weight += one
      sumX += one * x
      sumY += one * sample.y
      sumXX += one * x * x
      sumXY += one * x * sample.y
    }
    let (meanX, meanY) = (sumX / weight, sumY / weight)
    let information = sumXX - sumX * meanX + 1 / (Self.driftDeviation * Self.driftDeviation)
    let slope = (sumXY - sumX * meanY) / information
    line = (last.x + meanX, meanY, max(-Self.largestDrift, min(Self.largestDrift, slope)))
  }

  /// Even the shortest trip waited in queues, for about the spread of the next shortest ones.
  private mutating func leastDeviation() -> Double {
    var shortest = (Double.infinity, Double.infinity, Double.infinity, Double.infinity)
    var fifth = Double.infinity
    for sample in samples where sample.delay < fifth {
      fifth = sample.delay
      if fifth < shortest.3 { (fifth, shortest.3) = (shortest.3, fifth) }
      if shortest.3 < shortest.2 { (shortest.2, shortest.3) = (shortest.3, shortest.2) }
      if shortest.2 < shortest.1 { (shortest.1, shortest.2) = (shortest.2, shortest.1) }
      if shortest.1 < shortest.0 { (shortest.0, shortest.1) = (shortest.1, shortest.0) }
    }
    shortestDelay = shortest.0
    let next = samples.count < 5 ? samples.reduce(0) { max($0, $1.delay) } : fifth
    return Self.clockDeviation + (next - shortestDelay) / 2
  }

  private static var sampleLimit: Int { 400 }
  /// The time of which one exchange is kept, in seconds.
  private static var span: Double { 0.5 }
  /// The error of reading a clock, in seconds.
  private static var clockDeviation: Double { 3e-5 }
  private static var driftDeviation: Double { 1e-4 }
  /// Clocks differ by far less than a hundredth; a peer that claims more must not cause overflow.
  private static var largestDrift: Double { 1e-2 }
  /// The accepted times. The difference of two cannot overflow, whatever was received.
  private static var timeLimits: ClosedRange<Int64> { -(1 << 60)...(1 << 60) }
}
