import SignalProcessing

/// Measures a roughly known fundamental frequency as exactly as the sound allows.
///
/// The sound around a moment is windowed so that the partials do not disturb each other, and its
/// spectrum read at each of them: the phase there changes over time in proportion to the distance
/// of the partial from the expected frequency. A fit through all of them gives the fundamental
/// frequency and the inharmonicity, and the next frequencies to read; higher partials join as they
/// become certain. For noise this is the maximum-likelihood estimate, and its error close to the
/// Cramér-Rao bound.
///
/// - Complexity: O(*N* log *N*) time for *N* samples. No allocation after `init`.
/// - SeeAlso: J. K. Nielsen et al., "Fast fundamental frequency estimation", Signal Processing 135,
///   2017, [doi:10.1016/j.sigpro.2017.01.011](https://doi.org/10.1016/j.sigpro.2017.01.011);
///   Y. Pantazis, O. Rosec, Y. Stylianou, "On the properties of a time-varying quasi-harmonic model
///   of speech", Interspeech 2008.
struct HarmonicRefiner: Sendable {
  typealias Parameters = TrackerParameters.Fit

  /// The result of a measurement.
  struct Result {
    /// The frequency of the first partial near the rough frequency, in hertz.
    var frequency = 0.0
    /// The reading of the sound as a string, and the first partial on the line through its
    /// partials, in hertz; 0 if the partials were to be harmonic.
    var asString = (reading: 0.0, line: 0.0)
    /// The number of the subharmonic of the true fundamental that ``frequency`` is: all partials
    /// found are multiples of it. 1 if it is the fundamental; `nil` if noise may hide the partials
    /// that would decide.
    var subharmonicOrder: Int? = 1
    /// B of a stiff string; 0 if there is no evidence of stiffness.
    var inharmonicity = 0.0
    /// The standard deviation of the frequency, as a share of it.
    var deviation = 0.0
    /// The displacement of the partials, as a share of their power.
    var mismatch = 0.0
    /// True if the first partial was found far from the frequency of the period.
    var isFarLine = false
    /// The number of fitted partials.
    var partialCount = 0
    /// True if noise alone explains the displacement of the partials.
    var isNoiseLimited = false
    /// The distance of the sound of the strongest partial before the middle, as a share of half the
    /// window; below 0 if it is after it.
    var lopsidedness = 0.0
    /// True if the first partial was located separately.
    var isLine = false
  }

  let sampleRate: Double
  private var spectrum: ContinuousSpectrum
  private var frame: [Float]
  private var warper: TimeWarper
  private var halved: HalvedStream
  private let highestHalved: Double  // in hertz
  /// The last tone that was measured as a string without a glide, in hertz.
  private var known = (rough: 0.0, first: 0.0)

  /// - Parameters:
  ///   - sampleRate: Samples per second, in hertz.
  ///   - longestDuration: The longest window, in seconds; a ``ContinuousSpectrum`` holds it.
  ///   - mayHalve: Whether low notes are measured at half the sample rate.
  init(sampleRate: Double, longestDuration: Double, mayHalve: Bool) {
    highestHalved = mayHalve ? Parameters.highestHalvedShare * sampleRate : 0
    self.sampleRate = sampleRate
    // The window may hold a little more, if that makes a whole number of periods.
    let count = 2 * Int((1.01 * longestDuration * sampleRate / 2).rounded(.up)) + 7
    spectrum = ContinuousSpectrum(holding: count)
    frame = Array(repeating: 0, count: count)
    warper = TimeWarper(maximumCount: count)
    halved = HalvedStream(maximumCount: TimeWarper.sourceCount(for: count / 2 | 1))
  }

