public import SignalProcessing

/// The default tracker: candidates from several window lengths, and the best path through them.
///
/// Each frame has up to 16 candidates, most from autocorrelations over three window lengths. A path
/// search chooses one of them or declares the frame unvoiced. It considers how exactly the signal
/// repeats, in the window that shows it best; a preference for the shorter of two equal periods;
/// the continuity of pitch and voicing; and the level, relative to the gate and the surroundings (a
/// long window still contains a note that has ended). The frequency of the chosen candidate is then
/// measured with a fit through its partials; for a stiff string, it is that of the first partial. A
/// decaying note continues while its partials are above the noise near them. Where the sound is
/// noisy, a small neural network judges the candidates
/// (`docs/decisions/0021-a-learned-scorer-in-noise.md`); where several sounds have a pitch, and with
/// a look-ahead, another one tells which is in front
/// (`docs/decisions/0059-a-salience-among-other-sounds.md`).
///
/// The time of reading k is k · hop / sample rate, and the first reading is at the first sample.
/// Near the ends of the stream, the windows stay within it, because the sound beyond is not silent
/// but unknown. On the development clips, this tracker is ahead of ``YIN`` and ``MPM``; see
/// `docs/benchmarks.md`.
///
/// - Complexity: O(*L* log *L*) time per hop for a longest lag of *L* samples. Memory does not
///   depend on the length of the stream. No allocation after `init` for blocks of up to 8192
///   samples.
public struct MultiresolutionTracker: FrameTracking {
  /// The time from a sample's arrival to its reading, in seconds, excluding the time to compute:
  /// half a frame and the look-ahead.
  public var latency: Double { tracking.value.latency }
  private var tracking: OutOfLine<MultiresolutionTracking<FramesBetween, NoBeginnings>>
  /// How often the stages have run.
  package var stageCounts: StageCounts { tracking.value.stageCounts }
  var frames: FrameStream {
    _read { yield tracking.value.frames }
    _modify { yield &tracking.value.frames }
  }
  /// The evidence for the confidence of the last reading, if it is voiced and there is a scorer.
  package var evidence: ConfidenceEvidence { tracking.value.evidence }

  /// Creates a tracker at the start of a stream.
  ///
  /// - Parameters:
  ///   - sampleRate: Samples per second, in 8000...192000 Hz.
  ///   - searchRange: Frequencies to consider, in hertz. The lower bound determines the frame: two
  ///     and a half of its periods.
  ///   - hopSize: Number of samples between readings, at least 1; may be fractional.
  ///   - lookahead: How much later sound may influence a reading, in seconds, 0...10. 0 decides at
  ///     once; more than 0.2 s gains nothing.
  ///   - gate: Level that counts as sound. Adaptive by default.
  ///   - usesLearnedScorer: Whether a model trained on sounds in noise judges candidates in noise,
  ///     and those without a clear peak. Without it, readings have no
  ///     ``PitchReading/confidence``. `true` by default.
  /// - Throws: ``EstimatorError`` if a parameter is out of its range.
  public init(
    sampleRate: Double, searchRange: ClosedRange<Double>, hopSize: Double, lookahead: Double = 0.3,
    gate: LevelGate = LevelGate(), usesLearnedScorer: Bool = true
  ) throws(EstimatorError) {
    self.init(
      try TrackerSettings(
        sampleRate: sampleRate, searchRange: searchRange, hopSize: hopSize, lookahead: lookahead,
        gate: gate, usesLearnedScorer: usesLearnedScorer))
  }

  /// Creates a tracker at the start of a stream.
  package init(_ settings: TrackerSettings) {
    tracking = OutOfLine(MultiresolutionTracking(settings))
  }

  /// Returns the next reading, or `nil` until more samples arrive.
  public mutating func next() -> PitchReading? { tracking.value.next() }

  /// Returns the frequencies of the candidates of the next frame, in hertz, and their features, one
  /// candidate after another, to train a scorer; `nil` until more samples arrive.
  package mutating func nextFeatures() -> (frequencies: [Double], features: [Float])? {
    tracking.value.nextFeatures()
  }
}

