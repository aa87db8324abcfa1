public import SignalProcessing

/// The default tracker: candidates from several window lengths, and the best path through them.
///
/// Each frame has up to twelve candidates, from autocorrelations over three window lengths. A path
/// search chooses one of them or declares the frame unvoiced. It considers how exactly the signal
/// repeats, in the window that shows it best; a preference for the shorter of two equal periods;
/// the continuity of pitch and voicing; and the level, relative to the gate and the surroundings (a
/// long window still contains a note that has ended). The frequency of the chosen candidate is then
/// measured with a fit through its partials; for a stiff string, it is that of the first partial. A
/// decaying note continues while its partials are above the noise near them. Where the sound is noisy,
/// a small neural network judges the candidates (`docs/decisions/0021-a-learned-scorer-in-noise.md`).
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
  /// How much quieter than its surroundings the middle of a frame may be without a penalty, in
  /// decibels.
  static let toleratedDrop = 6.0
  /// What each decibel beyond takes from the strength of all candidates.
  static let dropCost = 0.05
  /// How far below the gate a note that was heard before may decay, in decibels.
  static let heldBelowGate = 15.0
  /// A frame whose strongest candidate is weaker than this is noise, and teaches the gate.
  static let noiseStrength = 0.2
  /// From this share of noise on, or if less of the signal repeats, a candidate may be far from where
  /// its partials are.
  static let leastNoise: Float = 0.02
  static let clearHeight: Double = 0.93
  /// The length of the middle of a frame whose level counts, in seconds.
  static let middleDuration = 0.02

  /// The time from a sample's arrival to its reading, in seconds, excluding the time to compute:
  /// half a frame and the look-ahead.
  public let latency: Double
  var frames: FrameStream
  private var finder: MultiresolutionCandidates
  private var scorer: Optional<CandidateScorer>
  private var decaying: DecayingTone
  private var path: CandidatePath
  private var refiner: ContourRefiner
  private var recent: [Double]  // frequencies decided last, a ring; 0 where unvoiced
  private let contourStep: Int
  /// What the confidence of the last reading comes from, if it is voiced and there is a scorer.
  package private(set) var evidence = ConfidenceEvidence()

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
  ///   - usesLearnedScorer: Whether candidates in noise, and those that no peak speaks clearly for,
  ///     are judged by what was learned from sounds in noise. Without it, readings have no
  ///     ``PitchReading/confidence``. `true` by default.
  /// - Throws: ``EstimatorError`` if a parameter is out of its range.
  public init(
    sampleRate: Double, searchRange: ClosedRange<Double>, hopSize: Double, lookahead: Double = 0.3,
    gate: LevelGate = LevelGate(), usesLearnedScorer: Bool = true
  ) throws(EstimatorError) {
    try FrameStream.check(hopSize: hopSize)
    guard lookahead >= 0, lookahead <= 10 else { throw .invalidLookahead(lookahead) }
    let range = try SearchRange(searchRange, sampleRate: sampleRate)
    let hopDuration = hopSize / sampleRate
    let lookaheadFrames = Int((lookahead * sampleRate / hopSize).rounded())
    let contourStep = max(1, Int((0.01 * sampleRate / hopSize).rounded()))
    let finder = try MultiresolutionCandidates(range, hopDuration: hopDuration)
    let decaying = try DecayingTone(range, frameSize: finder.frameSize)
    let refiner = try ContourRefiner(
      range, frameDuration: Double(finder.frameSize) / sampleRate, hopDuration: hopDuration,
      contourStep: contourStep)
    let frames = try FrameStream(
      sampleRate: sampleRate, frameSize: finder.frameSize, hopSize: hopSize,
      historySize: refiner.reach + Int(Double(lookaheadFrames + 1) * hopSize), gate: gate)
    let scorer =
      usesLearnedScorer
      ? CandidateScorer(of: finder, sampleRate: sampleRate, hopDuration: hopDuration) : nil
    let path = CandidatePath(
      lookahead: lookaheadFrames, hopDuration: hopDuration, contourStep: contourStep)
    let recent = [Double](repeating: 0, count: PitchContour.reach * contourStep)
    latency = frames.latency(lookahead: lookaheadFrames)
    self.finder = finder
    self.scorer = scorer
    self.path = path
    self.recent = recent
    self.decaying = decaying
    self.refiner = refiner
    self.frames = frames
    self.contourStep = contourStep
  }

  /// Returns the next reading, or `nil` until more samples arrive.
  public mutating func next() -> PitchReading? {
    while !path.isFull, var frame = nextFrame() {
      if let doubt = scorer?.judge(
        &frame.candidates, by: finder, excess: frame.loudness.excess, penalty: frame.penalty)
      {
        frame.doubt = doubt
      }
      frame.rangeSide = finder.rangeSide
      if frame.rangeSide != nil { frame.candidates.removeAll() }
      // Another candidate may have become the strongest.
      refuseHum(&frame)
      path.append(frame)
    }
    guard path.isFull || frames.hasEnded else { return nil }
    return path.decideOldest().map { reading($0) }
  }

  /// Returns the frequencies of the candidates of the next frame, in hertz, and their features, one
  /// candidate after another, or `nil` until more samples arrive: for a scorer to learn from.
  package mutating func nextFeatures() -> (frequencies: [Double], features: [Float])? {
    guard var frame = nextFrame() else { return nil }
    let features = scorer?.features(
      of: &frame.candidates, by: finder, excess: frame.loudness.excess, penalty: frame.penalty)
    let frequencies = (0..<frame.candidates.count).map { frame.candidates[$0].frequency }
    return (frequencies, features ?? [])
  }

  /// Returns what is known of the next frame, or `nil` until more samples arrive.
  private mutating func nextFrame() -> CandidatePath.Frame? {
    guard frames.hasFrame else { return nil }
    let center = frames.framer.centerInFrame
    let filledCount = min(frames.framer.frameSize, Int(clamping: frames.framer.sampleCount))
    let middleCount = max(1, Int(Self.middleDuration * sampleRate))
    var frame = CandidatePath.Frame()
    let loudness = frames.measure { samples, level in
      // The middle of the frame, as far as there is any.
      let count = min(samples.count, middleCount)
      let end = min(filledCount, center - count / 2 + count)
      let middle = samples.extracting(max(0, center - count / 2)..<end)
      let drop = level - max(-150, decibels(fromPower: middle.energy() / Double(count)))
      frame.penalty = Self.dropCost * max(0, drop - Self.toleratedDrop)
      finder.find(
        in: samples, around: center, filledCount: filledCount, into: &frame.candidates)
    }
    frame.loudness = loudness
    frame.noise = finder.noise.blend
    if !loudness.isSilent {
      decaying.extend(
        &frame.candidates, in: frames.framer, isOpen: loudness.isOpen, isNoisy: finder.isNoisy)
    }
    frames.advance()
    let isHeld = decaying.holds && loudness.level > loudness.gateThreshold - Self.heldBelowGate
    if !loudness.isOpen, !isHeld { frame.penalty = 1 }
    refuseHum(&frame)
    let strongest = frame.candidates.count > 0 ? frame.candidates[0].strength - frame.penalty : 0
    if strongest < Self.noiseStrength { frames.learnNoise(loudness.level) }
    return frame
  }

  @inline(never)
  private func refuseHum(_ frame: inout CandidatePath.Frame) {
    if frame.candidates.count > 0, finder.isHum(frame.candidates[0].frequency) { frame.penalty = 1 }
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
        isNoisy: decision.frame.noise > Self.leastNoise,
        isUnclear: candidates[index].height < Self.clearHeight)
      candidate?.frequency = refined.frequency
      candidate?.inharmonicity = refined.inharmonicity
    }
    recent[frames.readingCount % recent.count] =
      decision.choice != nil ? candidates[index].frequency : 0
    var reading = frames.takeReading(
      candidate, isVoiced: decision.choice != nil, loudness: decision.frame.loudness)
    reading.rangeSide = decision.frame.rangeSide
    if scorer != nil { reading.confidence = confidence(of: decision) }
    return reading
  }

  private mutating func confidence(of decision: CandidatePath.Decision) -> Double {
    guard let choice = decision.choice else { return 0 }
    evidence = ConfidenceEvidence(
      of: choice, in: decision.frame.candidates, noise: decision.frame.noise)
    return evidence.probability
  }

  private mutating func refine(
    _ frequency: Double, future: PitchContour.Side, isNoisy: Bool, isUnclear: Bool
  ) -> (frequency: Double, inharmonicity: Double) {
    var past = PitchContour.Side(repeating: .nan)
    let readingCount = frames.readingCount
    for step in 1...PitchContour.reach where step * contourStep <= readingCount {
      past[step - 1] = recent[(readingCount - step * contourStep) % recent.count]
    }
    return refiner.refine(
      PitchContour(frequency: frequency, past: past, future: future), in: frames.framer,
      at: frames.readingPosition, isNoisy: isNoisy, isUnclear: isUnclear)
  }
}
