internal import SignalProcessing

/// Finds the candidates of a frame in autocorrelations over windows of several lengths.
///
/// The longest window holds two and a half periods of the lowest frequency, each further one half as
/// many samples around the same centre. A long window resists noise, a short one follows quick
/// changes; a candidate counts with the window that speaks most for it. Steady noise and the hum of
/// the mains are taken off the spectra before.
struct MultiresolutionCandidates: Sendable {
  /// How many periods of its lowest frequency a window holds.
  static let periods = 2.5
  /// The number of windows; fewer if the shortest would fall below `shortestWindow`.
  static let windowCount = 3
  /// In seconds.
  static let shortestWindow = 0.012
  /// What each halving of the window takes from the strength: short windows are deceived by chance.
  static let shortWindowCost = 0.02
  /// What each period less than `manyPeriods` in a shorter window takes from the strength: two and a
  /// half periods of noise are alike by chance, and the longer window shows more of them.
  static let fewPeriodsCost = 0.05
  static let manyPeriods = 3.5
  /// What each octave below `costFreeFrequency` takes from the strength. Twice a period is a period
  /// as well.
  static let octaveCost = 0.035
  /// The partials of a note of which the longest window holds fewer periods leave no bins between
  /// them free.
  static let resolvedPeriods = 6.0
  /// Such a note is one if its peak is this high: two and a half periods need not reach 1.
  static let clearHeight = 0.6
  /// C8, in hertz.
  static let costFreeFrequency = 4186.0
  /// Peaks lower than this are noise.
  static let leastHeight: Float = 0.25
  /// Between lag 0 and a peak the correlation must have fallen below this share of the peak's
  /// height: a ripple on the lobe around lag 0 is no period.
  static let largestValley: Float = 0.6

  /// How far the peak of the unweighted correlation may be from that of the weighted one in any
  /// case, as a share of the lag: stiff strings move it.
  static let leastReach = 0.02
  /// What a note that the lines of the spectrum show gains beside a peak of the same height: of a
  /// stiff string no peak is high.
  static let lineGain = 0.1

  /// From one lag to the next a peak that a parabola measures well falls by this share at most.
  static let largestDrop: Float = 0.1
  /// A candidate without a peak of the unweighted correlation is refused if the weights may have
  /// moved it farther than this, as a share of the lag.
  static let largestUnmeasured = 0.05

  /// How far a correlation reaches beyond the longest period, in samples.
  private static let margin = BandlimitedInterpolation.reach + 2

  let frameSize: Int
  /// Where the sound of the last frame lies if that is beyond the range, so that no candidate is its
  /// pitch.
  var rangeSide: RangeSide? { series.rangeSide }
  /// Whether noise was taken off the last frame.
  var isNoisy: Bool { noise.isActive }
  /// Whether the last frame holds mains hum only, and a frequency, in hertz, is its pitch.
  func isHum(_ frequency: Double) -> Bool { noise.isHum(frequency) }

  private let sampleRate: Double
  /// The frequencies of candidates, in hertz.
  let accepted: ClosedRange<Double>
  private let shortestLag: Int
  /// Of the windows, the longest first.
  private(set) var correlations: [WeightedAutocorrelation]
  /// Of the longest window; shorter ones would be deceived by what is left of the noise.
  private(set) var noise: NoiseReduction
  private var series: StiffSeries
  /// The power of each bin of the longest window, as it is with its noise.
  private(set) var power: [Float]

