package import AudioFiles
import InstrumentTuning
package import MusicTheory
package import PitchEstimation
package import SignalProcessing

/// The settings of pitch analysis: plain values, which make a tracker for any sample rate.
package struct Analysis: Sendable {
  /// The requested frequencies; `nil` for those of all piano keys, and of low strings.
  package var range: FrequencyRange?
  package var method = EstimatorMethod.best
  /// Further methods to compare with.
  package var others: [EstimatorMethod] = []
  /// The look-ahead, in seconds; `nil` for the default of a live source or a file.
  var lookahead: Double?
  /// The look-ahead in files, in seconds.
  package var fileLookahead: Double { lookahead ?? 0.3 }
  /// The lowest level that counts as sound.
  package var gate = LevelGate.Threshold.automatic
  /// The level of ``gate``, in dBFS, below which nothing counts; minus infinity if it is not fixed.
  package var lowestLevel: Double {
    if case .fixed(let level) = gate { level } else { -.infinity }
  }
  /// The channel to analyse.
  package var channel = ChannelSelection.mix
  /// The concert pitch for a range given as notes.
  package var concertPitch = ConcertPitch.standard
  /// True if notes must begin as soon as possible: the search then starts at 75 Hz, or at the
  /// lowest string, because lower tones would delay them.
  package var isPrompt = false
  /// True to judge pitches in noise with the scorer learned from training sounds.
  package var usesLearnedScorer = true

  /// Creates an analysis with one method, and with defaults for everything else.
  package init(range: FrequencyRange? = nil, method: EstimatorMethod = .best) {
    (self.range, self.method) = (range, method)
  }

  /// Returns the frequencies to look for in a source.
  ///
  /// - Parameters:
  ///   - sampleRate: The sample rate of the source, in hertz.
  ///   - lowestString: The frequency of an instrument's lowest string, which may be slack.
  /// - Returns: The range, in hertz.
  package func searchRange(sampleRate: Double, lowestString: Double? = nil) -> ClosedRange<Double> {
    guard let range else {
      return TunerListening(isPrompt: isPrompt, lowestString: lowestString).searchRange(
        sampleRate: sampleRate, lowestString: isPrompt ? nil : lowestString)
    }
    return range.frequencies(under: concertPitch)
  }

  /// Creates a tracker for the start of a source.
  ///
  /// - Parameters:
  ///   - sampleRate: The sample rate of the source, in hertz.
  ///   - hop: The time from reading to reading.
  ///   - isLive: True if someone waits for the readings; the default look-ahead is then short.
  ///   - lowestString: As for ``searchRange(sampleRate:lowestString:)``.
  /// - Returns: A tracker of the chosen method.
  /// - Throws: ``EstimatorError`` if the source cannot carry the requested range.
  package func tracker(
    sampleRate: Double, hop: Hop, isLive: Bool, lowestString: Double? = nil
  ) throws(EstimatorError) -> AnyPitchTracker {
    try tracker(method, sampleRate: sampleRate, hop, isLive: isLive, lowestString)
  }

  /// Creates trackers of all methods, with the look-ahead of a file.
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
    let searchRange = searchRange(sampleRate: sampleRate, lowestString: lowestString)
    let hopSize = hop.samples(at: sampleRate)
    let lookahead =
      isPrompt || isLive
      ? lookahead ?? (isPrompt ? 0 : TunerListening.lookahead) : fileLookahead
    if isLive, method == .best {
      return AnyPitchTracker(
        LiveTracker(
          try TrackerSettings(
            sampleRate: sampleRate, searchRange: searchRange, hopSize: hopSize,
            lookahead: lookahead, gate: LevelGate(gate), usesLearnedScorer: usesLearnedScorer)))
    }
    return try AnyPitchTracker(
      method, sampleRate: sampleRate, searchRange: searchRange, hopSize: hopSize,
      lookahead: lookahead, gate: LevelGate(gate), usesLearnedScorer: usesLearnedScorer)
  }
}
