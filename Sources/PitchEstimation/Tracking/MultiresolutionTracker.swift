public import SignalProcessing

/// The tracker of choice: candidates from several window lengths, and the best path through them.
///
/// Each frame gives up to twelve candidates from autocorrelations over three window lengths, which a
/// path search then chooses from, or calls the frame unvoiced. What the search weighs: how exactly
/// the signal repeats, in the window that shows it best; a preference for the shorter of two equal
/// periods; continuity of pitch and of voicing; the level, against the gate and against the
/// surroundings (once a note has ended, a long window still holds it). The frequency of the chosen
/// candidate is then measured by a fit through its partials; of a stiff string it is that of the
/// first one. A note that decays is kept while its partials stand out of the noise beside them.
///
/// Reading k belongs to the time k · hop / sample rate, the first to the first sample. Near the ends
/// of the stream the windows stay within it, since the sound beyond is not silent but unknown. On
/// the development clips it is ahead of ``YIN`` and ``MPM``; see `docs/benchmarks.md`.
///
/// - Complexity: O(*L* log *L*) time a hop for a longest lag of *L* samples. Memory does not depend
///   on the length of the stream. No allocation after `init` for blocks of up to 8192 samples.
public struct MultiresolutionTracker: PitchTracking {
  /// How much quieter than its surroundings the middle of a frame may be without a penalty, in
  /// decibels.
  static let toleratedDrop = 6.0
  /// What each decibel beyond takes from the strength of all candidates.
  static let dropCost = 0.05
  /// How far below the gate a note that was heard before may decay, in decibels.
  static let heldBelowGate = 15.0
  /// A frame whose strongest candidate is weaker than this is noise, and teaches the gate.
  static let noiseStrength = 0.2
  /// The length of the middle of a frame whose level counts, in seconds.
  static let middleDuration = 0.02

  /// Samples per second, in hertz.
  public let sampleRate: Double
  /// The time from a sample's arrival to its reading, in seconds, without the time to compute: half
  /// a frame and the look-ahead.
  public let latency: Double
  private var framer: Framer
  private var finder: MultiresolutionCandidates
  private var decaying: DecayingTone
  private var path: CandidatePath
  private var gate: LevelGate
  private var refiner: ContourRefiner
  private var recent: [Double]  // frequencies decided last, a ring; 0 where unvoiced
  private let contourStep: Int
  private var readingCount = 0

  /// Creates a tracker at the start of a stream.
  ///
  /// - Parameters:
  ///   - sampleRate: Samples per second, in 8000...192000 Hz.
  ///   - searchRange: Frequencies to consider, in hertz. The lower bound sets the frame: two and a
  ///     half of its periods.
  ///   - hopSize: Samples from one reading to the next, at least 1; may be fractional.
  ///   - lookahead: How much later sound may decide about a reading, in seconds, 0...10. 0 decides
  ///     at once; beyond 0.2 s there is nothing to gain.
  ///   - gate: What level counts as sound. Adaptive by default.
  /// - Throws: ``EstimatorError`` if a parameter is out of its range.
  public init(
    sampleRate: Double, searchRange: ClosedRange<Double>, hopSize: Double, lookahead: Double = 0.3,
    gate: LevelGate = LevelGate()
  ) throws(EstimatorError) {
    guard hopSize >= 1, hopSize <= 1e9 else { throw .invalidHop(hopSize) }
    guard lookahead >= 0, lookahead <= 10 else { throw .invalidLookahead(lookahead) }
    finder = try MultiresolutionCandidates(sampleRate: sampleRate, searchRange: searchRange)
    decaying = try DecayingTone(
      sampleRate: sampleRate, searchRange: searchRange, frameSize: finder.frameSize)
    self.sampleRate = sampleRate
    let lookaheadFrames = Int((lookahead * sampleRate / hopSize).rounded())
    contourStep = max(1, Int((0.01 * sampleRate / hopSize).rounded()))
    path = CandidatePath(
      lookahead: lookaheadFrames, hopDuration: hopSize / sampleRate, contourStep: contourStep)
    refiner = try ContourRefiner(
      sampleRate: sampleRate, searchRange: searchRange,
      frameDuration: Double(finder.frameSize) / sampleRate,
      hopDuration: hopSize / sampleRate, contourStep: contourStep)
    recent = Array(repeating: 0, count: PitchContour.reach * contourStep)
    framer = Framer(
      frameSize: finder.frameSize, hopSize: hopSize, edges: .nearestFrame,
      historySize: refiner.reach + Int(Double(lookaheadFrames + 1) * hopSize))
    latency =
      (Double(finder.frameSize - framer.frameCenter) + Double(lookaheadFrames) * hopSize)
      / sampleRate
    self.gate = gate
  }

