/// The frames whose place on the path is not decided yet, oldest first.
struct FrameQueue: Sendable {
  /// What is kept of a frame.
  struct Frame: Sendable {
    var level: Double
    var gateThreshold: Double
    var isOpen: Bool
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
    level: Double, gateThreshold: Double, isOpen: Bool, candidates: [PYINCandidates.Candidate]
  ) {
    // Moves what is left to the front instead of growing.
    if frames.count == frames.capacity, start > frames.count / 2 {
      frames.removeSubrange(0..<start)
      start = 0
    }
    let nothing = PYINCandidates.Candidate(frequency: 0, probability: 0, aperiodicity: 1)
    var frame = Frame(
      level: level, gateThreshold: gateThreshold, isOpen: isOpen,
      count: min(PYINCandidates.capacity, candidates.count),
      candidates: InlineArray(repeating: nothing))
    for index in 0..<frame.count { frame.candidates[index] = candidates[index] }
    frames.append(frame)
  }

  mutating func removeFirst() -> Frame {
    start += 1
    return frames[start - 1]
  }
}
