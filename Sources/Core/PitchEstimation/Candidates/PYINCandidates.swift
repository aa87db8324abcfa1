internal import SignalProcessing

/// The pitch candidates of a frame with their probabilities: the first stage of pYIN.
///
/// YIN takes the first dip of d′(τ) below a threshold. Here the threshold is a random number s with
/// the distribution Beta(2, ``beta``), and a dip's probability is that of the thresholds for which
/// YIN would choose it (equation 4 of the paper): with F the cumulative distribution, F(d) − F(d₀)
/// for a dip of depth d₀ where the deepest dip before it has depth d. If s is below every dip, the
/// deepest dip gets the share ``fallbackProbability``.
///
/// The paper sums over 100 thresholds; F(s) = 1 − (1 − s)^β (1 + βs) needs no sum.
///
/// - Complexity: O(*L* log *L*) time for a longest lag of *L* samples. No allocation after `init`.
/// - SeeAlso: M. Mauch, S. Dixon, "pYIN: a fundamental frequency estimator using probabilistic
///   threshold distributions", ICASSP 2014,
///   [doi:10.1109/ICASSP.2014.6853678](https://doi.org/10.1109/ICASSP.2014.6853678).
package struct PYINCandidates: Sendable {
  /// A hypothesis with its probability.
  package struct Candidate: Sendable, Hashable {
    /// The fundamental frequency, in hertz.
    package var frequency: Double
    /// The probability that YIN chooses this dip, in 0...1.
    package var probability: Double
    /// The depth d′ of the dip, in 0...1.
    package var aperiodicity: Double
  }

  /// The most candidates of a frame.
  package static let capacity = 8
  /// The share of the deepest dip in the thresholds below every dip: p_a of the paper.
  package static let fallbackProbability = 0.01
  /// The smallest probability of a candidate.
  static let leastProbability = 1e-4

  /// The second parameter of the Beta distribution; its mean is 2 / (2 + β).
  package let beta: Double
  /// The candidates of the latest frame, from short periods to long ones.
  package private(set) var candidates: [Candidate]
  private let range: SearchRange
  private var difference: CumulativeMeanDifference

  /// Creates the first stage and its workspace.
  ///
  /// - Parameters:
  ///   - range: Frequencies to consider. The lower bound sets ``frameSize``.
  ///   - meanThreshold: The mean of the thresholds, in 0.01...0.5. The paper tries 0.1, 0.15 and
  ///     0.2.
  /// - Throws: ``EstimatorError`` if a parameter is out of its range.
  package init(_ range: SearchRange, meanThreshold: Double = 0.06) throws(EstimatorError) {
    guard (0.01...0.5).contains(meanThreshold) else { throw .invalidThreshold(meanThreshold) }
    difference = try CumulativeMeanDifference(range)
    var candidates: [Candidate] = []
    candidates.reserveCapacity(Self.capacity)
    self.candidates = candidates
    beta = 2 / meanThreshold - 2
    self.range = range
  }

  /// Two periods of the lowest frequency.
  package var frameSize: Int { difference.frameSize }

  /// The middle of the samples that are compared with later ones.
  package var frameCenter: Int { difference.frameCenter }

  /// Finds the ``candidates`` of a frame.
  ///
  /// - Parameter frame: Mono samples, nominal range -1...1.
  /// - Precondition: `frame.count == frameSize`.
  package mutating func update(_ frame: Span<Float>) {
    difference.update(frame)
    collectDips()
    for index in candidates.indices {
      let period = difference.period(ofDipAt: Int(candidates[index].frequency))
      candidates[index].frequency = range.sampleRate / max(period, 1)
    }
  }

  /// Removes the latest frame's candidates, for example for a silent frame.
  package mutating func clear() {
    candidates.removeAll(keepingCapacity: true)
  }
}

extension PYINCandidates {
  /// Each dip that is deeper than all before it; the lag stands for the frequency for now.
  private mutating func collectDips() {
    clear()
    var shallowest = (depth: 1.0, cumulative: 1.0)  // the deepest so far, and F of it
    var deepest: Candidate?
    var first = range.shortestLag
    while first <= range.longestLag,
      let lag = difference.firstDip(in: first...range.longestLag, below: shallowest.depth)
    {
      first = lag + 1
      let depth = depth(ofDipAt: lag)
      guard depth < shallowest.depth else { continue }
      let cumulative = cumulativeProbability(depth)
      let candidate = Candidate(
        frequency: Double(lag), probability: shallowest.cumulative - cumulative,
        aperiodicity: depth)
      keep(candidate)
      deepest = candidate
      shallowest = (depth, cumulative)
    }
    guard let deepest else { return }
    let fallback = Self.fallbackProbability * shallowest.cumulative
    if candidates.last?.frequency == deepest.frequency {
      candidates[candidates.count - 1].probability += fallback
    } else {
      var deepest = deepest
      deepest.probability += fallback
      keep(deepest)
    }
  }

  /// Adds a candidate; if there are too many, the least probable goes.
  private mutating func keep(_ candidate: Candidate) {
    guard candidate.probability >= Self.leastProbability else { return }
    if candidates.count == Self.capacity {
      var least = 0
      for index in candidates.indices
      where candidates[index].probability < candidates[least].probability { least = index }
      guard candidates[least].probability < candidate.probability else { return }
      candidates.remove(at: least)
    }
    candidates.append(candidate)
  }

  /// The depth of a dip of d′, between the samples if it is deep.
  private func depth(ofDipAt lag: Int) -> Double {
    let values = difference.aperiodicity.span
    let parabola = Parabola(left: values[lag - 1], middle: values[lag], right: values[lag + 1])
    guard parabola.extremum < CumulativeMeanDifference.largestInterpolated else {
      return parabola.extremum
    }
    return max(0, BandlimitedInterpolation.extremum(of: values, near: lag).value)
  }

  /// F(s) of Beta(2, β).
  private func cumulativeProbability(_ threshold: Double) -> Double {
    guard threshold < 1 else { return 1 }
    return 1 - Elementary.power(1 - threshold, beta) * (1 + beta * threshold)
  }
}
