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

/// A small neural network: layers of weighted sums, limited to 0 from below in all but the last.
///
/// It adds in one order on every machine, so that it gives the same bits everywhere.
///
/// - SeeAlso: D. Rumelhart, G. Hinton, R. Williams, "Learning representations by back-propagating
///   errors", Nature 323, 1986, [doi:10.1038/323533a0](https://doi.org/10.1038/323533a0).
struct Perceptron: Sendable {
  private let sizes: [Int]
  /// For each layer, the weights of the first input for all outputs, then those of the next; then
  /// the bias of each output. Whole numbers.
  private var weights: [Float]
  private var units: [Float]  // of each such row
  private var values: [Float]
  private var sums: [Float]

  /// - Parameters:
  ///   - sizes: The number of inputs, and of the outputs of each layer.
  ///   - weights: For each layer, the weights of the first input for all outputs, then those of the
  ///     next; then the bias of each output. As whole numbers.
  ///   - units: The unit of each such row: the exponent of a power of two, in quarters.
  init(sizes: [Int], weights: [Int8], units: [Int8]) {
    self.sizes = sizes
    self.weights = Array(repeating: 0, count: weights.count)
    for index in weights.indices { self.weights[index] = Float(weights[index]) }
    self.units = Array(repeating: 0, count: units.count)
    for row in units.indices { self.units[row] = Float(Elementary.exp2(0.25 * Double(units[row]))) }
    values = Array(repeating: 0, count: 1 + (sizes.max() ?? 1))
    sums = Array(repeating: 0, count: sizes.max() ?? 1)  // not shared, which would copy later
  }

  /// Returns the first output.
  ///
  /// - Precondition: `inputs.count` is the first of the sizes.
  mutating func output(for inputs: [Float]) -> Float {
    for index in 0..<inputs.count { values[index] = inputs[index] }
    var (row, start) = (0, 0)
    for layer in 1..<sizes.count {
      let (rowCount, outputCount) = (sizes[layer - 1] + 1, sizes[layer])
      values[rowCount - 1] = 1  // of the bias
      for input in 0..<rowCount { values[input] *= units[row + input] }
      add(rowCount, weightsFrom: start, outputCount)
      row += rowCount
      start += rowCount * outputCount
      let least: Float = layer < sizes.count - 1 ? 0 : -.infinity
      for output in 0..<outputCount { values[output] = max(least, sums[output]) }
    }
    return values[0]
  }

  /// Fills the sums of a layer, eight at a time, each in a lane of its own, so that the order of
  /// additions, and with it every bit, stays the same.
  private mutating func add(_ rowCount: Int, weightsFrom start: Int, _ count: Int) {
    weights.withUnsafeBytes { weights in
      values.withUnsafeBufferPointer { values in
        sums.withUnsafeMutableBytes { sums in
          let size = MemoryLayout<Float>.stride
          var output = 0
          while output + 8 <= count {
            var sum = SIMD8<Float>()
            for row in 0..<rowCount {
              sum +=
                values[row]
                * weights.loadUnaligned(
                  fromByteOffset: (start &+ row &* count &+ output) &* size, as: SIMD8<Float>.self)
            }
            sums.storeBytes(of: sum, toByteOffset: output * size, as: SIMD8<Float>.self)
            output += 8
          }
          while output < count {
            var sum: Float = 0
            for row in 0..<rowCount {
              sum +=
                values[row]
                * weights.load(
                  fromByteOffset: (start &+ row &* count &+ output) &* size, as: Float.self)
            }
            sums.storeBytes(of: sum, toByteOffset: output * size, as: Float.self)
            output += 1
          }
        }
      }
    }
  }
}

/// The evidence for the confidence of a reading: the scorer's preference for its candidate, the
/// clarity of the repetition, and the noise.
package struct ConfidenceEvidence: Sendable {
  /// The natural logarithm of the likelihood of the candidate relative to all others and no pitch
  /// together.
  package var odds = 0.0
  /// The natural logarithm of the ratio of the power that repeats to the rest, by the height of the
  /// peak: 0...6.9.
  package var harmonicity = 0.0
  /// The degree of noise removal in the frame, 0...1.
  package var noise = 0.0
  /// The natural logarithm of the odds that a network gives it which hears one sound among others;
  /// `nil` if it was not asked.
  package var salience: Optional<Double> = nil

  /// The evidence of no candidate.
  init() {}

  /// - Parameters:
  ///   - index: The index of the candidate that the path leads through.
  ///   - candidates: All candidates of the frame, judged by a ``CandidateScorer``.
  ///   - noise: The degree of noise removal in the frame, 0...1.
  ///   - total: The natural logarithm of all likelihoods by that network; `nil` if it was not asked.
  init(of index: Int, in candidates: CandidateList, noise: Float, total: Double? = nil) {
    var others = 1.0  // that there is no pitch
    for other in 0..<candidates.count where other != index {
      others += Elementary.exp(candidates[other].nats)
    }
    odds = candidates[index].nats - Elementary.log(others)
    harmonicity = -Elementary.log(
      min(1, max(TrackerParameters.Scorer.leastRest, 1 - candidates[index].height)))
    self.noise = Double(noise)
    guard TrackerParameters.Salience.isUsed else { return }
    salience = total.map { total in
      let share = Elementary.exp(min(0, candidates[index].salience - total))
      let limited = min(1 - Scale.leastShare, max(Scale.leastShare, share))
      return Elementary.log(limited / (1 - limited))
    }
  }

  private typealias Scale = SalienceConfidence

  /// The probability that the candidate is the pitch, 0...1, calibrated on training sounds.
  var probability: Double {
    if TrackerParameters.Salience.isUsed, let salience {
      let sum =
        Scale.constant + Scale.salience * salience
        + Scale.odds * min(Scale.mostOdds, max(-Scale.mostOdds, odds))
      return 1 / (1 + Elementary.exp(-sum))
    }
    let sum =
      ConfidenceWeights.constant + ConfidenceWeights.odds * odds
      + ConfidenceWeights.harmonicity * harmonicity + ConfidenceWeights.noise * noise
    return 1 / (1 + Elementary.exp(-sum))
  }
}
