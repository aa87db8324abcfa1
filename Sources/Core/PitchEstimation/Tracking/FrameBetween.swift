/// Interpolates a frame between two others that agree, so that it needs no search.
///
/// Frames overlap by far more than they are apart, and the frequency of each reading is measured
/// separately in any case.
enum FrameBetween {
  private typealias Parameters = TrackerParameters.Between

  /// The largest number of frames from one that is searched to the next.
  static let mostFrames = 4

  /// The way in which the frames on both sides of another one agree.
  enum Agreement {
    /// On a note that holds still, or on none.
    case steady
    /// On a note that glides from one to the other: its frequency must be measured.
    case gliding
  }

  /// Returns the number of frames from one that is searched to the next: as many as leave enough
  /// look-ahead for the contour, without which a vibrato seems narrower.
  @inline(never)
  static func stride(hopDuration: Double, lookahead: Int) -> Int {
    let most = min(mostFrames, Int(Parameters.longestStep / hopDuration + 0.001))
    let contour = PitchContour.reach * PitchContour.step(hopDuration: hopDuration)
    return max(1, min(most, lookahead - contour + 1))
  }

  /// Interpolates the frame, if the two others allow it.
  ///
  /// - Parameters:
  ///   - frame: The frame, without candidates.
  ///   - first: The frequency of the strongest candidate one searched frame earlier than `before`,
  ///     in hertz; 0 if there is none.
  ///   - before: The last searched frame before it.
  ///   - after: The first searched frame after it.
  ///   - share: Its position from the one to the other, 0...1.
  /// - Returns: `nil` if they do not agree.
  @inline(never)
  static func fill(
    _ frame: inout CandidatePath.Frame, first: Double, from before: CandidatePath.Frame,
    to after: CandidatePath.Frame, share: Double
  ) -> Agreement? {
    guard before.rangeSide == after.rangeSide else { return nil }
    let low = min(before.loudness.level, after.loudness.level) - Parameters.largestStep
    let high = max(before.loudness.level, after.loudness.level) + Parameters.largestStep
    guard frame.loudness.level > low, frame.loudness.level < high else { return nil }
    guard hasNone(before), hasNone(after) else {
      return join(&frame, first, before, after, share)
    }
    frame.candidates = before.candidates
    interpolateState(of: &frame, from: before, to: after, share: share)
    frame.penalty = max(frame.penalty, min(before.penalty, after.penalty))
    return .steady
  }

  private static func hasNone(_ frame: CandidatePath.Frame) -> Bool {
    frame.candidates.count == 0
      || frame.candidates[0].strength - frame.penalty < Parameters.noStrength
  }

  private static func interpolateState(
    of frame: inout CandidatePath.Frame, from before: CandidatePath.Frame,
    to after: CandidatePath.Frame, share: Double
  ) {
    frame.noise = before.noise + Float(share) * (after.noise - before.noise)
    frame.doubt = before.doubt + share * (after.doubt - before.doubt)
    frame.rangeSide = before.rangeSide
    guard TrackerParameters.Salience.isUsed else { return }
    frame.total = before.total.flatMap { total in
      after.total.map { total + share * ($0 - total) }
    }
  }

  /// Interpolates the candidates that both have.
  private static func join(
    _ frame: inout CandidatePath.Frame, _ first: Double, _ before: CandidatePath.Frame,
    _ after: CandidatePath.Frame, _ share: Double
  ) -> Agreement? {
    guard before.penalty == 0, after.penalty == 0, frame.penalty == 0,
      before.candidates.count > 0, after.candidates.count > 0,
      let agreement = agreement(of: before, after)
    else { return nil }
    let (earlier, later) = (before.candidates[0], after.candidates[0])
    guard min(earlier.strength, later.strength) > Parameters.clearStrength else { return nil }
    let lead = max(earlier.strength, later.strength) - Parameters.leastLead
    // All candidates of a note glide with it.
    let ratio = later.frequency / earlier.frequency
    for index in 0..<after.candidates.count where after.candidates[index].strength > lead {
      let frequency = after.candidates[index].frequency / ratio
      guard before.candidates.partner(of: frequency) != nil else { return nil }
    }
    let bend = bend(first, earlier.frequency, later.frequency, share)
    frame.candidates.removeAll()
    for index in 0..<before.candidates.count {
      let entry = before.candidates[index]
      guard let other = after.candidates.partner(of: ratio * entry.frequency) else {
        guard entry.strength < lead else { return nil }
        continue
      }
      var joined = mean(entry, after.candidates[other], share: share)
      joined.frequency *= bend
      frame.candidates.insert(joined)
    }
    interpolateState(of: &frame, from: before, to: after, share: share)
    return agreement
  }

  private static func agreement(
    of before: CandidatePath.Frame, _ after: CandidatePath.Frame
  ) -> Agreement? {
    let frequency = before.candidates[0].frequency
    let glide = (after.candidates[0].frequency - frequency).magnitude / frequency
    if glide < Parameters.sameNote { return .steady }
    // Noise would have to be removed again to measure it.
    let isQuiet = before.noise == 0 && after.noise == 0
    return isQuiet && glide < Parameters.farthestGlide ? .gliding : nil
  }

  /// Returns the ratio of a parabola through three frequencies to the straight line between the
  /// last two: a vibrato bends by cents.
  private static func bend(
    _ first: Double, _ before: Double, _ after: Double, _ share: Double
  ) -> Double {
    guard (first - before).magnitude < Parameters.farthestGlide * before else { return 1 }
    return 1 + 0.5 * share * (share - 1) * (first - 2 * before + after) / before
  }

  private static func mean(
    _ a: CandidateList.Entry, _ b: CandidateList.Entry, share: Double
  ) -> CandidateList.Entry {
    func between(_ x: Double, _ y: Double) -> Double { x + share * (y - x) }
    return CandidateList.Entry(
      frequency: between(a.frequency, b.frequency), height: between(a.height, b.height),
      strength: between(a.strength, b.strength), nats: between(a.nats, b.nats),
      salience: between(a.salience, b.salience), window: max(a.window, b.window), lag: a.lag)
  }
}