/// ``MultiresolutionTracker`` with the same bits for a live tuner: it also tells notes that have just
/// begun.
package struct LiveTracker: FrameTracking {
  private var tracking: OutOfLine<MultiresolutionTracking<FramesBetween, Beginnings>>
  var frames: FrameStream {
    _read { yield tracking.value.frames }
    _modify { yield &tracking.value.frames }
  }

  /// Creates a tracker at the start of a stream.
  package init(_ settings: TrackerSettings) {
    tracking = OutOfLine(MultiresolutionTracking(settings))
  }

  /// Returns the next reading, or `nil` until more samples arrive.
  package mutating func next() -> PitchReading? { tracking.value.next() }
}

/// ``MultiresolutionTracker`` with a look-ahead of 0, with the same bits and less code: for the
/// page, which names notes as soon as it can, and loads quickly.
package struct PromptTracker: FrameTracking {
  private var tracking: MultiresolutionTracking<EveryFrame, NoBeginnings>
  var frames: FrameStream {
    _read { yield tracking.frames }
    _modify { yield &tracking.frames }
  }

  /// Creates a tracker at the start of a stream.
  ///
  /// - Parameter settings: Settings with a look-ahead of 0.
  package init(_ settings: TrackerSettings) { tracking = MultiresolutionTracking(settings) }

  /// Returns the next reading, or `nil` until more samples arrive.
  package mutating func next() -> PitchReading? { tracking.next() }
}

/// The validated settings of a tracker, which ``MultiresolutionTracker`` documents.
package struct TrackerSettings: Sendable {
  let sampleRate: Double
  let hopSize: Double
  /// In seconds.
  let lookahead: Double
  let gate: LevelGate
  let usesLearnedScorer: Bool
  /// Whether a network tells which sound is in front where several have a pitch.
  let usesSalience: Bool
  /// Whether work is left out that the page, which must read the same, does not leave out.
  let takesShortcuts: Bool
  let windows: MultiresolutionCandidates.Plan

  /// Checks the parameters.
  ///
  /// `usesSalience` is `false` where the page, which has no network, must read the same.
  ///
  /// - Throws: ``EstimatorError`` if one of them is out of its range.
  package init(
    sampleRate: Double, searchRange: ClosedRange<Double>, hopSize: Double, lookahead: Double = 0,
    gate: LevelGate = LevelGate(), usesLearnedScorer: Bool = true, usesSalience: Bool = true
  ) throws(EstimatorError) {
    try FrameStream.check(hopSize: hopSize)
    guard lookahead >= 0, lookahead <= 10 else { throw .invalidLookahead(lookahead) }
    windows = try MultiresolutionCandidates.Plan(SearchRange(searchRange, sampleRate: sampleRate))
    (self.sampleRate, self.hopSize, self.lookahead) = (sampleRate, hopSize, lookahead)
    (self.gate, self.usesLearnedScorer) = (gate, usesLearnedScorer)
    self.usesSalience = usesSalience && usesLearnedScorer
    takesShortcuts = usesSalience && lookahead > 0
  }

  /// The number of later frames that may influence a reading.
  var lookaheadFrames: Int { Int((lookahead * sampleRate / hopSize).rounded()) }
}

/// The implementation of ``MultiresolutionTracker``, ``LiveTracker`` and ``PromptTracker``.
///
/// - Complexity: No allocation after `init` for blocks of up to 8192 samples.
struct MultiresolutionTracking<Order: FrameOrder, Rule: BeginningRule>: Sendable {
  private typealias Parameters = TrackerParameters.Level

  /// In seconds.
  let latency: Double
  var frames: FrameStream
  private var search: OutOfLine<FrameSearch>
  private var order: Order
  private var path: CandidatePath
  private var refiner: ContourRefiner
  private var beginnings: Rule
  private var recent: [Double]  // frequencies decided last, a ring; 0 where unvoiced
  private let contourStep: Int
  /// The evidence for the confidence of the last reading, if it is voiced and there is a scorer.
  private(set) var evidence = ConfidenceEvidence()

