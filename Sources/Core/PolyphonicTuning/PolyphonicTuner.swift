internal import SignalProcessing

/// Measures several strings that sound together: the frequency, the inharmonicity and the standard
/// error of each, and which of them do not sound.
///
/// All strings are fitted at once, so that partials that fall together, such as every third one of
/// an E2 and those of a B3, are explained once: a coarse search lays the series of a stiff string
/// for each target over the peaks of the spectrum, then weighted least squares measure all partials
/// jointly, and a robust fit gives f1 and B of each string. Append samples as they arrive, and ask
/// for a reading of the newest ones when you want one.
///
/// - Complexity: O(*n*) time to append; a reading takes some milliseconds. No allocation after
///   `init`.
public struct PolyphonicTuner: Sendable {
  /// The accepted sample rates, in hertz.
  public static let sampleRates = 8000.0...384_000
  /// The accepted numbers of strings.
  public static let targetCounts = 1...16
  /// The lowest target, in hertz.
  public static let lowestTarget = 20.0
  /// The length of the longest frame, in seconds.
  public static let longestFrame = 0.6
  /// The length of the shortest frame, in seconds.
  public static let shortestFrame = 0.2

  /// The readings of the latest ``measure(duration:)``, in the order of the targets.
  public private(set) var readings: [StringReading]
  /// The share of the peaks' weight that the sounding strings explain, 0...1: little for other
  /// sounds.
  public private(set) var explainedShare = 0.0

  /// The strongest peak among first partials that no string explains, the root of its magnitude
  /// over that of the strongest one, 0...1.
  var strangestPeak: Double { Double(search.strangest) }

  let sampleRate: Double  // of the analysis
  private let settings: Settings
  private let top: Double
  private let highestTarget: Double
  private var reducer: RateReducer
  private var history: SampleHistory
  private var frame: [Float]
  private var smooth: [Float]  // in a Hann window
  private var spectrum: ContinuousSpectrum
  private var peaks: SpectrumPeaks
  private var search: SeriesSearch
  private var joint: JointFit
  private var fit: SeriesFit
  private var series: [StringSeries]
  private var stiffnessErrors: [Double]
  private var stiffness: [(mean: Double, precision: Double)]  // B in this strum's frames so far
  private var presence: Presence
  private var isPresent: [Bool]
  private let never: [Bool]
  private var expected: [Double]  // frequencies, or 0 where nothing is

  /// Creates a tuner for some strings.
  ///
  /// - Parameters:
  ///   - targets: The frequencies that the strings are tuned to, in hertz, in any order; no two
  ///     alike.
  ///   - sampleRate: Samples per second, in ``sampleRates``.
  /// - Throws: ``PolyphonicTunerError``.
  public init(targets: [Double], sampleRate: Double) throws(PolyphonicTunerError) {
    try self.init(targets: targets, sampleRate: sampleRate, settings: Settings())
  }

  /// Creates a tuner with other assumptions about strings than those for plucked ones.
  package init(
    targets: [Double], sampleRate: Double, settings: Settings
  ) throws(PolyphonicTunerError) {
    try self.init(
      targets: targets, spreads: targets.map { _ in 0 }, sampleRate: sampleRate,
      settings: settings)
  }

  /// Creates a tuner for strings some of which are courses, whose lines spread by a ratio.
  init(
    targets: [Double], spreads: [Double], sampleRate: Double, settings: Settings = Settings()
  ) throws(PolyphonicTunerError) {
    guard Self.sampleRates.contains(sampleRate) else {
      throw .sampleRateOutOfRange(sampleRate)
    }
    guard Self.targetCounts.contains(targets.count) else {
      throw .targetCountOutOfRange(targets.count)
    }
    reducer = RateReducer(sampleRate: sampleRate)
    self.sampleRate = reducer.outputRate
    top = min(6500, 0.42 * self.sampleRate)
    for target in targets where !(target >= Self.lowestTarget && target <= top / 3) {
      throw .targetOutOfRange(target, limit: top / 3)
    }
    highestTarget = targets.max() ?? top
    let capacity = Int(Self.longestFrame * self.sampleRate) / 2 * 2 + 1
    guard let spectrum = try? ContinuousSpectrum(maximumCount: capacity) else {
      throw .sampleRateOutOfRange(sampleRate)
    }
    self.spectrum = spectrum
    self.settings = settings
    history = SampleHistory(capacity: capacity)
    frame = Array(repeating: 0, count: capacity)
    smooth = frame
    let peaks = SpectrumPeaks(duration: Self.longestFrame, top: top * 1.05)
    search = SeriesSearch(
      targets: targets, spreads: spreads, top: top, peakCapacity: peaks.frequencies.count)
    self.peaks = peaks
    joint = JointFit(stringCount: targets.count, orderCount: Self.explainedOrders)
    fit = SeriesFit(capacity: Self.fittedOrders)
    readings = targets.map { StringReading(target: $0) }
    series = targets.map { StringSeries(frequency: $0, inharmonicity: 0) }
    stiffnessErrors = targets.map { _ in 1e-4 }
    stiffness = targets.map { _ in (0, 0) }
    presence = Presence(stringCount: targets.count)
    isPresent = targets.map { _ in false }
    never = isPresent
    expected = targets.map { _ in 0 }
  }

