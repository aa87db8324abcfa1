package import SignalProcessing

/// The validated settings of a tracker, which ``MultiresolutionTracker`` documents.
package struct TrackerSettings: Sendable {
  let sampleRate: Double
  let hopSize: Double
  /// In seconds.
  let lookahead: Double
  let gate: LevelGate
  let usesLearnedScorer: Bool
  let windows: MultiresolutionCandidates.Plan

  /// Checks the parameters.
  ///
  /// - Throws: ``EstimatorError`` if one of them is out of its range.
  package init(
    sampleRate: Double, searchRange: ClosedRange<Double>, hopSize: Double, lookahead: Double = 0,
    gate: LevelGate = LevelGate(), usesLearnedScorer: Bool = true
  ) throws(EstimatorError) {
    try FrameStream.check(hopSize: hopSize)
    guard lookahead >= 0, lookahead <= 10 else { throw .invalidLookahead(lookahead) }
    windows = try MultiresolutionCandidates.Plan(SearchRange(searchRange, sampleRate: sampleRate))
    (self.sampleRate, self.hopSize, self.lookahead) = (sampleRate, hopSize, lookahead)
    (self.gate, self.usesLearnedScorer) = (gate, usesLearnedScorer)
  }

  /// The number of later frames that may influence a reading.
  var lookaheadFrames: Int { Int((lookahead * sampleRate / hopSize).rounded()) }
}
