internal import SignalProcessing

/// Finds the candidates of a frame in autocorrelations over windows of several lengths.
///
/// The longest window holds two and a half periods of the lowest frequency, each further one half
/// as many samples around the same centre. A long window resists noise, a short one follows quick
/// changes; a candidate counts with the window that gives it the greatest strength. The longer a
/// window, the lower its sample rate (``FramePyramid``). Steady noise and mains hum are removed
/// from the spectra first.
struct MultiresolutionCandidates: Sendable {
  typealias Parameters = TrackerParameters.Candidates

  /// The number of windows; fewer if the shortest would fall below
  /// ``TrackerParameters/Windows/shortest``.
  static let windowCount = 3

  /// The number of samples that a correlation reaches beyond the longest period.
  private static let margin = BandlimitedInterpolation.reach + 2

  let frameSize: Int
  /// The side of the search range on which the sound of the last frame lies; `nil` if it is within.
  var rangeSide: RangeSide? { series.rangeSide }
  /// True if noise was removed from the last frame.
  var isNoisy: Bool { noise.isActive }
  /// Returns `true` if the last frame holds only mains hum, and a frequency in hertz is its pitch.
  func isHum(_ frequency: Double) -> Bool { noise.isHum(frequency) }

  /// The frequencies of candidates, in hertz.
  let accepted: ClosedRange<Double>
  /// The sample rate of the longest window, in hertz.
  var sampleRate: Double { spectrum.sampleRate }
  /// The number of samples in the longest window.
  var windowSize: Int { spectrum.windowSize }
  /// Of the longest window.
  let spectrum: SpectrumShape
  /// The power of each bin of the longest window and that of half its sample rate, with its noise.
  var power: [Float] { correlations[0].power }
  /// Of the next shorter window, and whether it lay on the centre of the last frame.
  let shortSpectrum: SpectrumShape
  private(set) var hasShort = false
  /// True if the last frame holds the lines of a stiff string.
  private(set) var isStiff = false
  var shortPower: [Float] { correlations[1].power }
  var pyramid: FramePyramid
  /// Returns the number of times that the sample rate is halved for a window.
  func level(of window: Int) -> Int { max(0, pyramid.depth - window) }
  /// The correlations of the windows, the longest first.
  var correlations: InlineArray<3, WeightedAutocorrelation>
  /// The number of windows in use; the other ``correlations`` are not filled.
  let count: Int
  /// Of the longest window; shorter ones would be deceived by what is left of the noise.
  private(set) var noise: NoiseReduction
  private var series: StiffSeries
  let interpolator = LagInterpolator()
  /// A correlation at the shortest lags, between its samples.
  var fine = [Float](repeating: 0, count: (Parameters.shortLags - 1) * Int(Parameters.fineness) + 2)

  /// The size of the spectrum of a window.
  struct SpectrumShape {
    /// Samples per second, in hertz.
    var sampleRate: Double
    /// The number of samples, and of bins below half the sample rate.
    var windowSize: Int
    var binCount: Int
  }

  /// The number of windows, and the length of the longest.
  struct Plan {
    let range: SearchRange
    let frameSize: Int
    let spectrum: SpectrumShape
    /// The frequencies of candidates, in hertz.
    let accepted: ClosedRange<Double>
    fileprivate let count: Int

    /// - Parameter range: The frequencies to look for.
    /// - Throws: ``EstimatorError`` if the lowest frequency is too low for the sample rate.
    init(_ range: SearchRange) throws(EstimatorError) {
      let sampleRate = range.sampleRate
      // Finite for any frequency; a frame that is too long is refused below.
      let frameSize = Int(
        TrackerParameters.Windows.periods * sampleRate / max(range.frequencies.lowerBound, 0.1))
      func isLongEnough(_ size: Int) -> Bool { longestLag(size) > range.shortestLag + margin - 2 }
      try range.require(isLongEnough(frameSize))
      // One and a half times as many samples; two and a half periods plus one are fewer.
      try range.require(ContinuousSpectrum.holds(frameSize | 1))
      var count = 1
      while count < windowCount, isLongEnough(frameSize >> count),
        Double(frameSize >> count) >= TrackerParameters.Windows.shortest * sampleRate
      {
        count += 1
      }
      let lowest = TrackerParameters.Windows.lowestShare * range.frequencies.lowerBound
      let highest = TrackerParameters.Windows.highestShare * range.frequencies.upperBound
      accepted = lowest...highest
      let depth = FramePyramid.depth(sampleRate: sampleRate, highest: accepted.upperBound)
      let windowSize = frameSize >> depth
      spectrum = SpectrumShape(
        sampleRate: sampleRate / Double(1 << depth), windowSize: windowSize,
        binCount: WeightedAutocorrelation.transformLength(
          frameSize: windowSize, longestLag: longestLag(windowSize)) / 2)
      (self.range, self.frameSize, self.count) = (range, frameSize, count)
    }
  }