  // Partials whose frequencies count, and such that are only explained.
  static let fittedOrders = 12
  static let explainedOrders = 18
  // The weight of one of several overlapping frames for B, and the variance that none of them has.
  private static let stiffnessShare = 0.3
  private static let stiffnessDoubt = 1e-10

  /// Appends the next samples of the stream.
  ///
  /// - Parameter block: Samples, any count and any values.
  public mutating func append(_ block: Span<Float>) {
    reducer.reduce(block, into: &history)
  }

  /// Appends the next samples of the stream, in an array.
  ///
  /// - Parameter block: Samples, any count and any values.
  public mutating func append(_ block: [Float]) { append(block.span) }

  /// Measures all strings in the newest samples, and leaves the results in ``readings``.
  ///
  /// - Parameter duration: The length of the samples in seconds, in
  ///   ``shortestFrame``...``longestFrame``. The readings are those of their middle.
  public mutating func measure(duration: Double = Self.longestFrame) {
    let duration = min(Self.longestFrame, max(Self.shortestFrame, duration))
    let count = min(frame.count, Int(duration * sampleRate) / 2 * 2 + 1)
    copyFrame(count)
    findPeaks(count)
    search.search(peaks, duration: Double(count) / sampleRate, near: expected)
    for index in series.indices { series[index] = search.candidates[index].series }
    joint.forget()
    let half = Double(count) / 2
    spectrum.process(
      frame, count: count, window: TrapezoidWindow(span: half, rise: half))
    for _ in 0..<3 {
      listPartials()
      joint.measure(
        spectrum, frameCount: Double(count), sampleRate: sampleRate, passes: 2)
      for index in series.indices where search.candidates[index].score > 0 {
        fitSeries(index, duration: Double(count) / sampleRate)
      }
    }
    decidePresence(duration: Double(count) / sampleRate)
    for index in readings.indices {
      expected[index] = readings[index].isPresent ? readings[index].frequency : 0
    }
    explainedShare = search.explainedShare(
      of: peaks, below: min(top, 12 * highestTarget), by: readings)
  }

  private mutating func copyFrame(_ count: Int) {
    let history = history
    frame.withUnsafeMutableBufferPointer {
      var part = UnsafeMutableBufferPointer(rebasing: $0[0..<count]).mutableSpan
      history.copyNewest(into: &part)
    }
  }

  /// Finds peaks in a Hann window, whose side lobes are low.
  private mutating func findPeaks(_ count: Int) {
    let step = Elementary.sineAndCosine(2 * .pi / Double(count))
    var (sine, cosine) = (0.0, 1.0)
    let half = count / 2
    for distance in 0...half {
      let weight = Float(0.5 + 0.5 * cosine)
      smooth[half + distance] = frame[half + distance] * weight
      smooth[half - distance] = frame[half - distance] * weight
      (sine, cosine) = (
        sine * step.cosine + cosine * step.sine, cosine * step.cosine - sine * step.sine
      )
    }
    let flat = TrapezoidWindow(span: Double(2 * count), rise: 1)
    spectrum.process(smooth, count: count, window: flat)
    peaks.find(in: spectrum, sampleRate: sampleRate)
  }

  private mutating func listPartials() {
    joint.removeAll()
    for index in series.indices where search.candidates[index].score > 0 {
      for order in 1...Self.explainedOrders {
        let frequency = series[index].partial(order)
        guard frequency < top else { break }
        joint.add(string: index, order: order, frequency: frequency)
      }
    }
  }

  /// Fits one string to its partials; those near another string's count little.
  ///
  /// The residuals show how much the partials of this string scatter, and a second fit gives the
  /// error that follows from it.
  private mutating func fitSeries(_ index: Int, duration: Double) {
    let start = series[index]
    let scatter = settings.scatter / SeriesFit.centsPerUnit
    fit(index, from: start, scatter: scatter, duration)
    let found = fit.series
    guard (found.frequency / start.frequency - 1).magnitude < 0.06 else { return }
    stiffnessErrors[index] = fit.stiffnessError
    if settings.scatterDoubt > 0 {
      fit(index, from: start, scatter: self.scatter(of: index, before: scatter, duration), duration)
    }
    series[index] = found
    readings[index].frequency = found.frequency
    readings[index].inharmonicity = found.inharmonicity
    readings[index].error =
      (fit.error * fit.error + settings.modelError * settings.modelError).squareRoot()
  }

