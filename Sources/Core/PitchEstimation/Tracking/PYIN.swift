public import SignalProcessing

/// The pYIN tracker: YIN's candidates with probabilities, and the most probable path through them.
///
/// The first stage (`PYINCandidates`) gives each frame candidates with probabilities p. The
/// second (`PitchPath`) finds the path over bins of ``binWidth`` cents: a bin of the grid has the
/// probability of the candidates in it, and silence has the rest up to 1.
///
/// Departures from the paper:
/// - There is one unvoiced state instead of one per bin, and leaps of any size have a cost, so that
///   an interval of a melody is not a gap.
/// - In the paper, with M bins, silence has 1/M of the probability that the candidates leave. Here
///   a steady tone is voiced if its candidate reaches ``voicingProbability``, whatever the range.
/// - A level gate silences frames, like in ``PitchTracker``.
/// - The reading is the candidate in or next to the path's bin, refined as in ``YIN``.
///
/// - Complexity: O(*L* log *L*) time per frame for a longest lag of *L* samples, plus that of the
///   path. No allocation after `init` with a look-ahead, for blocks of up to 8192 samples.
/// - SeeAlso: M. Mauch, S. Dixon, "pYIN: a fundamental frequency estimator using probabilistic
///   threshold distributions", ICASSP 2014,
///   [doi:10.1109/ICASSP.2014.6853678](https://doi.org/10.1109/ICASSP.2014.6853678).
public struct PYIN: FrameTracking {
  /// The width of a pitch bin, in cents.
  public static let binWidth = 20.0
  /// The fastest glide of a pitch, in octaves per second: 2.5 semitones in 5.8 ms, as in the paper.
  static let fastestGlide = 35.92
  /// The logarithm of the probability of a bin without a candidate.
  static let emptyBinScore: Float = -11.5
  /// The smallest probability of silence in a frame: one that only begins to sound may look like a
  /// perfect tone, and a single such frame is not a note.
  static let doubt = 0.01

  /// Frequencies that are considered, in hertz.
  public let searchRange: ClosedRange<Double>
  /// The probability from which a steady candidate is voiced, in 0...1.
  public let voicingProbability: Double
  /// The number of readings that the path looks ahead; `nil`: as many as necessary.
  public var lookaheadCount: Int? { path.lookahead }
  var frames: FrameStream
  private var candidates: PYINCandidates
  private var path: PitchPath
  private var queue: FrameQueue
  private var binScores: [Float]
  private let unvoicedWeight: Double

  /// Creates a tracker at the start of a stream.
  ///
  /// - Parameters:
  ///   - sampleRate: Samples per second, in 8000...192000 Hz.
  ///   - searchRange: Frequencies to consider, in hertz. The lower bound determines the frame: two
  ///     of its periods.
  ///   - hopSize: Number of samples between readings, at least 1; may be fractional.
  ///   - lookahead: How far the path looks ahead, in seconds, 0 or more; `nil`: until all paths
  ///     agree, at the latest until ``PitchTracking/finish()``.
  ///   - meanThreshold: The mean of YIN's thresholds, in 0.01...0.5. The paper tries 0.1 to 0.2,
  ///     with which instruments with a strong second harmonic are read an octave high.
  ///   - voicingProbability: The probability from which a steady candidate is voiced, in 0...1.
  ///     0.015 is about an aperiodicity of 0.18.
  ///   - gate: Level that counts as sound. Adaptive by default.
  /// - Throws: ``EstimatorError`` if a parameter is out of its range.
  public init(
    sampleRate: Double, searchRange: ClosedRange<Double>, hopSize: Double,
    lookahead: Double? = nil, meanThreshold: Double = 0.06, voicingProbability: Double = 0.015,
    gate: LevelGate = LevelGate()
  ) throws(EstimatorError) {
    let candidates = try PYINCandidates(
      try SearchRange(searchRange, sampleRate: sampleRate), meanThreshold: meanThreshold)
    try FrameStream.check(hopSize: hopSize)
    let frames = FrameStream(
      sampleRate: sampleRate, frameSize: candidates.frameSize,
      frameCenter: candidates.frameCenter, hopSize: hopSize, gate: gate)
    guard voicingProbability > 0, voicingProbability < 1 else {
      throw .invalidThreshold(voicingProbability)
    }
    let octaves = Elementary.log2(searchRange.upperBound / searchRange.lowerBound)
    let binCount = Int(octaves * 1200 / Self.binWidth) + 2
    let glide = Self.fastestGlide * hopSize / sampleRate * 1200 / Self.binWidth
    let longestStep = Int(min(glide, Double(binCount)))
    let path = PitchPath(
      binCount: binCount, longestStep: longestStep,
      lookahead: Self.frames(in: lookahead, hop: hopSize / sampleRate))
    // A candidate that stays in its bin has the probability of a step of 0 to carry.
    unvoicedWeight =
      voicingProbability / (1 - voicingProbability) / Double(longestStep + 1)
    binScores = Array(repeating: Self.emptyBinScore, count: binCount)
    self.searchRange = searchRange
    self.voicingProbability = voicingProbability
    self.candidates = candidates
    self.frames = frames
    self.path = path
    queue = FrameQueue()
  }