  /// Creates a tracker at the start of a stream.
  @inline(never)
  init(_ settings: TrackerSettings) {
    let (sampleRate, hopSize) = (settings.sampleRate, settings.hopSize)
    let (windows, lookaheadFrames) = (settings.windows, settings.lookaheadFrames)
    let frameSize = windows.frameSize
    let hopDuration = hopSize / sampleRate
    let contourStep = PitchContour.step(hopDuration: hopDuration)
    let stride = Order.stride(hopDuration: hopDuration, lookahead: lookaheadFrames)
    search = OutOfLine(
      FrameSearch(
        windows, hopDuration: hopDuration, stride: stride,
        usesLearnedScorer: settings.usesLearnedScorer,
        // What names notes at once, as the page does, goes without.
        usesSalience: settings.usesSalience && lookaheadFrames > 0,
        takesShortcuts: settings.takesShortcuts))
    refiner = ContourRefiner(
      windows.range, frameDuration: Double(frameSize) / sampleRate, hopDuration: hopDuration,
      contourStep: contourStep, mayHalve: settings.takesShortcuts)
    frames = FrameStream(
      sampleRate: sampleRate, frameSize: frameSize, hopSize: hopSize,
      historySize: refiner.reach + Int(Double(lookaheadFrames + 1) * hopSize), gate: settings.gate)
    // Up to stride - 1 frames wait for the next one that is searched.
    path = CandidatePath(
      lookahead: lookaheadFrames - (stride - 1), hopDuration: hopDuration, contourStep: contourStep)
    recent = Array(repeating: 0, count: PitchContour.reach * contourStep)
    latency = frames.latency(lookahead: lookaheadFrames)
    order = Order(stride: stride, frameSize: frameSize)
    beginnings = Rule(hopDuration: hopDuration)
    self.contourStep = contourStep
  }

  var stageCounts: StageCounts {
    var counts = search.value.counts
    counts.refined = refiner.measurementCount
    return counts
  }

  /// Returns the next reading, or `nil` until more samples arrive.
  mutating func next() -> PitchReading? {
    while !path.isFull, let frame = nextFrame() {
      path.append(frame, looksAhead: Order.looksAhead)
      if beginnings.isListening { follow(frame) }
    }
    guard path.isFull || frames.hasEnded else { return nil }
    guard let decision = path.decideOldest(looksAhead: Order.looksAhead) else { return nil }
    return reading(decision)
  }

  /// Returns the frequencies of the candidates of the next frame, in hertz, and their features, one
  /// candidate after another, to train a scorer; `nil` until more samples arrive.
  mutating func nextFeatures() -> (frequencies: [Double], features: [Float])? {
    guard frames.hasFrame else { return nil }
    var (frame, place) = measure()
    var features: [Float] = []
    if !frame.loudness.isSilent {
      features = frames.framer.withFrame {
        search.value.features($0, place, learns: order.isSearched, &frame)
      }
    }
    order.advance()
    frames.advance()
    return ((0..<frame.candidates.count).map { frame.candidates[$0].frequency }, features)
  }

  /// Follows the path to a frame that was appended, before later ones decide about it.
  private mutating func follow(_ frame: CandidatePath.Frame) {
    guard let choice = path.newestChoice else { return beginnings.follow(nil, confidence: 0) }
    let evidence = ConfidenceEvidence(
      of: choice, in: frame.candidates, noise: frame.noise, total: frame.total)
    beginnings.follow(
      frame.candidates[choice].frequency,
      confidence: search.value.hasScorer ? evidence.probability : 0)
  }

  /// Returns the next decided frame, or `nil` until more samples arrive.
  private mutating func nextFrame() -> CandidatePath.Frame? {
    while order.isEmpty, frames.hasFrame {
      var (frame, place) = measure()
      if Rule.isUsed {
        frames.framer.withFrame {
          beginnings.hear($0, isOpen: frame.loudness.isOpen, &search.value)
        }
      }
      if order.isSearched {
        if !frame.loudness.isSilent {
          frames.framer.withFrame { search.value.search($0, place, learns: true, &frame) }
        }
        order.close(with: frame, &search.value)
      } else {
        frames.framer.withFrame { order.wait(frame, place, $0) }
      }
      order.advance()
      frames.advance()
    }
    if order.isEmpty, frames.hasEnded { order.end(&search.value) }
    guard let frame = order.next() else { return nil }
    let strongest = frame.candidates.count > 0 ? frame.candidates[0].strength - frame.penalty : 0
    if strongest < Parameters.noiseStrength { frames.learnNoise(frame.loudness.level) }
    return frame
  }

