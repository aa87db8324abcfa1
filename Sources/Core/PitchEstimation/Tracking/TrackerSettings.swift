package import SignalProcessing

/// The validated settings of a tracker, which ``MultiresolutionTracker`` documents.
package struct TrackerSettings: Sendable {
  let sampleRate: Double
  let hopSize: Double
  /// In seconds.
  let lookahead: Double
  let gate: LevelGate
  let usesLearnedScorer: Bool
  /// Whether a network tells which sound is in front where several have a pitch.
  let usesSalience: Bool
  /// Whether work is left out that the page, which must read the same, does not leave out.
  let takesShortcuts: Bool
  let windows: MultiresolutionCandidates.Plan

  /// Checks the parameters.
  ///
  /// `usesSalience` is `false` where the page, which has no network, must read the same.
  ///
  /// - Throws: ``EstimatorError`` if one of them is out of its range.
  package init(
    sampleRate: Double, searchRange: ClosedRange<Double>, hopSize: Double, lookahead: Double = 0,
    gate: LevelGate = LevelGate(), usesLearnedScorer: Bool = true, usesSalience: Bool = true
  ) throws(EstimatorError) {
    try FrameStream.check(hopSize: hopSize)
    guard lookahead >= 0, lookahead <= 10 else { throw .invalidLookahead(lookahead) }
    windows = try MultiresolutionCandidates.Plan(SearchRange(searchRange, sampleRate: sampleRate))
    (self.sampleRate, self.hopSize, self.lookahead) = (sampleRate, hopSize, lookahead)
    (self.gate, self.usesLearnedScorer) = (gate, usesLearnedScorer)
    self.usesSalience = usesSalience && usesLearnedScorer
    takesShortcuts = usesSalience && lookahead > 0
  }

  /// The number of later frames that may influence a reading.
  var lookaheadFrames: Int { Int((lookahead * sampleRate / hopSize).rounded()) }
}