  /// - Parameters:
  ///   - range: What to look for.
  ///   - hopDuration: The time from frame to frame, in seconds.
  /// - Throws: ``EstimatorError`` if the lowest frequency is too low for the sample rate.
  init(_ range: SearchRange, hopDuration: Double) throws(EstimatorError) {
    let (sampleRate, shortestLag) = (range.sampleRate, range.shortestLag)
    // Whatever the frequency, a number of samples: what is too long is refused below.
    let frameSize = Int(Self.periods * sampleRate / max(range.frequencies.lowerBound, 0.1))
    func longestLag(_ size: Int) -> Int { Int(Double(size) / Self.periods) + Self.margin }
    func isLongEnough(_ size: Int) -> Bool { longestLag(size) > shortestLag + Self.margin - 2 }
    try range.require(isLongEnough(frameSize))
    var count = 1
    while count < Self.windowCount, isLongEnough(frameSize >> count),
      Double(frameSize >> count) >= Self.shortestWindow * sampleRate
    {
      count += 1
    }
    var correlations: [WeightedAutocorrelation] = []
    for window in 0..<count {
      let correlation = try range.required(
        try? WeightedAutocorrelation(
          frameSize: frameSize >> window, longestLag: longestLag(frameSize >> window),
          sampleRate: sampleRate))
      if window == 0 { correlations = Array(repeating: correlation, count: count) }
      correlations[window] = correlation
    }
    let weights = correlations[0].weights
    let noise = NoiseReduction(
      weights: weights, window: correlations[0].window, sampleRate: sampleRate,
      hopDuration: hopDuration)
    let power = [Float](repeating: 0, count: weights.count)
    series = StiffSeries(binCount: power.count, sampleRate: sampleRate)
    self.correlations = correlations
    self.noise = noise
    self.power = power
    self.frameSize = frameSize
    self.sampleRate = sampleRate
    self.shortestLag = shortestLag
    accepted = (0.98 * range.frequencies.lowerBound)...(1.02 * range.frequencies.upperBound)
  }

  /// Fills a list with the candidates of a frame, the strongest first.
  ///
  /// - Parameters:
  ///   - frame: ``frameSize`` samples.
  ///   - center: The sample that the windows are to be centred on, as far as they fit.
  ///   - filledCount: How many samples the stream has given: windows that are longer tell nothing.
  ///   - list: Takes the candidates.
  mutating func find(
    in frame: Span<Float>, around center: Int, filledCount: Int, into list: inout CandidateList
  ) {
    list.removeAll()
    let mean = correlations[0].mean(of: frame)
    var hasWhole = false
    for window in correlations.indices {
      let size = correlations[window].frameSize
      guard size <= filledCount else { continue }
      let first = min(max(0, center - size / 2), filledCount - size)
      // Moved away from the centre, a shorter window tells nothing that a longer one does not.
      if hasWhole, first != center - size / 2 { continue }
      hasWhole = true
      let samples = frame.extracting(first..<(first + size))
      correlations[window].analyze(samples, mean: mean)
      if window == 0 {
        collectPeaksWithoutNoise(samples, mean: mean, into: &list)
      } else {
        correlations[window].correlate(without: nil)
        collectPeaks(of: window, into: &list)
      }
    }
    // Backwards, since an entry that is refused leaves the list.
    for index in stride(from: list.count - 1, through: 0, by: -1) {
      let entry = list[index]
      if let period = measuredPeriod(entry) {
        list.setFrequency(sampleRate / period, at: index)
      } else {
        list.remove(at: index)
      }
    }
    insertStiffString(into: &list)
  }

  /// Adds the note of a stiff string, which no period shows.
  private mutating func insertStiffString(into list: inout CandidateList) {
    let found = series.find(in: power, noise: noise.noise, accepted: accepted)
    guard let found else { return }
    let lag = sampleRate / found.frequency
    let nearest = min(correlations[0].weighted.count - 1, Int(lag.rounded()))
    let height = Double(correlations[0].weighted[nearest])
    let octavesBelow = Elementary.log2(Self.costFreeFrequency / found.frequency)
    list.insert(
      CandidateList.Entry(
        frequency: found.frequency, height: min(1, max(0, height)),
        strength: min(1, found.explained + Self.lineGain) - Self.octaveCost * octavesBelow,
        lag: max(1, Int(lag.rounded()))))
  }

