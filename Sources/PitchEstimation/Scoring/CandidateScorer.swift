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

  init(frameSize: Int, binCount: Int, sampleRate: Double, hopDuration: Double) {
    features = CandidateFeatures(
      frameSize: frameSize, sampleRate: sampleRate, hopDuration: hopDuration)
    evidence = PartialEvidence(
      binCount: binCount, frameSize: frameSize, sampleRate: sampleRate)
  }

  /// Takes over the power of each bin of the next frame.
  mutating func load(_ power: [Float], _ noise: NoiseReduction) { evidence.load(power, noise) }

  /// Judges the candidates of a frame, and changes their strengths and order as far as it is noisy.
  mutating func judge(
    _ frame: inout CandidatePath.Frame, _ noise: NoiseReduction,
    _ correlations: [WeightedAutocorrelation]
  ) {
    features.remember(frame.candidates)
    guard frame.candidates.count > 0 else { return }
    let weight = weight(in: frame, noise)
    let surroundings = Self.surroundings(of: frame, noise)
    for index in 0..<frame.candidates.count {
      let entry = frame.candidates[index]
      features.describe(index, entry, surroundings, evidence, correlations)
      let nats = Double(
        min(Self.mostNats, max(-Self.mostNats, perceptron.output(for: features.values))))
      let learned =
        CandidatePath.unvoicedStrength + Self.strengthPerNat * (nats - Self.voicedNats)
      frame.candidates.judge(
        index, nats: nats, strength: entry.strength + weight * (learned - entry.strength))
    }
    if weight > 0 { frame.candidates.sort() }
  }

  /// The probability that a candidate that a path leads through is the pitch, 0...1: by how much
  /// likelier it is than the others and no pitch, as far as that was true of training sounds.
  static func confidence(of index: Int, in candidates: CandidateList) -> Double {
    var others = 1.0  // that there is no pitch
    for other in 0..<candidates.count where other != index {
      others += Elementary.exp(candidates[other].nats)
    }
    let odds = candidates[index].nats - Elementary.log(others)
    return 1 / (1 + Elementary.exp(-ScorerOdds.constant - ScorerOdds.slope * odds))
  }

  /// The features of all candidates of a frame, one after another: to learn from.
  mutating func features(
    of frame: CandidatePath.Frame, _ noise: NoiseReduction,
    _ correlations: [WeightedAutocorrelation]
  ) -> [Float] {
    features.remember(frame.candidates)
    guard frame.candidates.count > 0 else { return [] }
    var values: [Float] = []
    let surroundings = Self.surroundings(of: frame, noise)
    for index in 0..<frame.candidates.count {
      features.describe(index, frame.candidates[index], surroundings, evidence, correlations)
      values += features.values
    }
    return values
  }

  /// What the scorer counts for: nothing where a clear peak is high, everything in noise.
  private func weight(in frame: CandidatePath.Frame, _ noise: NoiseReduction) -> Double {
    var highest = 0.0
    for index in 0..<frame.candidates.count {
      highest = max(highest, frame.candidates[index].height)
    }
    let (clear, unclear) = Self.heights
    return max(Double(noise.blend), min(1, max(0, (clear - highest) / (clear - unclear))))
  }

  private static func surroundings(
    of frame: CandidatePath.Frame, _ noise: NoiseReduction
  ) -> CandidateFeatures.Surroundings {
    let excess = frame.loudness.level - frame.loudness.gateThreshold
    return CandidateFeatures.Surroundings(
      noiseShare: min(1, noise.share), strongest: frame.candidates[0].strength,
      openness: Float(min(1, max(-1, excess / 40))), penalty: Float(frame.penalty),
      count: frame.candidates.count)
  }
}
