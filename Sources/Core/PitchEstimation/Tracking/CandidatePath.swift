internal import SignalProcessing

/// Chooses one candidate of each frame, or none, so that the whole path is the most plausible.
///
/// Dynamic programming (Viterbi) over the candidates and an unvoiced state. A path gains the
/// strength of each candidate that it takes, or the unvoiced strength, and pays for leaps of pitch
/// and for each change between voiced and unvoiced. A frame is decided once `lookahead` later
/// frames are known.
///
/// - Complexity: O(*K*² + *D*) time per frame for *K* candidates and a look-ahead of *D* frames,
///   and O(*K* · *D*) memory. No allocation after `init`.
/// - SeeAlso: P. Boersma, "Accurate short-term analysis of the fundamental frequency and the
///   harmonics-to-noise ratio of a sampled sound", IFA Proceedings 17, 1993, section 3.
struct CandidatePath: Sendable {
  private typealias Parameters = TrackerParameters.Path

  /// The state of a frame.
  struct Frame: Sendable {
    var candidates = CandidateList()
    var loudness = FrameStream.Loudness()
    /// The strength that all candidates lose, since the sound fades or the gate is closed.
    var penalty = 0.0
    /// The degree of noise removal, 0...1.
    var noise: Float = 0
    /// The weight of the scorer in the strengths of the candidates, 0...1.
    var doubt = 0.0
    /// The natural logarithm of the likelihood of all frequencies and of no pitch, relative to no
    /// pitch; `nil` if the ``SalienceScorer`` was not asked.
    var total: Optional<Double> = nil
    /// The side of the search range on which the sound lies; `nil` if it is within.
    var rangeSide: Optional<RangeSide> = nil
  }

  /// The decision about a frame.
  struct Decision {
    var frame: Frame
    /// The index of the candidate that was chosen; `nil` if the frame is unvoiced.
    var choice: Int?
    /// The index of the candidate on the best path without unvoiced frames; `nil` if there is none.
    var guess: Int?
    /// The path after that frame, as known so far.
    var future: PitchContour.Side
  }

  private typealias Scores = InlineArray<17, Double>  // unvoiced, then CandidateList.capacity
  private typealias Origins = InlineArray<17, UInt8>

  /// The states of a frame, and the best paths to them.
  private struct States: Sendable {
    var count: Int
    var doubt = 0.0
    /// In octaves, of the candidates.
    var pitches = Scores(repeating: 0)
    var scores = Scores(repeating: 0)
    /// The state of the frame before on the best path to each state.
    var origins = Origins(repeating: 0)
    /// The same for paths without unvoiced frames, which start again after a frame without
    /// candidates.
    var voicedScores = Scores(repeating: 0)
    var voicedOrigins = Origins(repeating: 0)

    /// The candidate at the end of the best path without unvoiced frames; 0 if there is none.
    var bestVoiced = 0

    mutating func chooseVoiced() {
      bestVoiced = min(1, count - 1)
      for state in 1..<max(1, count) where voicedScores[state] > voicedScores[bestVoiced] {
        bestVoiced = state
      }
    }
  }

  private struct Column: Sendable {
    var frame = Frame()
    var states = States(count: 1)
  }

  private var columns: [Column]  // a ring
  private var first = 0
  private var count = 0
  private let leapCost: Double
  private let voicingCost: Double
  private let contourStep: Int

  /// - Parameters:
  ///   - lookahead: The number of later frames that decide about a frame, 0 or more.
  ///   - hopDuration: The time from frame to frame, in seconds.
  ///   - contourStep: The frames from one value of a ``PitchContour`` to the next.
  init(lookahead: Int, hopDuration: Double, contourStep: Int = 1) {
    self.contourStep = contourStep
    columns = Array(repeating: Column(), count: max(0, lookahead) + 1)
    leapCost = Parameters.leapCost * Parameters.hop / hopDuration
    voicingCost = Parameters.voicingCost * Parameters.hop / hopDuration
  }

  /// True if the oldest frame must be decided before the next call of `append`.
  var isFull: Bool { count == columns.count }

  var isEmpty: Bool { count == 0 }

  /// Appends the next frame.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - looksAhead: False without a look-ahead; the decisions are the same.
  mutating func append(_ frame: Frame, looksAhead: Bool = true) {
    precondition(!isFull, "the oldest frame must be decided first")
    var states = States(count: frame.candidates.count + 1, doubt: frame.doubt)
    states.scores[0] = Parameters.unvoicedStrength
    for index in 0..<frame.candidates.count {
      let candidate = frame.candidates[index]
      states.pitches[index + 1] = Elementary.log2(candidate.frequency)
      states.scores[index + 1] = candidate.strength - frame.penalty
      states.voicedScores[index + 1] = candidate.strength
    }
    if hasNewest { extend(&states, from: newest, looksAhead: looksAhead) }
    states.chooseVoiced()
    hasNewest = true
    let position = (first + count) % columns.count
    columns[position].frame = frame
    columns[position].states = states
    count += 1
  }