  /// The time from a sample's arrival to its reading, in seconds, excluding the time to compute;
  /// `nil` without a look-ahead.
  public var latency: Double? {
    path.lookahead.map { frames.latency(lookahead: $0) }
  }

  /// Returns the next reading, or `nil` until more samples arrive.
  public mutating func next() -> PitchReading? {
    while true {
      if let state = path.nextState() { return reading(of: state) }
      if frames.hasFrame {
        analyzeFrame()
      } else if frames.hasEnded, path.pendingCount > 0 {
        path.finish()
      } else {
        return nil
      }
    }
  }
}

extension PYIN {
  private static func frames(in lookahead: Double?, hop: Double) -> Int? {
    guard let lookahead, lookahead < 3600 else { return nil }
    // False for NaN as well.
    return lookahead > 0 ? Int(lookahead / hop + 1e-9) : 0
  }

  /// Appends the next frame's probabilities to the path.
  private mutating func analyzeFrame() {
    candidates.clear()
    var loudness = frames.measure { frame, _ in candidates.update(frame) }
    loudness.isOpen = loudness.isOpen && frames.framer.holdsWholeFrame
    frames.advance()
    queue.append(loudness, candidates: candidates.candidates)
    let total = candidates.candidates.reduce(0) { $0 + $1.probability }
    if total < voicingProbability { frames.learnNoise(loudness.level) }
    let unvoiced = (loudness.isOpen ? max(Self.doubt, 1 - total) : 1) * unvoicedWeight
    if loudness.isOpen { scoreBins() }
    Self.append(binScores, unvoiced: Float(Elementary.log(unvoiced)), to: &path)
    for index in binScores.indices { binScores[index] = Self.emptyBinScore }
  }

  // Static: a span of one stored property cannot be passed while another is being mutated.
  private static func append(_ scores: [Float], unvoiced: Float, to path: inout PitchPath) {
    path.append(voiced: scores.span, unvoiced: unvoiced)
  }

  private mutating func scoreBins() {
    for candidate in candidates.candidates {
      let score = Float(Elementary.log(candidate.probability))
      let bin = bin(of: candidate.frequency)
      binScores[bin] = max(binScores[bin], score)
    }
  }

  private func bin(of frequency: Double) -> Int {
    let cents = Elementary.cents(ofRatio: frequency / searchRange.lowerBound)
    return min(binScores.count - 1, max(0, Int((cents / Self.binWidth).rounded())))
  }

  /// The oldest frame's reading, once its state is known.
  private mutating func reading(of state: Int) -> PitchReading {
    let frame = queue.removeFirst()
    let isVoiced = state < path.binCount && frame.loudness.isOpen
    return frames.takeReading(
      isVoiced ? candidate(in: state, of: frame) : frame.mostProbable, isVoiced: isVoiced,
      loudness: frame.loudness)
  }

  /// The candidate in a bin or beside it; where the path bridges a bad frame, the bin's middle.
  private func candidate(in bin: Int, of frame: FrameQueue.Frame) -> PitchCandidate {
    let middle =
      searchRange.lowerBound * Elementary.ratio(ofCents: Double(bin) * Self.binWidth)
    var best = PitchCandidate(frequency: middle, periodicity: 0)
    var nearest = Self.binWidth
    for index in 0..<frame.count {
      let candidate = frame.candidates[index]
      let distance = Elementary.cents(ofRatio: candidate.frequency / middle).magnitude
      guard distance <= nearest else { continue }
      nearest = distance
      best = frame.pitch(index)
    }
    return best
  }
}

/// The frames of pYIN whose state on the path is not decided yet, oldest first.
private struct FrameQueue: Sendable {
  /// A frame with its candidates.
  struct Frame: Sendable {
    var loudness: FrameStream.Loudness
    var count: Int
    var candidates: InlineArray<8, PYINCandidates.Candidate>  // PYINCandidates.capacity

    /// A candidate, on the common scale of periodicity.
    func pitch(_ index: Int) -> PitchCandidate {
      let candidate = candidates[index]
      return PitchCandidate(
        frequency: candidate.frequency, periodicity: min(1, max(0, 1 - candidate.aperiodicity)))
    }

    /// The most probable candidate, if there is any.
    var mostProbable: PitchCandidate? {
      guard count > 0 else { return nil }
      var best = 0
      for index in 1..<max(1, count)
      where candidates[index].probability > candidates[best].probability { best = index }
      return pitch(best)
    }
  }

  private var frames: [Frame] = []
  private var start = 0

  init() {
    frames.reserveCapacity(1024)
  }

  mutating func append(
    _ loudness: FrameStream.Loudness, candidates: [PYINCandidates.Candidate]
  ) {
    // Moves what is left to the front instead of growing.
    if frames.count == frames.capacity, start > frames.count / 2 {
      frames.removeSubrange(0..<start)
      start = 0
    }
    let nothing = PYINCandidates.Candidate(frequency: 0, probability: 0, aperiodicity: 1)
    var frame = Frame(
      loudness: loudness, count: min(PYINCandidates.capacity, candidates.count),
      candidates: InlineArray(repeating: nothing))
    for index in 0..<frame.count { frame.candidates[index] = candidates[index] }
    frames.append(frame)
  }

  mutating func removeFirst() -> Frame {
    start += 1
    return frames[start - 1]
  }
}
