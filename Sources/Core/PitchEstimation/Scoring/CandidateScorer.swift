import SignalProcessing

/// Judges the candidates of a frame by a model trained on sounds in noise.
///
/// A ``Perceptron`` gives the likelihood of each candidate relative to no pitch. If the sound is
/// clear, the heights of the peaks are more reliable: the weight of the scorer grows as the frame
/// is noisy, or no peak is high. `Training` has the sounds and the program that it was trained
/// with.
struct CandidateScorer: Sendable {
  private typealias Parameters = TrackerParameters.Scorer

  private var features: CandidateFeatures
  private var evidence: PartialEvidence
  private var comb: HarmonicComb
  private let sampleRate: Double  // of the longest window
  private let frameDuration: Double  // in seconds
  private var perceptron = Perceptron(
    sizes: ScorerWeights.sizes, weights: ScorerWeights.values, units: ScorerWeights.units)

  /// - Parameters:
  ///   - spectrum: The spectrum of the longest window.
  ///   - frequencies: The frequencies of candidates, in hertz.
  ///   - hopDuration: The time from frame to frame, in seconds.
  init(
    of spectrum: MultiresolutionCandidates.SpectrumShape, frequencies: ClosedRange<Double>,
    hopDuration: Double
  ) {
    let (sampleRate, frameSize, binCount) = (
      spectrum.sampleRate, spectrum.windowSize, spectrum.binCount
    )
    frameDuration = Double(frameSize) / sampleRate
    features = CandidateFeatures(frameDuration: frameDuration, hopDuration: hopDuration)
    evidence = PartialEvidence(binCount: binCount, frameSize: frameSize, sampleRate: sampleRate)
    comb = HarmonicComb(binCount: binCount, sampleRate: sampleRate, frequencies: frequencies)
    self.sampleRate = sampleRate
  }

  /// Judges the candidates of a frame, and changes their strengths and order as far as it is noisy.
  ///
  /// - Parameters:
  ///   - list: The candidates.
  ///   - finder: Has searched the frame.
  ///   - excess: The level of the frame above the gate, in decibels.
  ///   - penalty: The strength that all candidates lose, since the sound fades or the gate is
  ///     closed.
  ///   - remembers: Whether this frame updates the memory of the frames before.
  /// - Returns: The degree to which it is noisy or unclear, 0...1.
  mutating func judge(
    _ list: inout CandidateList, by finder: borrowing MultiresolutionCandidates, excess: Double,
    penalty: Double, remembers: Bool
  ) -> Double {
    let weights = weights(in: list, finder.noise)
    let doubt = max(weights.unclear, weights.noisy)
    extend(&list, by: finder, isUnclear: doubt > 0)
    features.follow(list, remembers: remembers)
    guard list.count > 0 else { return doubt }
    evidence.load(finder.power, finder.noise)
    let surroundings = Self.surroundings(of: list, finder.noise, excess, penalty)
    var most = -Double.infinity
    let least = doubt > 0 ? -Double.infinity : list[0].strength - Parameters.largestClearGap
    for index in 0..<list.count {
      var nats = -Parameters.mostNats
      if list[index].strength > least {
        features.describe(index, list[index], surroundings, evidence, comb, finder)
        nats = min(Parameters.mostNats, max(nats, perceptron.output(for: features.values)))
      }
      list.judge(index, nats: Double(nats), strength: list[index].strength)
      most = max(most, Double(nats))
    }
    guard doubt > 0 else { return 0 }
    let isUnresolved = isUnresolved(list[0])
    let strongest = max(surroundings.strongest, Self.strength(of: most))
    var best = -Double.infinity
    for index in 0..<list.count {
      let (nats, strength) = (list[index].nats, list[index].strength)
      let ordered =
        strength
        + weights.unclear * (strongest + Parameters.strengthPerNat * (nats - most) - strength)
      let judged = ordered + weights.noisy * (Self.strength(of: nats) - ordered)
      best = max(best, judged)
      if !isUnresolved { list.judge(index, nats: nats, strength: judged) }
    }
    if isUnresolved {
      // The scorer only sets the strength of the best one.
      let change = best - list[0].strength
      for index in 0..<list.count {
        list.judge(index, nats: list[index].nats, strength: list[index].strength + change)
      }
    }
    list.sort()
    return doubt
  }