  /// How many samples were not finite, or beyond ±1,000,000, and were treated as silence.
  public var rejectedSampleCount: Int { framer.rejectedSampleCount }

  /// Appends the next samples of the stream.
  public mutating func append(_ block: Span<Float>) {
    precondition(!framer.isFinished, "no block may follow finish()")
    framer.append(block)
  }

  /// Ends the stream: the readings up to its last sample become available.
  public mutating func finish() { framer.finish() }

  /// Returns the next reading, or `nil` until more samples arrive.
  public mutating func next() -> PitchReading? {
    while !path.isFull, framer.hasFrame { takeFrame() }
    guard path.isFull || (framer.isFinished && !framer.hasFrame) else { return nil }
    return path.decideOldest().map { reading($0) }
  }

  private mutating func takeFrame() {
    var frame = Self.analyze(framer, using: &finder, sampleRate: sampleRate)
    frame.gateThreshold = gate.currentThreshold
    let isOpen = gate.update(level: frame.level)
    if frame.level > -150 { decaying.extend(&frame.candidates, in: framer, isOpen: isOpen) }
    framer.advance()
    let isHeld = decaying.holds && frame.level > frame.gateThreshold - Self.heldBelowGate
    if !isOpen, !isHeld { frame.penalty = 1 }
    let strongest = frame.candidates.count > 0 ? frame.candidates[0].strength - frame.penalty : 0
    if strongest < Self.noiseStrength {
      gate.learnNoise(level: frame.level, duration: framer.hopSize / sampleRate)
    }
    path.append(frame)
  }

  // Static: a span of one stored property cannot be passed while another is being mutated.
  private static func analyze(
    _ framer: Framer, using finder: inout MultiresolutionCandidates, sampleRate: Double
  ) -> CandidatePath.Frame {
    let filledCount = min(framer.frameSize, Int(clamping: framer.sampleCount))
    let center = framer.centerInFrame
    return framer.withFrame { samples in
      var frame = CandidatePath.Frame()
      frame.level = decibels(fromPower: samples.energy() / Double(samples.count))
      // A frame of zeros, or too quiet for single precision, has no period.
      guard frame.level > -150 else { return frame }
      let count = min(samples.count, max(1, Int(middleDuration * sampleRate)))
      let first = max(0, center - count / 2)
      let middle = samples.extracting(first..<min(filledCount, center - count / 2 + count))
      let drop = frame.level - max(-150, decibels(fromPower: middle.energy() / Double(count)))
      frame.penalty = dropCost * max(0, drop - toleratedDrop)
      finder.find(
        in: samples, around: center, filledCount: filledCount, into: &frame.candidates)
      return frame
    }
  }

  private mutating func reading(_ decision: CandidatePath.Decision) -> PitchReading {
    let time = Double(readingCount) * framer.hopSize / sampleRate
    let candidates = decision.frame.candidates
    let index = decision.choice ?? 0
    var candidate =
      index < candidates.count
      ? PitchCandidate(
        frequency: candidates[index].frequency, periodicity: max(0, candidates[index].height)) : nil
    // A candidate without a lag comes from the spectrum of the longest window already.
    if decision.choice != nil, candidates[index].lag > 0, let rough = candidate?.frequency {
      let refined = refine(rough, future: decision.future)
      candidate?.frequency = refined.frequency
      candidate?.inharmonicity = refined.inharmonicity
    }
    recent[readingCount % recent.count] = decision.choice != nil ? candidates[index].frequency : 0
    readingCount += 1
    return PitchReading(
      time: time, candidate: candidate, isVoiced: decision.choice != nil,
      level: decision.frame.level, gateThreshold: decision.frame.gateThreshold)
  }

  private mutating func refine(
    _ frequency: Double, future: PitchContour.Side
  ) -> (frequency: Double, inharmonicity: Double) {
    var past = PitchContour.Side(repeating: .nan)
    for step in 1...PitchContour.reach where step * contourStep <= readingCount {
      past[step - 1] = recent[(readingCount - step * contourStep) % recent.count]
    }
    return refiner.refine(
      PitchContour(frequency: frequency, past: past, future: future), in: framer,
      at: Int64((Double(readingCount) * framer.hopSize).rounded()))
  }
}
