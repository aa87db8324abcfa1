public import SignalProcessing

/// A method that turns a stream of samples into a track of pitch readings.
///
/// Append blocks of any size, then read until `nil`. The size of the blocks never changes a
/// reading. Conform your own type to use it wherever a ``PitchTracker`` is used.
public protocol PitchTracking: SampleAnalysis where Reading == PitchReading {
  /// Samples per second, in hertz.
  var sampleRate: Double { get }

  /// The number of samples that were not finite and were treated as silence.
  var rejectedSampleCount: Int { get }

  /// Appends the next samples of the stream.
  ///
  /// - Parameter block: Mono samples, nominal range -1...1, any count. Samples that are not finite
  ///   count as silence.
  mutating func append(_ block: Span<Float>)

  /// Returns the next reading, or `nil` until more samples arrive.
  ///
  /// - Returns: The readings in order of time, one per hop.
  mutating func next() -> PitchReading?

  /// Ends the stream: the readings up to its last sample become available, and no blocks may
  /// follow.
  mutating func finish()

  /// Changes the level that counts as sound, from the next frame on.
  ///
  /// - Parameter gate: The source of the gate's threshold.
  /// - Returns: `true` if the tracker has a gate. The default does nothing and returns `false`.
  @discardableResult
  mutating func setGate(_ gate: LevelGate.Threshold) -> Bool
}

extension PitchTracking {
  /// Appends the next samples of the stream.
  ///
  /// - Parameter block: Mono samples, nominal range -1...1, any count.
  public mutating func append(_ block: [Float]) { append(block.span) }

  /// Returns a reading of a stream that began later.
  public static func delayed(_ reading: PitchReading, by seconds: Double) -> PitchReading {
    var reading = reading
    reading.time += seconds
    return reading
  }

  /// Does nothing, because the tracker has no gate.
  ///
  /// - Parameter gate: Ignored.
  /// - Returns: `false`.
  @discardableResult
  public mutating func setGate(_ gate: LevelGate.Threshold) -> Bool { false }
}

/// The result of a tracker for one frame.
public struct PitchReading: Sendable, Hashable {
  /// The moment that the reading belongs to, in seconds since the first sample.
  public var time: Double
  /// The most likely candidate, voiced or not; `nil` if there is none, for example in silence.
  public var candidate: PitchCandidate?
  /// True if a pitch exists: the gate is open and the periodicity is high enough.
  public var isVoiced: Bool
  /// The root-mean-square level around the reading, in dBFS; -infinity for digital silence.
  public var level: Double
  /// The largest magnitude of a sample around the reading, in dBFS; -infinity for digital silence,
  /// and if it was not measured.
  public var peakLevel: Double
  /// The level below which the gate closes, in dBFS; -infinity without a gate.
  public var gateThreshold: Double
  /// The background noise that the gate has learned so far, in dBFS; -infinity if it learns none.
  public var noiseLevel: Double
  /// The probability that ``frequency`` is right within 50 cents, in 0...1: of the readings with a
  /// confidence of 0.8, four in five are right. If the reading is unvoiced, it is that of
  /// ``candidate``, 0.5 at most, and 0 without one; `nil` if the tracker cannot tell. Only
  /// ``MultiresolutionTracker`` with its learned scorer can. It was adjusted on training sounds;
  /// `docs/benchmarks.md` compares it with labelled recordings.
  public var confidence: Double?
  /// The side of the search range on which nearly all of the sound lies, so that it has no pitch
  /// within it; `nil` if it does not, and if the tracker cannot tell. Only
  /// ``MultiresolutionTracker`` can.
  public var rangeSide: RangeSide?
  #if hasFeature(Embedded)
    // No tracker of the C library tells it, the page asks its tracker, and readings stay small.
    package var beginning: BeginningNote? {
      get { nil }
      set {}
    }
  #else
    /// The note that began in the newest sound when this reading was decided, which is later than
    /// ``time``; `nil` if none did, and if the tracker cannot tell. Only ``LiveTracker`` and
    /// ``PromptTracker`` can.
    package var beginning: BeginningNote?
  #endif

  /// Creates a reading of these properties.
  public init(
    time: Double, candidate: PitchCandidate?, isVoiced: Bool, level: Double,
    peakLevel: Double = -.infinity, gateThreshold: Double = -.infinity,
    noiseLevel: Double = -.infinity, confidence: Double? = nil
  ) {
    self.time = time
    self.candidate = candidate
    self.isVoiced = isVoiced
    self.level = level
    self.peakLevel = peakLevel
    self.gateThreshold = gateThreshold
    self.noiseLevel = noiseLevel
    self.confidence = confidence
  }

  /// The fundamental frequency, in hertz, or `nil` if the frame is unvoiced.
  public var frequency: Double? { isVoiced ? candidate?.frequency : nil }