  private static func longestLag(_ size: Int) -> Int {
    Int(Double(size) / TrackerParameters.Windows.periods) + margin
  }

  /// - Parameters:
  ///   - plan: Of the windows.
  ///   - hopDuration: The time from frame to frame, in seconds.
  @inline(never)
  init(_ plan: Plan, hopDuration: Double) {
    let (sampleRate, count, frameSize) = (plan.range.sampleRate, plan.count, plan.frameSize)
    let pyramid = FramePyramid(
      frameSize: frameSize, sampleRate: sampleRate, highest: plan.accepted.upperBound)
    let correlations = InlineArray<3, WeightedAutocorrelation> { window in
      let level = max(0, pyramid.depth - window)
      let size = frameSize >> (min(window, count - 1) + level)
      return WeightedAutocorrelation(
        frameSize: size, longestLag: Self.longestLag(size),
        sampleRate: pyramid.sampleRate(ofLevel: level), highest: pyramid.highest(ofLevel: level))
    }
    shortSpectrum = SpectrumShape(
      sampleRate: correlations[1].sampleRate, windowSize: correlations[1].frameSize,
      binCount: correlations[1].power.count - 1)
    let highest = pyramid.highest(ofLevel: pyramid.depth)
    noise = NoiseReduction(
      weights: correlations[0].weights, window: correlations[0].window,
      sampleRate: plan.spectrum.sampleRate, highest: highest, bandShare: 2 * highest / sampleRate,
      hopDuration: hopDuration)
    series = StiffSeries(
      binCount: plan.spectrum.binCount, sampleRate: plan.spectrum.sampleRate)
    self.correlations = correlations
    self.pyramid = pyramid
    (self.frameSize, self.count) = (frameSize, count)
    (accepted, spectrum) = (plan.accepted, plan.spectrum)
  }

  /// Fills a list with the candidates of a frame, the strongest first.
  ///
  /// - Parameters:
  ///   - frame: ``frameSize`` samples.
  ///   - center: The sample that the windows are to be centred on, as far as they fit.
  ///   - filledCount: The number of samples received so far; longer windows are skipped.
  ///   - learns: Whether the frame also updates the noise estimate.
  ///   - known: The candidates of a frame just before, of which one was clear; `nil` if all windows
  ///     are to be searched.
  ///   - list: Receives the candidates.
  /// - Returns: `true` if the window that showed the known ones best shows them again, so that
  ///   shorter ones were not searched.
  @discardableResult
  mutating func find(
    in frame: Span<Float>, around center: Int, filledCount: Int, learns: Bool,
    after known: CandidateList? = nil, into list: inout CandidateList
  ) -> Bool {
    let known = TrackerParameters.hasShortcuts ? known : nil
    list.removeAll()
    pyramid.load(frame)
    let mean = pyramid.withSamples(ofLevel: pyramid.depth, 0..<windowSize, of: frame) {
      correlations[0].mean(of: $0)
    }
    var hasWhole = false
    hasShort = false
    for window in 0..<count {
      let (size, level) = (correlations[window].frameSize, level(of: window))
      let (center, filledCount) = (center >> level, filledCount >> level)
      guard size <= filledCount else { continue }
      let first = min(max(0, center - size / 2), filledCount - size)
      // A shorter window that is off the centre adds nothing to a longer one.
      let isMoved = hasWhole && first != center - size / 2
      let isCompared = window == 1 && hasWhole && list.count > 0 && isCutOff(list[0])
      if isMoved, !isCompared { continue }
      hasWhole = true
      pyramid.withSamples(ofLevel: level, first..<(first + size), of: frame) {
        correlations[window].analyze($0, mean: mean)
      }
      if window == 0 {
        measureNoise(learns: learns, isClear: known != nil, collectingIn: &list)
      } else {
        correlations[window].correlate()
      }
      if window == 1, !isMoved { hasShort = true }
      if isCompared { compareCutOff(in: &list) }
      if !isMoved { collectPeaks(of: window, into: &list) }
      if let known, known[0].window == window, !noise.isActive, list.continues(known),
        !isCutOff(list[0])
      {
        measureFrequencies(in: &list)
        return true
      }
    }
    measureFrequencies(in: &list)
    insertStiffString(into: &list)
    return false
  }

  /// Replaces the frequencies by those of the correlation without weights.
  private mutating func measureFrequencies(in list: inout CandidateList) {
    // Backwards, since an entry that is refused leaves the list.
    for index in stride(from: list.count - 1, through: 0, by: -1) {
      if let frequency = measuredFrequency(list[index]) {
        list.setFrequency(frequency, at: index)
      } else {
        list.remove(at: index)
      }
    }
  }

  /// Returns `true` if the sample rate of the longest window is too low for the third partial of
  /// the note an octave below a candidate. In noise, shorter windows contain more of it, and are no
  /// better.
  private func isCutOff(_ entry: CandidateList.Entry) -> Bool {
    let level = level(of: 0)
    return level > 0 && entry.window == 0 && !noise.isActive
      && Parameters.comparedPartial * entry.frequency > pyramid.highest(ofLevel: level)
  }