  private mutating func fit(
    _ index: Int, from start: StringSeries, scatter: Double, _ duration: Double
  ) {
    fit.removeAll()
    for position in 0..<joint.count {
      let partial = joint.partials[position]
      guard partial.string == index, partial.order <= Self.fittedOrders else { continue }
      let noise = (isUsable(partial, duration) ? partial.error : 1000) / partial.frequency
      var sigma = (noise * noise + scatter * scatter).squareRoot()
      if isCrowded(partial, duration) { sigma += 6 * scatter }
      fit.add(order: partial.order, frequency: partial.frequency, sigma: sigma)
    }
    let known = stiffness[index]
    guard known.precision > 0 else { return fit.fit(from: start, deviation: 1e-4) }
    let before = StringSeries(frequency: start.frequency, inharmonicity: known.mean)
    let deviation = (1 / known.precision + Self.stiffnessDoubt).squareRoot()
    fit.fit(from: before, deviation: min(1e-4, deviation))
  }

  private func isUsable(_ partial: Partial, _ duration: Double) -> Bool {
    partial.error < 0.3 / duration
      && (partial.frequency - partial.model).magnitude < 1.3 / duration
  }

  /// Returns true if another string's partial is too near to be told apart.
  private func isCrowded(_ partial: Partial, _ duration: Double) -> Bool {
    partial.gap < settings.resolution / duration
  }

  /// Returns the scatter of a string's partials around the fit beyond their noise, as a ratio; a
  /// few partials count little against the assumption for all strings.
  private func scatter(of index: Int, before: Double, _ duration: Double) -> Double {
    var (sum, weights) = (
      settings.scatterDoubt * before * before, settings.scatterDoubt
    )
    let highest = 6 * before
    var count = -2.0  // f1 and B are fitted
    var squares = 0.0
    for position in 0..<joint.count {
      let partial = joint.partials[position]
      guard partial.string == index, partial.order <= Self.fittedOrders,
        isUsable(partial, duration), !isCrowded(partial, duration)
      else { continue }
      let noise = partial.error / partial.frequency
      guard noise < 4 * before else { continue }
      let distance = min(
        highest, (partial.frequency / fit.series.partial(partial.order) - 1).magnitude)
      squares += distance * distance - noise * noise
      count += 1
    }
    if count > 0 {
      sum += max(0, squares)
      weights += count
    }
    return max(0.6 * before, (sum / weights).squareRoot())
  }

  private mutating func decidePresence(duration: Double) {
    var strongest: Float = 0
    for candidate in search.candidates { strongest = max(strongest, candidate.score) }
    let candidates = search.candidates
    presence.judge(
      joint, series, stiffnessErrors: stiffnessErrors,
      shares: { Double(candidates[$0].score / max(strongest, 1e-9)) }, duration: duration)
    for index in isPresent.indices { isPresent[index] = false }
    Presence.decide(presence.odds, isLate: never, into: &isPresent)
    for index in readings.indices {
      readings[index].isPresent = isPresent[index]
      if isPresent[index], stiffnessErrors[index] < 1e-4 { remember(index) }
    }
  }

  /// Remembers B, which is the same in all frames of a strum. Frames overlap, so that each counts
  /// only in part.
  private mutating func remember(_ index: Int) {
    let error = stiffnessErrors[index]
    let precision = Self.stiffnessShare / (error * error + Self.stiffnessDoubt)
    stiffness[index].precision += precision
    stiffness[index].mean +=
      precision / stiffness[index].precision
      * (series[index].inharmonicity - stiffness[index].mean)
  }

  /// Forgets the previous strum, when another one begins.
  public mutating func reset() {
    for index in expected.indices {
      expected[index] = 0
      stiffness[index] = (0, 0)
    }
  }

  /// The logarithm of the odds that each string sounds, from the latest frame.
  var odds: [Double] { presence.odds }

  /// Sets the frequency of a string, in hertz, by more than one reading; `nil` for one that does
  /// not sound.
  mutating func set(_ index: Int, place: Double?) {
    readings[index].isPresent = place != nil && search.candidates[index].score > 0
    if let place { readings[index].frequency = place }
  }
}

/// The reading of one string among several.
public struct StringReading: Sendable, Hashable {
  /// The frequency that the string is tuned to, in hertz.
  public let target: Double
  /// The frequency of the first partial, in hertz; valid only if ``isPresent``.
  public internal(set) var frequency: Double
  /// B, where partial k lies at k f1 √((1 + B k²) / (1 + B)); 0 for an ideal string.
  public internal(set) var inharmonicity = 0.0
  /// One standard error of the frequency, in cents, including that of the model of a string.
  public internal(set) var error = Double.infinity
  /// True if the string sounds.
  public internal(set) var isPresent = false

  /// The deviation from the target, in cents.
  public var cents: Double { SeriesFit.centsPerUnit * Elementary.log(frequency / target) }

  init(target: Double) {
    self.target = target
    frequency = target
  }
}
