import SignalProcessing

/// The features that distinguish the candidate that is the pitch from the others: the input of a
/// ``CandidateScorer``.
struct CandidateFeatures: Sendable {
  private typealias Parameters = TrackerParameters.Inputs

  /// The number of features of a candidate: of the cases of ``ScorerInput``.
  static let count = 42

  /// The features that all candidates of a frame share.
  struct Surroundings {
    /// The share of noise in its power.
    var noiseShare: Float
    /// The strength of its strongest candidate.
    var strongest = 0.0
    /// The level of the frame relative to the gate, -1...1 for 40 dB below and above.
    var openness: Float
    var penalty: Float
    var count: Int
  }

  /// The features of the candidate that was described last, in the order of ``ScorerInput``.
  private(set) var values = [Float](repeating: 0, count: count)
  private let frameDuration: Double
  private let memoryShare: Float
  private var known = Known()  // of the last frame that is remembered
  private var next = Known()  // of the last frame

  /// - Parameters:
  ///   - frameDuration: The length of the longest window, in seconds.
  ///   - hopDuration: The time from frame to frame, in seconds.
  init(frameDuration: Double, hopDuration: Double) {
    self.frameDuration = frameDuration
    memoryShare = Float(min(1, hopDuration / Parameters.memory))
  }

  /// Fills ``values``.
  ///
  /// - Parameters:
  ///   - index: The index of the candidate in the list, the strongest first.
  ///   - entry: The candidate; remembered before.
  ///   - surroundings: The features that all candidates share.
  ///   - evidence: The partials in the spectrum of the longest window.
  ///   - comb: The comb over that spectrum, if the frame is unclear.
  ///   - finder: Has searched the frame.
  mutating func describe(
    _ index: Int, _ entry: CandidateList.Entry, _ surroundings: Surroundings,
    _ evidence: PartialEvidence, _ comb: HarmonicComb,
    _ finder: borrowing MultiresolutionCandidates
  ) {
    let frequency = entry.frequency
    set(.height, Float(entry.height))
    set(.strength, Float(entry.strength))
    set(.behindStrongest, Float(entry.strength - surroundings.strongest))
    set(
      .octaves,
      Float(Elementary.log2(frequency / Parameters.middleFrequency) / Parameters.octaves))
    for window in 0..<MultiresolutionCandidates.windowCount {
      set(.longWindowHeight, plus: window, finder.height(at: 1, of: frequency, window: window))
    }
    set(.plainHeight, finder.height(at: 1, of: frequency, window: 0, isPlain: true))
    set(.halfPeriodHeight, finder.height(at: 0.5, of: frequency, window: 0))
    set(.doublePeriodHeight, finder.height(at: 2, of: frequency, window: 0))
    set(.thirdPeriodHeight, finder.height(at: 1.0 / 3, of: frequency, window: 0))
    set(.oneAndAHalfPeriodHeight, finder.height(at: 1.5, of: frequency, window: 0))
    // By a count of floating point, since a loop over eight integers would be unrolled.
    for order in stride(from: 1.0, through: 8, by: 1) {
      set(.signal1, plus: Int(order) - 1, evidence.signal(at: order * frequency))
    }
    set(.salience, evidence.salience(of: frequency))
    set(.halfSalience, evidence.salience(of: 0.5 * frequency))
    set(.doubleSalience, evidence.salience(of: 2 * frequency))
    set(.tripleSalience, evidence.salience(of: 3 * frequency))
    let third = frequency / 3
    set(
      .thirdsSignal,
      (evidence.signal(at: third) + evidence.signal(at: 2 * third)
        + evidence.signal(at: 4 * third) + evidence.signal(at: 5 * third)) / 4)
    let shares = evidence.shares(of: frequency)
    set(.oddShare, shares.odd)
    set(.evenShare, shares.even)
    set(.betweenShare, shares.between)
    set(.strongestShare, shares.strongest)
    set(.noiseShare, surroundings.noiseShare)
    set(.openness, surroundings.openness)
    set(.penalty, surroundings.penalty)
    set(.isFromSpectrum, entry.lag == 0 ? 1 : 0)
    set(.support, next.supports[index])
    set(.jitter, next.jitters[index])
    set(.rank, Float(index) / Float(CandidateList.capacity))
    let periods = Float(frameDuration * frequency)
    set(.periods, periods / (periods + Parameters.halfPeriods))
    set(.candidateCount, Float(surroundings.count) / Float(CandidateList.capacity))
    set(.highestComb, comb.highestValue)
    let combShares = comb.shares(at: frequency)
    set(.combShare, combShares.own)
    set(.halfCombShare, combShares.half)
    set(.doubleCombShare, combShares.double)
  }

  // Not inlined, since there are so many calls.
  @inline(never)
  private mutating func set(_ input: ScorerInput, plus offset: Int = 0, _ value: Float) {
    values[input.rawValue + offset] = value
  }

  /// Follows the candidates from frame to frame: the heights of their peaks, and their movements.
  ///
  /// - Parameters:
  ///   - list: The candidates of a frame.
  ///   - remembers: Whether the next frame is compared with this one, or with the one before.
  mutating func follow(_ list: CandidateList, remembers: Bool) {
    for index in 0..<list.count {
      let frequency = Float(list[index].frequency)
      var (support, jitter, nearest): (Float, Float, Float) = (0, 1, Parameters.largestStep)
      for other in 0..<known.count {
        let distance = (known.frequencies[other] / frequency - 1).magnitude
        guard distance < nearest else { continue }
        nearest = distance
        support = known.supports[other]
        jitter =
          (1 - memoryShare) * known.jitters[other] + memoryShare * distance / Parameters.largestStep
      }
      next.frequencies[index] = frequency
      next.supports[index] = support + memoryShare * (Float(list[index].height) - support)
      next.jitters[index] = jitter
    }
    next.count = list.count
    if remembers { known = next }
  }

  /// The candidates of a frame, in the order of the list.
  private struct Known: Sendable {
    var count = 0
    var frequencies = InlineArray<16, Float>(repeating: 0)
    var supports = InlineArray<16, Float>(repeating: 0)
    var jitters = InlineArray<16, Float>(repeating: 0)
  }
}