  /// Remembers a clear frame whose candidates need no judgement.
  mutating func follow(_ list: CandidateList) {
    comb.clear()
    features.follow(list, remembers: true)
  }

  /// Returns `true` if a candidate repeats well, and its partials are too close for the spectrum to
  /// separate: it cannot decide the octave.
  private func isUnresolved(_ entry: CandidateList.Entry) -> Bool {
    entry.height > Parameters.repeatingHeight
      && entry.frequency * frameDuration < Parameters.resolvedPeriods
  }

  /// Returns the strength of a likelihood ratio: above that of an unvoiced frame if a pitch is
  /// likelier.
  private static func strength(of nats: Double) -> Double {
    TrackerParameters.Path.unvoicedStrength + Parameters.strengthPerNat * nats
  }

  /// Adds the candidates that only the spectrum shows.
  private mutating func extend(
    _ list: inout CandidateList, by finder: borrowing MultiresolutionCandidates, isUnclear: Bool
  ) {
    guard isUnclear else { return comb.clear() }
    comb.find(in: finder.power, without: finder.noise.taken)
    for frequency in comb.peaks
    where finder.accepted.contains(frequency) && !list.contains(frequency) {
      let lag = sampleRate / frequency
      let height = max(0, Double(finder.height(at: 1, of: frequency, window: 0)))
      let octavesBelow = Elementary.log2(
        TrackerParameters.Candidates.costFreeFrequency / frequency)
      list.insert(
        CandidateList.Entry(
          frequency: frequency, height: min(1, height),
          strength: min(1, height) - TrackerParameters.Candidates.octaveCost * octavesBelow
            - TrackerParameters.Comb.cost,
          lag: max(1, Int(lag.rounded()))))
    }
  }

  /// Returns the features of all candidates of a frame, one after another, to train with.
  mutating func features(
    of list: inout CandidateList, by finder: borrowing MultiresolutionCandidates, excess: Double,
    penalty: Double, remembers: Bool
  ) -> [Float] {
    let weights = weights(in: list, finder.noise)
    extend(&list, by: finder, isUnclear: max(weights.unclear, weights.noisy) > 0)
    features.follow(list, remembers: remembers)
    guard list.count > 0 else { return [] }
    evidence.load(finder.power, finder.noise)
    var values: [Float] = []
    let surroundings = Self.surroundings(of: list, finder.noise, excess, penalty)
    for index in 0..<list.count {
      features.describe(index, list[index], surroundings, evidence, comb, finder)
      values += features.values
    }
    return values
  }

  /// Returns the weights of the scorer: as far as no peak is high, it decides which candidate is
  /// the best; as far as the frame is noisy, it decides alone.
  private func weights(
    in list: CandidateList, _ noise: NoiseReduction
  ) -> (unclear: Double, noisy: Double) {
    var highest = 0.0
    for index in 0..<list.count { highest = max(highest, list[index].height) }
    let (clear, unclear) = (Parameters.clearHeight, Parameters.unclearHeight)
    return (min(1, max(0, (clear - highest) / (clear - unclear))), Double(noise.blend))
  }

  private static func surroundings(
    of list: CandidateList, _ noise: NoiseReduction, _ excess: Double, _ penalty: Double
  ) -> CandidateFeatures.Surroundings {
    CandidateFeatures.Surroundings(
      noiseShare: min(1, noise.share), strongest: list[0].strength,
      openness: Float(min(1, max(-1, excess / TrackerParameters.Inputs.openLevel))),
      penalty: Float(penalty), count: list.count)
  }
}
