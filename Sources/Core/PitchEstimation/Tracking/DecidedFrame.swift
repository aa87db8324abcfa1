/// A frame whose pitch was chosen, and measured or not yet.
struct DecidedFrame: Sendable {
  let decision: CandidatePath.Decision
  /// The chosen pitch around the frame; its frequency is 0 if the frame is unvoiced.
  let contour: PitchContour
  /// The measured frequency, in hertz, and B.
  var refined = (frequency: 0.0, inharmonicity: 0.0)
  /// True if it was measured in windows of 50 ms or more, in which it hardly moves.
  var isCalm = false

  /// - Parameters:
  ///   - decision: The decision about the frame.
  ///   - past: The frequencies chosen before it.
  ///   - looksAhead: False if nothing is known of later frames.
  init(_ decision: CandidatePath.Decision, past: PitchContour.Side, looksAhead: Bool) {
    self.decision = decision
    let frequency = decision.choice.map { decision.frame.candidates[$0].frequency }
    contour = PitchContour(
      frequency: frequency ?? 0, past: past, future: decision.future, looksAhead: looksAhead)
  }

  var isVoiced: Bool { decision.choice != nil }

  /// True if the pitch was found in noise, and may be far off.
  var isNoisy: Bool { decision.frame.noise > TrackerParameters.Refinement.leastNoise }

  /// True if the sound hardly repeats at the pitch.
  var isUnclear: Bool {
    guard let choice = decision.choice else { return true }
    return decision.frame.candidates[choice].height < TrackerParameters.Refinement.clearHeight
  }

  /// The pitch, once it is measured, or the best guess in an unvoiced frame; `nil` if there is none.
  var candidate: PitchCandidate? {
    let candidates = decision.frame.candidates
    let index = decision.choice ?? decision.guess ?? 0
    guard index < candidates.count else { return nil }
    let rough = candidates[index].frequency
    var candidate = PitchCandidate(
      frequency: rough, periodicity: max(0, candidates[index].height))
    guard isVoiced else { return candidate }
    let isNear =
      (refined.frequency / rough - 1).magnitude < TrackerParameters.Salience.largestRefinement
    if !TrackerParameters.Salience.isUsed || decision.frame.total == nil
      || decision.frame.noise > 0 || isNear
    {
      candidate.frequency = refined.frequency
      candidate.inharmonicity = refined.inharmonicity
    }
    return candidate
  }
}
