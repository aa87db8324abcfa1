/// The inputs of a ``CandidateScorer`` for a candidate, in the order of its weights.
///
/// `Training/train.py` reads the names here. With another input, or another order,
/// `Training/train.sh` must be run.
enum ScorerInput: Int, CaseIterable {
  /// The height of its peak.
  case height
  /// Its strength: the height, less the costs of a long period and of a short window.
  case strength
  /// Its strength, less that of the strongest candidate.
  case behindStrongest
  /// Its frequency, on a logarithmic scale around ``TrackerParameters/Inputs/middleFrequency``.
  case octaves
  /// The correlation at its period in the longest window.
  case longWindowHeight
  /// The same in the window half as long.
  case middleWindowHeight
  /// The same in the shortest window.
  case shortWindowHeight
  /// The correlation at its period, of the frame with its lowest frequencies as they are.
  case plainHeight
  /// The correlation at half its period: high for a candidate an octave too low.
  case halfPeriodHeight
  /// The correlation at twice its period.
  case doublePeriodHeight
  /// The correlation at a third of its period.
  case thirdPeriodHeight
  /// The correlation at one and a half times its period: high for a candidate an octave too high.
  case oneAndAHalfPeriodHeight
  /// The signal of its first partial over the noise.
  case signal1
  /// The signal of its second partial over the noise.
  case signal2
  /// The signal of its third partial over the noise.
  case signal3
  /// The signal of its fourth partial over the noise.
  case signal4
  /// The signal of its fifth partial over the noise.
  case signal5
  /// The signal of its sixth partial over the noise.
  case signal6
  /// The signal of its seventh partial over the noise.
  case signal7
  /// The signal of its eighth partial over the noise.
  case signal8
  /// The mean signal of its partials, less that of the gaps between them.
  case salience
  /// The salience of half its frequency.
  case halfSalience
  /// The salience of twice its frequency.
  case doubleSalience
  /// The salience of three times its frequency.
  case tripleSalience
  /// The mean signal at 1/3, 2/3, 4/3 and 5/3 of its frequency: high for a candidate a twelfth too
  /// high.
  case thirdsSignal
  /// The share of the power in its odd partials.
  case oddShare
  /// The share of the power in its even partials.
  case evenShare
  /// The share of the power halfway between its partials.
  case betweenShare
  /// The share of the power in its strongest partial.
  case strongestShare
  /// The share of noise in the power of the frame.
  case noiseShare
  /// The level of the frame relative to the gate, -1...1.
  case openness
  /// The strength that all candidates of the frame lose.
  case penalty
  /// 1 if no peak of a correlation shows it, else 0.
  case isFromSpectrum
  /// The height of its peak, averaged over the frames that it continues.
  case support
  /// The movement of its frequency, averaged over the frames that it continues.
  case jitter
  /// Its position in the list, the strongest first, as a share of the list's capacity.
  case rank
  /// The number of its periods in the longest window, on a scale of 0...1.
  case periods
  /// The number of candidates, as a share of the list's capacity.
  case candidateCount
  /// The salience of the highest peak of the comb; 0 if the frame is clear.
  case highestComb
  /// The comb at its frequency, as a share of the highest peak.
  case combShare
  /// The comb at half its frequency, as a share of the highest peak.
  case halfCombShare
  /// The comb at twice its frequency, as a share of the highest peak.
  case doubleCombShare
}