  /// Returns the current frame with its loudness and penalty, and its position.
  private mutating func measure() -> (CandidatePath.Frame, FrameSearch.Place) {
    let place = FrameSearch.Place(
      center: frames.framer.centerInFrame,
      filledCount: min(frames.framer.frameSize, Int(clamping: frames.framer.sampleCount)))
    let middleCount = max(1, Int(Parameters.middleDuration * frames.sampleRate))
    var frame = CandidatePath.Frame()
    frame.loudness = frames.measure { samples, level in
      // The middle of the frame, as far as there is any.
      let count = min(samples.count, middleCount)
      let end = min(place.filledCount, place.center - count / 2 + count)
      let middle = samples.extracting(max(0, place.center - count / 2)..<end)
      let drop = level - max(-150, decibels(fromPower: middle.energy() / Double(count)))
      frame.penalty = Parameters.dropCost * max(0, drop - Parameters.toleratedDrop)
    }
    return (frame, place)
  }

  private mutating func reading(_ decision: CandidatePath.Decision) -> PitchReading {
    let candidates = decision.frame.candidates
    let index = decision.choice ?? decision.guess ?? 0
    var candidate =
      index < candidates.count
      ? PitchCandidate(
        frequency: candidates[index].frequency, periodicity: max(0, candidates[index].height)) : nil
    if decision.choice != nil, let rough = candidate?.frequency {
      let refined = refine(
        rough, future: decision.future,
        isNoisy: decision.frame.noise > TrackerParameters.Refinement.leastNoise,
        isUnclear: candidates[index].height < TrackerParameters.Refinement.clearHeight)
      let isNear =
        (refined.frequency / rough - 1).magnitude < TrackerParameters.Salience.largestRefinement
      if !TrackerParameters.Salience.isUsed || decision.frame.total == nil
        || decision.frame.noise > 0 || isNear
      {
        candidate?.frequency = refined.frequency
        candidate?.inharmonicity = refined.inharmonicity
      }
    }
    recent[frames.readingCount % recent.count] =
      decision.choice != nil ? candidates[index].frequency : 0
    var reading = frames.takeReading(
      candidate, isVoiced: decision.choice != nil, loudness: decision.frame.loudness)
    reading.rangeSide = decision.frame.rangeSide
    reading.beginning = beginnings.take()
    if search.value.hasScorer { reading.confidence = confidence(of: decision) }
    return reading
  }

  private mutating func confidence(of decision: CandidatePath.Decision) -> Double {
    guard let choice = decision.choice ?? decision.guess else { return 0 }
    evidence = ConfidenceEvidence(
      of: choice, in: decision.frame.candidates, noise: decision.frame.noise,
      total: decision.frame.total)
    let most = decision.choice == nil ? TrackerParameters.Salience.mostUnvoiced : 1
    return min(most, evidence.probability)
  }

  private mutating func refine(
    _ frequency: Double, future: PitchContour.Side, isNoisy: Bool, isUnclear: Bool
  ) -> (frequency: Double, inharmonicity: Double) {
    var past = PitchContour.Side(repeating: .nan)
    let readingCount = frames.readingCount
    // A loop over five integers would be unrolled.
    for step in stride(from: 1, through: PitchContour.reach, by: 1)
    where step * contourStep <= readingCount {
      past[step - 1] = recent[(readingCount - step * contourStep) % recent.count]
    }
    let contour = PitchContour(
      frequency: frequency, past: past, future: future, looksAhead: Order.looksAhead)
    let position = frames.readingPosition
    return refiner.refine(
      contour, in: frames.framer, at: position, isNoisy: isNoisy, isUnclear: isUnclear)
  }
}