  /// The index of the candidate of the newest frame on the best path to it, which later frames may
  /// change; `nil` if it is unvoiced, or there is none.
  var newestChoice: Int? {
    guard hasNewest else { return nil }
    let state = bestState
    return state > 0 ? state - 1 : nil
  }

  /// The last state on the best path to the newest frame.
  private var bestState: Int {
    // Through spans: the subscript of an inline array copies all of it.
    let columns = columns.span
    let (count, scores) = (columns[newest].states.count, columns[newest].states.scores.span)
    var state = 0
    for other in 1..<max(1, count) where scores[other] > scores[state] { state = other }
    return state
  }

  /// Decides about the oldest frame by the best path to the newest one.
  ///
  /// - Parameter looksAhead: False without a look-ahead; the decision is the same.
  /// - Returns: The oldest frame; `nil` if there is none.
  mutating func decideOldest(looksAhead: Bool = true) -> Decision? {
    guard count > 0 else { return nil }
    defer {
      first = (first + 1) % columns.count
      count -= 1
    }
    return oldestDecision(looksAhead: looksAhead)
  }

  @inline(__always)
  private func oldestDecision(looksAhead: Bool) -> Decision {
    var state = bestState
    let columns = columns.span
    var guess = columns[newest].states.bestVoiced
    var future = PitchContour.Side(repeating: .nan)
    for back in stride(from: looksAhead ? count - 1 : 0, to: 0, by: -1) {
      let column = (first + back) % columns.count
      if back % contourStep == 0, back / contourStep <= PitchContour.reach {
        future[back / contourStep - 1] =
          state > 0 ? columns[column].frame.candidates[state - 1].frequency : 0
      }
      state = Int(columns[column].states.origins.span[state])
      guess = origin(of: guess, in: column)
    }
    return Decision(
      frame: columns[first].frame, choice: state > 0 ? state - 1 : nil,
      guess: guess > 0 ? guess - 1 : nil, future: future)
  }

  /// The state of the frame before on the best path without unvoiced frames.
  private func origin(of state: Int, in column: Int) -> Int {
    let columns = columns.span
    let own = Int(columns[column].states.voicedOrigins.span[state])
    if state > 0, own > 0 { return own }
    return columns[(column + columns.count - 1) % columns.count].states.bestVoiced
  }

  /// The column of the newest frame, which stays there once it is decided.
  private var newest: Int { (first + count + columns.count - 1) % columns.count }
  private var hasNewest = false

  private func extend(_ states: inout States, from previous: Int, looksAhead: Bool) {
    let columns = columns.span
    let previousCount = columns[previous].states.count
    let pitches = columns[previous].states.pitches.span
    let scores = columns[previous].states.scores.span
    let voicedScores = columns[previous].states.voicedScores.span
    var (greatest, greatestVoiced) = (-Double.infinity, -Double.infinity)
    let change = voicingCost * (1 + max(columns[previous].states.doubt, states.doubt))
    for state in 0..<states.count {
      var (best, bestVoiced) = (-Double.infinity, -Double.infinity)
      let pitch = states.pitches[state]
      for origin in 0..<previousCount {
        let cost =
          origin > 0 && state > 0
          ? leapCost * (pitches[origin] - pitch).magnitude
          : origin == state ? 0 : change
        if scores[origin] - cost > best {
          best = scores[origin] - cost
          if looksAhead { states.origins[state] = UInt8(origin) }
        }
        if origin > 0, state > 0, voicedScores[origin] - cost > bestVoiced {
          bestVoiced = voicedScores[origin] - cost
          if looksAhead { states.voicedOrigins[state] = UInt8(origin) }
        }
      }
      states.scores[state] += best
      greatest = max(greatest, states.scores[state])
      guard state > 0 else { continue }
      if previousCount > 1 { states.voicedScores[state] += bestVoiced }
      greatestVoiced = max(greatestVoiced, states.voicedScores[state])
    }
    // Only differences count; without this the sums would grow forever.
    for state in 0..<states.count { states.scores[state] -= greatest }
    for state in 1..<max(1, states.count) { states.voicedScores[state] -= greatestVoiced }
  }
}
