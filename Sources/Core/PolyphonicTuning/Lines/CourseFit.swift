internal import SignalProcessing

/// Reads both strings of a course that are tuned alike.
///
/// Partial k of the two lies k times as far apart as partial 1. Each partial that no other string
/// covers is taken in a band of its own, and two lines are looked for in it; two strings are read
/// only if several partials agree, because the partials of a single string often have two lines as
/// well, at distances that do not fit together.
struct CourseFit: Sendable {
  /// Up to this many partials count.
  private static let orderCount = 8
  /// The largest distance between the strings, in cents.
  static let reach = 30.0
  private static let reachRatio = Elementary.ratio(ofCents: reach) - 1
  private static let bandCapacity = 320
  /// The scatter of real strings' partials, as a ratio: a third of a cent.
  private static let scatter = 2e-4
  /// (0.6 cents)², as of a string alone.
  private static let modelError = 0.36

  private var band: NarrowBand
  private var lines: LineFit
  private var middles = SeriesFit(capacity: orderCount)
  private var splits: [Split]
  private var count = 0

  /// The result of one partial.
  private struct Split {
    var order = 1.0
    /// The frequency that partial 1 would have if the two lines' middle is partial `order`.
    var middle = 0.0
    var middleError = 0.0
    /// The distance of the lines, over `order`; 0 for a single line.
    var beat = 0.0
    var error = 0.0
  }

  /// Creates the workspace for frames of up to `longest` samples.
  init(longest: Int, sampleRate: Double) {
    band = NarrowBand(
      longest: longest, capacity: Self.bandCapacity, longestWindow: Int(0.25 * sampleRate))
    lines = LineFit(mostLines: 2, capacity: Self.bandCapacity)
    splits = Array(repeating: Split(), count: Self.orderCount)
  }

  /// Reads a course in the first `sampleCount` samples of a frame.
  ///
  /// `string` is the reading of the course as one string. Those of `others` that sound cover
  /// partials, and `before` is the previous reading in this strum.
  mutating func read(
    _ frame: [Float], _ sampleCount: Int, sampleRate: Double, _ string: StringReading,
    others: [StringReading], below top: Double, after before: CourseReading?
  ) -> CourseReading {
    let duration = Double(sampleCount) / sampleRate
    var series = StringSeries(
      frequency: string.frequency, inharmonicity: string.inharmonicity)
    var reading = CourseReading(frequency: string.frequency)
    reading.error = string.error
    if let before, let beat = before.beat {
      // The strings are about where they were.
      series.frequency = (before.lower + before.upper) / 2
      collect(frame, sampleCount, sampleRate, series, string, others, top, beat: beat)
      setLimit(of: &reading, duration)
      decide(&reading, series, duration)
      if reading.beat != nil { return reading }
      series.frequency = string.frequency
    }
    collect(frame, sampleCount, sampleRate, series, string, others, top, beat: 0)
    setLimit(of: &reading, duration)
    let guess = likeliest()
    guard guess >= 0 else { return reading }
    // Again, about the middle of both, and as wide as they are apart.
    let beat = splits[guess].beat
    series.frequency = splits[guess].middle
    collect(frame, sampleCount, sampleRate, series, string, others, top, beat: beat)
    decide(&reading, series, duration)
    return reading
  }

  /// Collects the results of the partials that no other string covers.
  private mutating func collect(
    _ frame: [Float], _ sampleCount: Int, _ sampleRate: Double, _ series: StringSeries,
    _ string: StringReading, _ others: [StringReading], _ top: Double, beat: Double
  ) {
    count = 0
    let least = max(6, beat > 0 ? 0 : string.frequency * Self.reachRatio)
    for order in 1...Self.orderCount {
      let frequency = series.partial(order)
      guard frequency < top else { break }
      let reach = max(least, 0.75 * Double(order) * beat)
      let width = 1.1 / reach
      guard !isCovered(frequency, within: 1.8 / width, by: others, but: string) else { continue }
      band.extract(frame, sampleCount, sampleRate: sampleRate, around: frequency, width: width)
      lines.find(
        in: band, duration: Double(sampleCount) / sampleRate,
        LineFit.Rules(separation: 2, leastShare: 0.12, reach: reach))
      store(order, series)
    }
  }

