package import SignalProcessing

/// What a tracker is asked for, as ``MultiresolutionTracker`` documents it, checked: whoever has it can
/// make the tracker.
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

  /// How many later frames may influence a reading.
  var lookaheadFrames: Int { Int((lookahead * sampleRate / hopSize).rounded()) }
}
