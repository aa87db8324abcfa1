public import SignalProcessing

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
/// A note starts with a candidate that the estimator itself calls voiced. It then goes on through
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