  /// Weakens such candidates by the amount that they are lower in the second window.
  private mutating func compareCutOff(in list: inout CandidateList) {
    for index in 0..<list.count where isCutOff(list[index]) {
      let entry = list[index]
      let height = Double(height(at: 1, of: entry.frequency, window: 1))
      list.judge(index, nats: 0, strength: entry.strength + min(0, height - entry.height))
    }
    list.sort()
  }

  /// Returns the weighted correlation at the maximum next to a lag; 0 if it is unknown.
  ///
  /// - Parameters:
  ///   - periods: The lag, in periods of the frequency.
  ///   - frequency: In hertz.
  ///   - window: 0 for the longest.
  ///   - isPlain: Whether the correlation is that of the frame as it is.
  /// - Returns: At most about 1.
  @inline(never)
  func height(
    at periods: Double, of frequency: Double, window: Int, isPlain: Bool = false
  ) -> Float {
    guard window < count else { return 0 }
    let lag = periods * correlations[window].sampleRate / frequency
    let nearest = Int(lag + 0.5)
    let values = isPlain ? correlations[window].plain : correlations[window].weighted
    guard nearest >= 1, nearest + 1 < values.count else { return 0 }
    return values.withUnsafeBufferPointer { values in
      guard nearest < Parameters.shortLags else {
        return max(values[nearest], max(values[nearest - 1], values[nearest + 1]))
      }
      let quarter = 1 / Parameters.fineness
      return max(
        interpolator.value(of: values, at: lag),
        max(
          interpolator.value(of: values, at: lag - quarter),
          interpolator.value(of: values, at: lag + quarter)))
    }
  }

  /// Copies the frame that was searched last at the lowest sample rate that holds a frequency.
  ///
  /// - Parameters:
  ///   - frame: That frame.
  ///   - frequency: In hertz.
  ///   - target: Receives the samples; holds at least as many as the frame.
  /// - Returns: The number of samples, and their rate in hertz.
  func copy(
    _ frame: Span<Float>, holding frequency: Double, to target: inout [Float]
  ) -> (count: Int, sampleRate: Double) {
    let level = pyramid.level(holding: frequency)
    let count = frameSize >> level
    precondition(count <= target.count, "the target must hold the frame")
    target.withUnsafeMutableBufferPointer { target in
      pyramid.withSamples(ofLevel: level, 0..<count, of: frame) {
        $0.withUnsafeBufferPointer { samples in
          guard let source = samples.baseAddress else { return }
          target.baseAddress?.copy(from: source, count: count)
        }
      }
    }
    return (count, pyramid.sampleRate(ofLevel: level))
  }

  /// Adds the note of a stiff string, which no peak of a correlation shows.
  private mutating func insertStiffString(into list: inout CandidateList) {
    let found = series.find(in: power, noise: noise.noise, accepted: accepted)
    isStiff = found != nil
    guard let found else { return }
    let lag = sampleRate / found.frequency
    let nearest = min(correlations[0].weighted.count - 1, Int(lag.rounded()))
    let height = Double(correlations[0].weighted[nearest])
    let octavesBelow = Elementary.log2(Parameters.costFreeFrequency / found.frequency)
    list.insert(
      CandidateList.Entry(
        frequency: found.frequency, height: min(1, max(0, height)),
        strength: min(1, found.explained + TrackerParameters.Lines.gain)
          - Parameters.octaveCost * octavesBelow,
        lag: max(1, Int(lag.rounded()))))
  }

  /// Estimates the noise in the longest window, and fills its correlations without it.
  ///
  /// The part that repeats is not noise: first, the correlation of the whole frame limits the share
  /// of noise. The partials of a low note are too close for the floor to be visible between them.
  private mutating func measureNoise(
    learns: Bool, isClear: Bool, collectingIn list: inout CandidateList
  ) {
    typealias Noise = TrackerParameters.Noise
    noise.analyze(
      correlations[0].power, learns: learns,
      interval: isClear ? Noise.clearInterval : Noise.interval)
    noise.measure(in: correlations[0].power, limit: 1)
    if noise.isActive {
      correlations[0].correlate()
      collectPeaks(of: 0, into: &list)
      var highest = 0.0
      for index in 0..<list.count { highest = max(highest, list[index].height) }
      // For a tone without partials, all multiples of the period are about equally high.
      var lag = Int.max
      for index in 0..<list.count where list[index].height > highest - Parameters.sameHeight {
        lag = min(lag, list[index].lag)
      }
      let isUnresolved =
        highest > Parameters.clearHeight && list.count > 0
        && Double(lag) * Parameters.resolvedPeriods > Double(windowSize)
      list.removeAll()
      noise.measure(in: correlations[0].power, limit: isUnresolved ? 0 : Float(1 - highest))
    }
    correlations[0].correlate(without: noise.taken, addition: noise.addition)
  }
}
