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

  private struct Column: Sendable {
    var frame = Frame()
    var scores = Scores(repeating: 0)
    /// The state of the frame before on the best path to each state.
    var origins = Origins(repeating: 0)
    /// The same for paths without unvoiced frames, which start again after a frame without
    /// candidates.
    var voicedScores = Scores(repeating: 0)
    var voicedOrigins = Origins(repeating: 0)

    /// The candidate at the end of the best path without unvoiced frames.
    var bestVoiced: Int? {
      guard frame.candidates.count > 0 else { return nil }
      var best = 1
      for state in 1..<(frame.candidates.count + 1) where voicedScores[state] > voicedScores[best] {
        best = state
      }
      return best
    }
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
  mutating func append(_ frame: Frame) {
    precondition(!isFull, "the oldest frame must be decided first")
    let position = (first + count) % columns.count
    var column = Column(frame: frame)
    column.scores[0] = Parameters.unvoicedStrength
    for index in 0..<frame.candidates.count {
      column.scores[index + 1] = frame.candidates[index].strength - frame.penalty
      column.voicedScores[index + 1] = frame.candidates[index].strength
    }
    if let last { extend(&column, from: last) }
    columns[position] = column
    lastPosition = position
    count += 1
  }

  /// Decides about the oldest frame by the best path to the newest one.
  ///
  /// - Returns: The oldest frame; `nil` if there is none.
  mutating func decideOldest() -> Decision? {
    guard count > 0 else { return nil }
    var state = 0
    let newest = (first + count - 1) % columns.count
    for other in 1..<(columns[newest].frame.candidates.count + 1)
    where columns[newest].scores[other] > columns[newest].scores[state] {
      state = other
    }
    var guess = columns[newest].bestVoiced
    var future = PitchContour.Side(repeating: .nan)
    for back in stride(from: count - 1, to: 0, by: -1) {
      let column = (first + back) % columns.count
      if back % contourStep == 0, back / contourStep <= PitchContour.reach {
        let frame = columns[column].frame
        future[back / contourStep - 1] = state > 0 ? frame.candidates[state - 1].frequency : 0
      }
      state = Int(columns[column].origins[state])
      guess = origin(of: guess, in: column)
    }
    let frame = columns[first].frame
    first = (first + 1) % columns.count
    count -= 1
    return Decision(
      frame: frame, choice: state > 0 ? state - 1 : nil, guess: guess.map { $0 - 1 }, future: future
    )
  }

  /// The state of the frame before on the best path without unvoiced frames.
  private func origin(of state: Int?, in column: Int) -> Int? {
    if let state, columns[column].voicedOrigins[state] > 0 {
      return Int(columns[column].voicedOrigins[state])
    }
    return columns[(column + columns.count - 1) % columns.count].bestVoiced
  }

  private var lastPosition: Int?
  private var last: Column? { lastPosition.map { columns[$0] } }

  private func extend(_ column: inout Column, from previous: Column) {
    let (states, origins) = (column.frame.candidates.count + 1, previous.frame.candidates.count + 1)
    var (greatest, greatestVoiced) = (-Double.infinity, -Double.infinity)
    for state in 0..<states {
      var (best, bestVoiced) = (-Double.infinity, -Double.infinity)
      for origin in 0..<origins {
        let cost = cost(from: origin, of: previous.frame, to: state, of: column.frame)
        if previous.scores[origin] - cost > best {
          best = previous.scores[origin] - cost
          column.origins[state] = UInt8(origin)
        }
        if origin > 0, state > 0, previous.voicedScores[origin] - cost > bestVoiced {
          bestVoiced = previous.voicedScores[origin] - cost
          column.voicedOrigins[state] = UInt8(origin)
        }
      }
      column.scores[state] += best
      greatest = max(greatest, column.scores[state])
      guard state > 0 else { continue }
      if origins > 1 { column.voicedScores[state] += bestVoiced }
      greatestVoiced = max(greatestVoiced, column.voicedScores[state])
    }
    // Only differences count; without this the sums would grow forever.
    for state in 0..<states { column.scores[state] -= greatest }
    for state in 1..<max(1, states) { column.voicedScores[state] -= greatestVoiced }
  }

  private func cost(
    from origin: Int, of previous: Frame, to state: Int, of frame: Frame
  ) -> Double {
    if origin == 0 || state == 0 {
      return origin == state ? 0 : voicingCost * (1 + max(previous.doubt, frame.doubt))
    }
    let ratio = previous.candidates[origin - 1].frequency / frame.candidates[state - 1].frequency
    return leapCost * Elementary.log2(ratio).magnitude
  }
}
