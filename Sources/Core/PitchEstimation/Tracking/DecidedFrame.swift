/// A frame whose pitch was chosen, and measured or not yet.
struct DecidedFrame: Sendable {
  /// The chosen frequency, in hertz, before it is measured; 0 if the frame is unvoiced.
  private(set) var frequency = 0.0
  private let past: PitchContour.Side
  private let future: PitchContour.Side
  let isVoiced: Bool
  /// The chosen candidate, or the best guess in an unvoiced frame; `nil` if there is none. Its
  /// frequency is that of the search until the frame is measured.
  private(set) var candidate: Optional<PitchCandidate> = nil
  /// The evidence for the confidence of that candidate, if it was asked for.
  private(set) var evidence: Optional<ConfidenceEvidence> = nil
  let loudness: FrameStream.Loudness
  let rangeSide: RangeSide?
  /// True if the pitch was found in noise, and may be far off.
  let isNoisy: Bool
  /// True if the sound hardly repeats at the pitch.
  private(set) var isUnclear = false
  /// True if a measurement is believed only near the chosen candidate.
  private let isBound: Bool
  /// The measured frequency, in hertz.
  private(set) var measured = 0.0
  private(set) var inharmonicity = 0.0
  /// True if it was measured in windows of 50 ms or more, in which it hardly moves.
  private(set) var isCalm = false

  /// - Parameters:
  ///   - decision: The decision about the frame.
  ///   - past: The frequencies chosen before it.
  ///   - isJudged: Whether a scorer has judged the candidates.
  init(_ decision: CandidatePath.Decision, past: PitchContour.Side, isJudged: Bool) {
    let frame = decision.frame
    (self.past, future) = (past, decision.future)
    isVoiced = decision.choice != nil
    (loudness, rangeSide) = (frame.loudness, frame.rangeSide)
    isNoisy = frame.noise > TrackerParameters.Refinement.leastNoise
    isBound =
      TrackerParameters.Salience.isUsed && frame.total != nil && !(frame.noise > 0)
    let index = decision.choice ?? decision.guess ?? 0
    if index < frame.candidates.count {
      let entry = frame.candidates[index]
      candidate = PitchCandidate(
        frequency: entry.frequency, periodicity: max(0, entry.height))
      isUnclear = entry.height < TrackerParameters.Refinement.clearHeight
      if isVoiced { frequency = entry.frequency }
    }
    if isJudged, let choice = decision.choice ?? decision.guess {
      evidence = ConfidenceEvidence(
        of: choice, in: frame.candidates, noise: frame.noise, total: frame.total)
    }
  }

  /// Returns the chosen pitch around the frame.
  ///
  /// - Parameter looksAhead: False if nothing is known of later frames; where this is known when the
  ///   program is compiled, the page has less code.
  /// - Returns: Its frequency is 0 if the frame is unvoiced.
  @inline(__always)
  func contour(looksAhead: Bool) -> PitchContour {
    PitchContour(frequency: frequency, past: past, future: future, looksAhead: looksAhead)
  }

  /// Sets the measured pitch.
  ///
  /// - Parameters:
  ///   - result: The frequency, in hertz, and B.
  ///   - isCalm: Whether it hardly moves within the windows that it was measured in.
  mutating func measure(_ result: (frequency: Double, inharmonicity: Double), isCalm: Bool) {
    (measured, inharmonicity, self.isCalm) = (result.frequency, result.inharmonicity, isCalm)
    let distance = (measured / frequency - 1).magnitude
    guard !isBound || distance < TrackerParameters.Salience.largestRefinement else { return }
    candidate?.frequency = measured
    candidate?.inharmonicity = inharmonicity
  }
}