  /// Sets the limit by the second highest of the clear partials, because two must agree.
  private func setLimit(of reading: inout CourseReading, _ duration: Double) {
    var (highest, second) = (0.0, 0.0)
    for index in 0..<count where splits[index].middleError < 0.2 / duration {
      (second, highest) = (highest, splits[index].order)
    }
    if second > 0 { reading.limit = 2 / duration / second }
  }

  private func isCovered(
    _ frequency: Double, within distance: Double, by others: [StringReading],
    but string: StringReading
  ) -> Bool {
    for other in others where other.isPresent && other.target != string.target {
      let series = StringSeries(frequency: other.frequency, inharmonicity: other.inharmonicity)
      let nearest = max(1, Int(frequency / other.frequency + 0.5))
      for order in max(1, nearest - 1)...(nearest + 1)
      where (series.partial(order) - frequency).magnitude < distance { return true }
    }
    return false
  }

  /// Stores the result of one partial, if it is clear.
  private mutating func store(_ order: Int, _ series: StringSeries) {
    guard lines.count > 0 else { return }
    let stretch = series.partial(order) / series.frequency
    var split = Split(order: Double(order))
    var middle = lines.lines[0].offset
    split.middleError = lines.lines[0].error / stretch
    if lines.count == 2 {
      let (low, high) = (lines.lines[0], lines.lines[1])
      middle = (low.offset + high.offset) / 2
      split.beat = (high.offset - low.offset) / stretch
      split.error = (low.error * low.error + high.error * high.error).squareRoot() / stretch
      split.middleError = split.error / 2
    }
    split.middle = series.frequency + middle / stretch
    splits[count] = split
    count += 1
  }

  /// Returns true if two partials show the same beat: to three standard errors, and the third of a
  /// cent by which partials of real strings scatter.
  private func agree(_ first: Split, _ second: Split) -> Bool {
    let scatter = Self.scatter * first.middle
    let sigma =
      (first.error * first.error + second.error * second.error + scatter * scatter).squareRoot()
    return (first.beat - second.beat).magnitude < min(3 * sigma, 0.25 * first.beat)
  }

  /// Returns the split that most others agree with, of those the one of the lowest partial; −1 for
  /// none.
  private func likeliest() -> Int {
    var best = (votes: 0, index: -1)
    for index in 0..<count where splits[index].beat > 0 {
      let votes = votes(for: splits[index])
      if votes > best.votes { best = (votes, index) }
    }
    return best.index
  }

  private func votes(for split: Split) -> Int {
    var votes = 0
    for other in 0..<count where splits[other].beat > 0 && agree(split, splits[other]) {
      votes += 1
    }
    return votes
  }

  private mutating func decide(
    _ reading: inout CourseReading, _ series: StringSeries, _ duration: Double
  ) {
    let index = likeliest()
    guard index >= 0 else { return }
    let chosen = splits[index]
    var (votes, against) = (0, 0)
    var (weights, beats) = (0.0, 0.0)
    middles.removeAll()
    for index in 0..<count {
      let split = splits[index]
      if split.beat > 0, agree(chosen, split) {
        votes += 1
        let scatter = Self.scatter * split.middle
        let weight = 1 / (split.error * split.error + scatter * scatter)
        weights += weight
        beats += weight * split.beat
        let sigma =
          (split.middleError * split.middleError + scatter * scatter).squareRoot() / split.middle
        let stretch = series.partial(Int(split.order)) / series.frequency
        middles.add(order: Int(split.order), frequency: split.middle * stretch, sigma: sigma)
      } else if split.beat == 0, split.order * chosen.beat * duration < 2 {
        // Too close together here, but somewhere between the two: it holds the others' stretch.
        middles.add(
          order: Int(split.order),
          frequency: split.middle * series.partial(Int(split.order)) / series.frequency,
          sigma: 0.3 * chosen.beat / split.middle)
      } else if split.middleError < 0.1 / duration, split.order * chosen.beat * duration > 2.5 {
        against += 1  // It should have shown two lines, too.
      }
    }
    guard votes >= 2, votes > against else { return }
    middles.fit(from: series, deviation: 1e-4)
    let (beat, middle) = (beats / weights, middles.series.frequency)
    reading.beat = beat
    reading.beatError = (1 / weights).squareRoot()
    reading.lower = middle - beat / 2
    reading.upper = middle + beat / 2
    let half = SeriesFit.centsPerUnit * reading.beatError / 2 / middle
    reading.error = (middles.error * middles.error + half * half + Self.modelError).squareRoot()
  }
}