  /// The exactness of the repetition, in 0...1; 0 without a candidate.
  public var periodicity: Double { candidate?.periodicity ?? 0 }

  /// The ``confidence``, or the ``periodicity`` if the tracker has none: for tables with one column
  /// for any tracker. As confidence, periodicity is not a probability: it is above 0 in many
  /// unvoiced readings, and high readings may be an octave off.
  public var confidenceOrPeriodicity: Double { confidence ?? periodicity }

  /// True if the level has passed the gate.
  public var isAboveGate: Bool { level >= gateThreshold }
}

/// Tracks the pitch of a stream with any estimator: frames, gate, estimate, voicing.
///
/// The time of reading k is k · hop / sample rate, and the first reading is at the first sample.
/// Near the ends of the stream, readings are those of the first and the last whole frame, because
/// the sound beyond is not silent but unknown. A stream shorter than a frame has no voiced reading.
/// The latency is the part of a frame after its centre: `frameSize − frameCenter` samples, and a
/// whole frame for the first readings.
///
/// - Complexity: That of the estimator, once per hop. No allocation after `init` for blocks of up
///   to 8192 samples.
public struct PitchTracker<Estimator: PitchEstimator>: FrameTracking {
  var frames: FrameStream
  private var estimator: Estimator
  private var voicing: VoicingDecision

  /// Creates a tracker at the start of a stream.
  ///
  /// - Parameters:
  ///   - estimator: Estimates each frame; its ``PitchEstimator/frameSize`` is the size of a frame.
  ///   - sampleRate: Samples per second, in hertz; the rate for which the estimator was created.
  ///   - hopSize: Number of samples between readings, at least 1; may be fractional, so that 10 ms
  ///     are 220.5 samples at 22,050 Hz.
  ///   - gate: Level that counts as sound. Adaptive by default.
  /// - Throws: ``EstimatorError`` if the sample rate or the hop is out of its range.
  public init(
    _ estimator: Estimator, sampleRate: Double, hopSize: Double, gate: LevelGate = LevelGate()
  ) throws(EstimatorError) {
    try SearchRange.check(sampleRate: sampleRate)
    try FrameStream.check(hopSize: hopSize)
    frames = FrameStream(
      sampleRate: sampleRate, frameSize: estimator.frameSize, frameCenter: estimator.frameCenter,
      hopSize: hopSize, gate: gate)
    voicing = VoicingDecision(threshold: estimator.voicingThreshold)
    self.estimator = estimator
  }

  /// The time from a sample's arrival to its reading, in seconds, excluding the time to compute.
  public var latency: Double { frames.latency() }

  /// Returns the reading of the next complete frame, or `nil` until more samples arrive.
  public mutating func next() -> PitchReading? {
    guard frames.hasFrame else { return nil }
    var candidate: PitchCandidate?
    let loudness = frames.measure { frame, _ in candidate = estimator.bestCandidate(frame) }
    // A frame that is not full gives a period, but not exactly.
    let isOpen = loudness.isOpen && frames.framer.holdsWholeFrame
    frames.advance()
    let isVoiced = voicing.update(candidate, gateIsOpen: isOpen)
    if !isVoiced, (candidate?.periodicity ?? 0) < estimator.voicingThreshold {
      frames.learnNoise(loudness.level)
    }
    return frames.takeReading(candidate, isVoiced: isVoiced, loudness: loudness)
  }
}

/// Decides over time which frames are voiced.
///
/// A note starts with a candidate that the estimator itself calls voiced. It then continues through
/// weaker candidates as long as they stay near its pitch: a decaying string stays one note.
struct VoicingDecision: Sendable {
  /// The largest distance of a candidate below the estimator's threshold within a note.
  static let holdMargin = 0.25
  /// The largest step from the last candidate to a weaker one, as a ratio of frequencies: a
  /// semitone.
  static let largestStep = 1.0594630943592953

  private let threshold: Double
  private var lastFrequency: Double?

  init(threshold: Double) {
    self.threshold = threshold
  }

  /// Returns whether a frame is voiced.
  mutating func update(_ candidate: PitchCandidate?, gateIsOpen: Bool) -> Bool {
    guard gateIsOpen, let candidate, isVoiced(candidate) else {
      lastFrequency = nil
      return false
    }
    lastFrequency = candidate.frequency
    return true
  }

  private func isVoiced(_ candidate: PitchCandidate) -> Bool {
    if candidate.periodicity >= threshold { return true }
    guard let lastFrequency, candidate.periodicity >= threshold - Self.holdMargin else {
      return false
    }
    let ratio = candidate.frequency / lastFrequency
    return ratio < Self.largestStep && ratio > 1 / Self.largestStep
  }
}