  /// Measures the fundamental frequency around a moment.
  ///
  /// - Parameters:
  ///   - framer: Holds the sound.
  ///   - position: The moment, as the index of a sample in the stream.
  ///   - frequency: The frequency found so far, in hertz.
  ///   - glide: The share by which it changes per second.
  ///   - duration: The length of the window, in seconds; longer for the lowest notes.
  ///   - leastSignal: A partial counts if its power is this many times that of the noise.
  ///   - isNoisy: Whether the frequency was found in noise, and may be far off.
  ///   - memory: The estimate of B so far; `nil` if the partials are to be harmonic.
  /// - Returns: `nil` if no partial stands out from the noise.
  mutating func refine(
    _ framer: borrowing Framer, at position: Int64, near frequency: Double, glide: Double,
    duration: Double,
    leastSignal: Double, isNoisy: Bool, memory: inout InharmonicityMemory?
  ) -> Result? {
    let longest = Double(spectrum.maximumCount - 7) / 1.01 / sampleRate
    let periods = Self.periods(min(duration, longest) * frequency)
    var (sampleRate, period) = (sampleRate, sampleRate / frequency)
    var window = TrapezoidWindow(span: periods.span * period, rise: periods.rise * period)
    var half = Int(window.halfLength.rounded(.up)) + 1
    guard 2 * half + 1 <= spectrum.maximumCount else { return nil }
    var isRead = false
    if TrackerParameters.hasShortcuts, frequency < highestHalved {
      let halved = TrapezoidWindow(span: 0.5 * window.span, rise: 0.5 * window.rise)
      let halvedHalf = Int(halved.halfLength.rounded(.up)) + 1
      isRead = readHalved(framer, at: position, count: 2 * halvedHalf + 1, glide: glide)
      if isRead {
        (sampleRate, period) = (0.5 * sampleRate, 0.5 * period)
        (window, half) = (halved, halvedHalf)
      }
    }
    if !isRead { read(framer, at: position, count: 2 * half + 1, glide: glide) }
    spectrum.process(frame, count: 2 * half + 1, window: window)
    var fit = Iteration(
      window: window, turns: periods.span + periods.rise, fundamental: 2 * .pi / period,
      isNoiseReadable: periods.span >= 2, leastSignal: leastSignal,
      lowness: Self.lowness(of: frequency), isNoisy: isNoisy,
      frequencyInHertz: frequency, rateShare: sampleRate / self.sampleRate,
      mayBeSubharmonic: (Parameters.clearPartials...Parameters.stiffTo).contains(frequency))
    let unit = sampleRate / (2 * .pi)  // hertz
    let mayBeKnown = glide == 0 && memory != nil && !isNoisy
    let isKnown =
      mayBeKnown && (frequency - known.rough).magnitude < Parameters.sameTone * frequency
    if memory != nil { known.rough = 0 }
    guard fit.run(spectrum, known: isKnown ? known.first / unit : nil, memory: &memory) else {
      return nil
    }
    var result = fit.result
    if mayBeKnown, !result.isLine, result.mismatch < Parameters.largestKnownMismatch {
      known = (frequency, result.frequency * unit)
    }
    result.frequency *= unit
    result.asString.reading *= unit
    result.asString.line *= unit
    return result
  }

  /// Fills `frame` with samples of the stream, warped if the pitch glides.
  private mutating func read(
    _ framer: borrowing Framer, at position: Int64, count: Int, glide: Double
  ) {
    guard glide != 0 else {
      framer.copySamples(
        around: position, count: count, within: framer.passedPositions, to: &frame)
      return
    }
    framer.copySamples(
      around: position, count: TimeWarper.sourceCount(for: count),
      within: framer.passedPositions, to: &warper.source)
    warper.warp(count: count, glide: glide / sampleRate, to: &frame)
  }

  /// The same at half the sample rate.
  ///
  /// - Returns: `false` if some of them cannot be had.
  private mutating func readHalved(
    _ framer: borrowing Framer, at position: Int64, count: Int, glide: Double
  ) -> Bool {
    guard glide != 0 else {
      return halved.copySamples(around: position, count: count, of: framer, to: &frame)
    }
    let sourceCount = TimeWarper.sourceCount(for: count)
    guard halved.copySamples(around: position, count: sourceCount, of: framer, to: &warper.source)
    else { return false }
    warper.warp(count: count, glide: glide / (0.5 * sampleRate), to: &frame)
    return true
  }

  /// Returns the weight of a tone's low partials in its reading, 0...1: 1 for a low tone.
  static func lowness(of frequency: Double) -> Double {
    let (low, high) = (TrackerParameters.Strings.lowFrom, TrackerParameters.Strings.lowTo)
    return min(1, max(0, Elementary.log2(high / frequency) / Elementary.log2(high / low)))
  }

  /// Returns the number of periods in the two rectangles of the window: whole numbers if there are
  /// three, and an even one for the longer, so that the spectrum is also zero halfway between the
  /// partials.
  static func periods(_ available: Double) -> (span: Double, rise: Double) {
    let available = max(available, Parameters.fewestPeriods)
    if available < 2.5 { return (1, available - 1) }
    if available < 3 { return (2, available - 2) }
    let whole = (available + 0.02).rounded(.down)
    let span = whole - max(1, (whole * Parameters.riseShare).rounded())
    let even = (span / 2).rounded(.down) * 2
    return (even, whole - even)
  }
}
