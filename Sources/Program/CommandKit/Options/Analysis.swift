package import AudioFiles
import InstrumentTuning
package import MusicTheory
package import PitchEstimation
package import SignalProcessing

/// How pitches are found in a source: plain values, from which a tracker is made for any sample rate.
package struct Analysis: Sendable {
  /// The frequencies that were asked for; `nil` for those of all keys, and of low strings.
  package var range: FrequencyRange?
  package var method = EstimatorMethod.best
  /// Further methods, to compare.
  package var others: [EstimatorMethod] = []
  /// How much later sound may decide about a reading, in seconds; `nil` for what suits the source.
  var lookahead: Double?
  /// What level counts as sound.
  package var gate = LevelGate.Threshold.automatic
  /// What of a source is heard.
  package var channel = ChannelSelection.mix
  /// What the notes of the range are under.
  package var concertPitch = ConcertPitch.standard
  /// Whether notes must begin as soon as possible, which tones below 75 Hz would delay.
  package var isPrompt = false
  /// Whether pitches in noise are judged by what was learned from training sounds.
  var usesLearnedScorer = true

  /// Creates the analysis by one method; all else has its default.
  package init(range: FrequencyRange? = nil, method: EstimatorMethod = .best) {
    (self.range, self.method) = (range, method)
  }

  /// The frequencies to look for in a source of a sample rate.
  ///
  /// - Parameters:
  ///   - sampleRate: That of the source, in hertz.
  ///   - lowestString: The frequency of an instrument's lowest string, which may be slack.
  /// - Returns: Hertz.
  package func searchRange(sampleRate: Double, lowestString: Double? = nil) -> ClosedRange<Double> {
    guard let range else {
      return TunerListening(isPrompt: isPrompt, lowestString: lowestString).searchRange(
        sampleRate: sampleRate, lowestString: isPrompt ? nil : lowestString)
    }
    return range.frequencies(under: concertPitch)
  }

  /// A tracker at the start of a source.
  ///
  /// - Parameters:
  ///   - sampleRate: That of the source, in hertz.
  ///   - hop: The time from reading to reading.
  ///   - isLive: Whether somebody waits for the readings; the look-ahead is then short unless it was
  ///     asked for.
  ///   - lowestString: As for ``searchRange(sampleRate:lowestString:)``.
  /// - Returns: A tracker of the method that was chosen.
  /// - Throws: ``EstimatorError`` if the source cannot carry the range that was asked for.
  package func tracker(
    sampleRate: Double, hop: Hop, isLive: Bool, lowestString: Double? = nil
  ) throws(EstimatorError) -> AnyPitchTracker {
    try tracker(method, sampleRate: sampleRate, hop, isLive: isLive, lowestString)
  }

  /// Trackers of all methods, as for a file.
  package func comparison(sampleRate: Double, hop: Hop) throws(EstimatorError) -> PitchComparison {
    var trackers: [AnyPitchTracker] = []
    for method in [method] + others {
      trackers.append(try tracker(method, sampleRate: sampleRate, hop, isLive: false, nil))
    }
    return PitchComparison(trackers)
  }

  private func tracker(
    _ method: EstimatorMethod, sampleRate: Double, _ hop: Hop, isLive: Bool,
    _ lowestString: Double?
  ) throws(EstimatorError) -> AnyPitchTracker {
    try AnyPitchTracker(
      method, sampleRate: sampleRate,
      searchRange: searchRange(sampleRate: sampleRate, lowestString: lowestString),
      hopSize: hop.samples(at: sampleRate),
      lookahead: lookahead ?? (isPrompt ? 0 : isLive ? TunerListening.lookahead : 0.3),
      gate: LevelGate(gate), usesLearnedScorer: usesLearnedScorer)
  }
}
