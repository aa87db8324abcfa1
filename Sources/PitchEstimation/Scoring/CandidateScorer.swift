internal import SignalProcessing

/// Judges the candidates of a frame by what was learned from sounds in noise.
///
/// A ``Perceptron`` tells for each candidate how much likelier it is the pitch than that there is
/// none. Where the sound is clear, the height of the peaks tells more than that: the scorer speaks as
/// far as the frame is noisy, or no peak is high. `Training` has the sounds and the program that it
/// was learned with.
struct CandidateScorer: Sendable {
  /// What a natural logarithm of a likelihood ratio counts, as a strength.
  static let strengthPerNat = 0.1
  /// Likelihood ratios beyond this, as natural logarithms, are believed no more.
  static let mostNats: Float = 8
  /// How much likelier than no pitch a candidate must be to be voiced, as a natural logarithm.
  static let voicedNats = 0.7
  /// Above the first height of the highest peak a sound without noise is clear; below the second the
  /// scorer alone decides.
  static let heights = (clear: 0.65, unclear: 0.45)

  private var features: CandidateFeatures
  private var evidence: PartialEvidence
  private var perceptron = Perceptron(
    sizes: ScorerWeights.sizes, weights: ScorerWeights.values, unit: ScorerWeights.unit)

  /// - Parameters:
  ///   - finder: Finds the candidates.
  ///   - sampleRate: Samples per second, in hertz.
  ///   - hopDuration: The time from frame to frame, in seconds.
  init(of finder: MultiresolutionCandidates, sampleRate: Double, hopDuration: Double) {
    features = CandidateFeatures(
      frameSize: finder.frameSize, sampleRate: sampleRate, hopDuration: hopDuration)
    evidence = PartialEvidence(
      binCount: finder.power.count, frameSize: finder.frameSize, sampleRate: sampleRate)
  }

  /// Judges the candidates of a frame, and changes their strengths and order as far as it is noisy.
  ///
  /// - Parameters:
  ///   - list: The candidates.
  ///   - finder: Has searched the frame.
  ///   - excess: How far the level of the frame is above the gate, in decibels.
  ///   - penalty: What all candidates lose, since the sound is fading or the gate is closed.
  mutating func judge(
    _ list: inout CandidateList, by finder: MultiresolutionCandidates, excess: Double,
    penalty: Double
  ) {
    features.remember(list)
    guard list.count > 0 else { return }
    evidence.load(finder.power, finder.noise)
    let weight = Self.weight(in: list, finder.noise)
    let surroundings = Self.surroundings(of: list, finder.noise, excess, penalty)
    for index in 0..<list.count {
      let entry = list[index]
      features.describe(index, entry, surroundings, evidence, finder.correlations)
      let nats = Double(
        min(Self.mostNats, max(-Self.mostNats, perceptron.output(for: features.values))))
      let learned =
        CandidateList.unvoicedStrength + Self.strengthPerNat * (nats - Self.voicedNats)
      list.judge(
        index, nats: nats, strength: entry.strength + weight * (learned - entry.strength))
    }
    if weight > 0 { list.sort() }
  }

  /// The features of all candidates of a frame, one after another: to learn from.
  mutating func features(
    of list: CandidateList, by finder: MultiresolutionCandidates, excess: Double, penalty: Double
  ) -> [Float] {
    features.remember(list)
    guard list.count > 0 else { return [] }
    evidence.load(finder.power, finder.noise)
    var values: [Float] = []
    let surroundings = Self.surroundings(of: list, finder.noise, excess, penalty)
    for index in 0..<list.count {
      features.describe(index, list[index], surroundings, evidence, finder.correlations)
      values += features.values
    }
    return values
  }

  /// What the scorer counts for: nothing where a clear peak is high, everything in noise.
  private static func weight(in list: CandidateList, _ noise: NoiseReduction) -> Double {
    var highest = 0.0
    for index in 0..<list.count { highest = max(highest, list[index].height) }
    let (clear, unclear) = heights
    return max(Double(noise.blend), min(1, max(0, (clear - highest) / (clear - unclear))))
  }

  private static func surroundings(
    of list: CandidateList, _ noise: NoiseReduction, _ excess: Double, _ penalty: Double
  ) -> CandidateFeatures.Surroundings {
    CandidateFeatures.Surroundings(
      noiseShare: min(1, noise.share), strongest: list[0].strength,
      openness: Float(min(1, max(-1, excess / 40))), penalty: Float(penalty), count: list.count)
  }
}