  /// What repeats is no noise: before any is taken off, the frame as it is tells how much there can
  /// be. The partials of a low note are too close for the floor to see between them.
  private mutating func collectPeaksWithoutNoise(
    _ samples: Span<Float>, mean: Float, into list: inout CandidateList
  ) {
    noise.learn(correlations[0].power)
    noise.take(from: correlations[0].power, limit: 1)
    if noise.isActive {
      correlations[0].correlate(without: nil)
      collectPeaks(of: 0, into: &list)
      var strongest = CandidateList.Entry()
      for index in 0..<list.count where list[index].height > strongest.height {
        strongest = list[index]
      }
      list.removeAll()
      correlations[0].analyze(samples, mean: mean)
      let isUnresolved =
        strongest.height > Self.clearHeight
        && Double(strongest.lag) * Self.resolvedPeriods > Double(frameSize)
      noise.take(
        from: correlations[0].power, limit: isUnresolved ? 0 : Float(1 - strongest.height))
    }
    Self.copy(correlations[0].power, to: &power)
    correlations[0].correlate(without: noise)
    collectPeaks(of: 0, into: &list)
  }

  private static func copy(_ values: [Float], to target: inout [Float]) {
    for index in 0..<target.count { target[index] = values[index] }
  }

  private func collectPeaks(of window: Int, into list: inout CandidateList) {
    let size = correlations[window].frameSize
    let fewPeriodsCost = window > 0 ? Self.fewPeriodsCost : 0
    let end = correlations[window].longestLag - BandlimitedInterpolation.reach
    correlations[window].weighted.withUnsafeBufferPointer { values in
      var lowest: Float = 1
      for lag in 1..<shortestLag { lowest = min(lowest, values[lag]) }
      for lag in shortestLag..<max(shortestLag, end) {
        let value = values[lag]
        lowest = min(lowest, value)
        guard value > Self.leastHeight, value >= values[lag - 1], value > values[lag + 1],
          lowest < Self.largestValley * value
        else { continue }
        let peak = Self.peak(of: values, at: lag)
        let frequency = sampleRate / peak.position
        guard accepted.contains(frequency) else { continue }
        let height = min(1, peak.value)
        let octavesBelow = Elementary.log2(Self.costFreeFrequency / frequency)
        list.insert(
          CandidateList.Entry(
            frequency: frequency, height: height,
            strength: height - Self.shortWindowCost * Double(window)
              - Self.octaveCost * octavesBelow
              - fewPeriodsCost * max(0, Self.manyPeriods - Double(size) / peak.position),
            window: window, lag: lag))
      }
    }
  }

  /// A peak between the samples; where they are dense, a parabola tells it well. The peaks of a pulse
  /// train are narrow at any lag: a parabola would find those near a sample the highest.
  @inline(never)
  private static func peak(
    of values: UnsafeBufferPointer<Float>, at lag: Int
  ) -> (position: Double, value: Double) {
    let top = values[lag]
    let isNarrow = top - min(values[lag - 1], values[lag + 1]) > largestDrop * top
    guard lag >= 100, !isNarrow else {
      return BandlimitedInterpolation.extremum(of: values.span, near: lag)
    }
    let parabola = Parabola(left: values[lag - 1], middle: values[lag], right: values[lag + 1])
    return (Double(lag) + parabola.offset, parabola.extremum)
  }

  /// The period by the unweighted correlation: its peak as near as the weights can have moved that
  /// of the weighted one.
  ///
  /// - Returns: `nil` if there is none, and the weighted one tells nothing either: there the signal
  ///   does not repeat.
  private func measuredPeriod(_ entry: CandidateList.Entry) -> Double? {
    let displacement = correlations[entry.window].largestDisplacement(at: entry.frequency)
    // In noise the peak without it is the better one, unless it was moved.
    if entry.window == 0, noise.isActive, displacement < Self.largestUnmeasured {
      return sampleRate / entry.frequency
    }
    let reach = max(1, Int(Double(entry.lag) * max(Self.leastReach, displacement)))
    return correlations[entry.window].plain.withUnsafeBufferPointer { values in
      var lag = entry.lag
      while lag > max(1, entry.lag - reach), values[lag - 1] > values[lag] { lag -= 1 }
      while lag < min(values.count - 2, entry.lag + reach), values[lag + 1] > values[lag] {
        lag += 1
      }
      if values[lag] >= values[lag - 1], values[lag] >= values[lag + 1] {
        return Self.peak(of: values, at: lag).position
      }
      // Hum or rumble slopes there. A peak that the weights leave nearly in place tells its own.
      return displacement < Self.largestUnmeasured ? sampleRate / entry.frequency : nil
    }
  }
}
