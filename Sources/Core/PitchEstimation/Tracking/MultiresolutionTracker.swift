public import SignalProcessing

/// The default tracker: candidates from several window lengths, and the best path through them.
///
/// Each frame has up to 16 candidates, most from autocorrelations over three window lengths. A path
/// search chooses one of them or declares the frame unvoiced. It considers how exactly the signal
/// repeats, in the window that shows it best; a preference for the shorter of two equal periods;
/// the continuity of pitch and voicing; and the level, relative to the gate and the surroundings (a
/// long window still contains a note that has ended). The frequency of the chosen candidate is then
/// measured with a fit through its partials; for a stiff string, it is that of the first partial. A
/// decaying note continues while its partials are above the noise near them. Where the sound is
/// noisy, a small neural network judges the candidates
/// (`docs/decisions/0021-a-learned-scorer-in-noise.md`); where several sounds have a pitch, and with
/// a look-ahead, another one tells which is in front
/// (`docs/decisions/0059-a-salience-among-other-sounds.md`).
///
/// The time of reading k is k · hop / sample rate, and the first reading is at the first sample.
/// Near the ends of the stream, the windows stay within it, because the sound beyond is not silent
/// but unknown. On the development clips, this tracker is ahead of ``YIN`` and ``MPM``; see
/// `docs/benchmarks.md`.
///
/// - Complexity: O(*L* log *L*) time per hop for a longest lag of *L* samples. Memory does not
///   depend on the length of the stream. No allocation after `init` for blocks of up to 8192
///   samples.
public struct MultiresolutionTracker: FrameTracking {
  /// The time from a sample's arrival to its reading, in seconds, excluding the time to compute:
  /// half a frame and the look-ahead.
  public var latency: Double { tracking.value.latency }
  private var tracking: OutOfLine<MultiresolutionTracking<FramesBetween, NoBeginnings>>
  /// How often the stages have run.
  package var stageCounts: StageCounts { tracking.value.stageCounts }
  var frames: FrameStream {
    _read { yield tracking.value.frames }
    _modify { yield &tracking.value.frames }
  }
  /// The evidence for the confidence of the last reading, if it is voiced and there is a scorer.
  package var evidence: ConfidenceEvidence { tracking.value.evidence }

  /// Creates a tracker at the start of a stream.
  ///
  /// - Parameters:
  ///   - sampleRate: Samples per second, in 8000...192000 Hz.
  ///   - searchRange: Frequencies to consider, in hertz. The lower bound determines the frame: two
  ///     and a half of its periods.
  ///   - hopSize: Number of samples between readings, at least 1; may be fractional.
  ///   - lookahead: How much later sound may influence a reading, in seconds, 0...10. 0 decides at
  ///     once; more than 0.2 s gains nothing.
  ///   - gate: Level that counts as sound. Adaptive by default.
  ///   - usesLearnedScorer: Whether a model trained on sounds in noise judges candidates in noise,
  ///     and those without a clear peak. Without it, readings have no
  ///     ``PitchReading/confidence``. `true` by default.
  /// - Throws: ``EstimatorError`` if a parameter is out of its range.
  public init(
    sampleRate: Double, searchRange: ClosedRange<Double>, hopSize: Double, lookahead: Double = 0.3,
    gate: LevelGate = LevelGate(), usesLearnedScorer: Bool = true
  ) throws(EstimatorError) {
    self.init(
      try TrackerSettings(
        sampleRate: sampleRate, searchRange: searchRange, hopSize: hopSize, lookahead: lookahead,
        gate: gate, usesLearnedScorer: usesLearnedScorer))
  }

  /// Creates a tracker at the start of a stream.
  package init(_ settings: TrackerSettings) {
    tracking = OutOfLine(MultiresolutionTracking(settings))
  }

  /// Returns the next reading, or `nil` until more samples arrive.
  public mutating func next() -> PitchReading? { tracking.value.next() }

  /// Returns the frequencies of the candidates of the next frame, in hertz, and their features, one
  /// candidate after another, to train a scorer; `nil` until more samples arrive.
  package mutating func nextFeatures() -> (frequencies: [Double], features: [Float])? {
    tracking.value.nextFeatures()
  }
}

/// ``MultiresolutionTracker`` with the same bits for a live tuner: it also tells notes that have just
/// begun.
package struct LiveTracker: FrameTracking {
  private var tracking: OutOfLine<MultiresolutionTracking<FramesBetween, Beginnings>>
  var frames: FrameStream {
    _read { yield tracking.value.frames }
    _modify { yield &tracking.value.frames }
  }

  /// Creates a tracker at the start of a stream.
  package init(_ settings: TrackerSettings) {
    tracking = OutOfLine(MultiresolutionTracking(settings))
  }

  /// Returns the next reading, or `nil` until more samples arrive.
  package mutating func next() -> PitchReading? { tracking.value.next() }
}

/// ``LiveTracker`` with a look-ahead of 0, with the same bits and less code: for the page, which
/// names notes as soon as it can, and loads quickly.
package struct PromptTracker: FrameTracking {
  private var tracking: MultiresolutionTracking<EveryFrame, Beginnings>
  var frames: FrameStream {
    _read { yield tracking.frames }
    _modify { yield &tracking.frames }
  }

  /// Creates a tracker at the start of a stream.
  ///
  /// - Parameter settings: Settings with a look-ahead of 0.
  package init(_ settings: TrackerSettings) { tracking = MultiresolutionTracking(settings) }

  /// Returns the next reading, or `nil` until more samples arrive.
  package mutating func next() -> PitchReading? { tracking.next() }

  /// Returns the note that began in the newest sound when the last reading was decided, if any, and
  /// if the reading does not tell it.
  package mutating func takeBeginning() -> BeginningNote? { tracking.takeBeginning() }
}
