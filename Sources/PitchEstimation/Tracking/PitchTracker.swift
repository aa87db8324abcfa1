public import SignalProcessing

/// Tracks the pitch of a stream with any estimator: frames, gate, estimate, voicing.
///
/// Reading k belongs to the time k · hop / sample rate, the first to the first sample. Near the ends
/// of the stream, readings tell of the first and the last whole frame, since the sound beyond is not
/// silent but unknown; a stream shorter than a frame has no voiced reading. The latency is the part
/// of a frame behind its centre: `frameSize − frameCenter` samples, and a whole frame for the first
/// readings.
///
/// - Complexity: That of the estimator, once a hop. No allocation after `init` for blocks of up to
///   8192 samples.
public struct PitchTracker<Estimator: PitchEstimator>: PitchTracking {
  /// Samples per second, in hertz.
  public let sampleRate: Double
  private var estimator: Estimator
  private var framer: Framer
  private var gate: LevelGate
  private var voicing: VoicingDecision

  /// Creates a tracker at the start of a stream.
  ///
  /// - Parameters:
  ///   - estimator: Estimates each frame; its ``PitchEstimator/frameSize`` is the size of a frame.
  ///   - sampleRate: Samples per second, in hertz; the rate that the estimator was made for.
  ///   - hopSize: Samples from one reading to the next, at least 1; may be fractional, so that
  ///     10 ms are 220.5 samples at 22,050 Hz.
  ///   - gate: What level counts as sound. Adaptive by default.
  /// - Throws: ``EstimatorError`` if the sample rate or the hop is out of its range.
  public init(
    _ estimator: Estimator, sampleRate: Double, hopSize: Double, gate: LevelGate = LevelGate()
  ) throws(EstimatorError) {
    guard LagRange.supportedSampleRates.contains(sampleRate) else {
      throw .invalidSampleRate(sampleRate)
    }
    guard hopSize >= 1, hopSize <= 1e9 else { throw .invalidHop(hopSize) }
    self.sampleRate = sampleRate
    self.estimator = estimator
    framer = Framer(
      frameSize: estimator.frameSize, frameCenter: estimator.frameCenter, hopSize: hopSize,
      edges: .nearestFrame)
    self.gate = gate
    voicing = VoicingDecision(threshold: estimator.voicingThreshold)
  }

  /// How many samples were not finite, or beyond ±1,000,000, and were treated as silence.
  public var rejectedSampleCount: Int { framer.rejectedSampleCount }

  /// The time from a sample's arrival to its reading, in seconds, without the time to compute.
  public var latency: Double { Double(framer.frameSize - framer.frameCenter) / sampleRate }

  /// Appends the next samples of the stream.
  public mutating func append(_ block: Span<Float>) {
    precondition(!framer.isFinished, "no block may follow finish()")
    framer.append(block)
  }

  /// Ends the stream: the readings up to its last sample become available.
  public mutating func finish() { framer.finish() }

  /// Returns the reading of the next complete frame, or `nil` until more samples arrive.
  public mutating func next() -> PitchReading? {
    guard framer.hasFrame else { return nil }
    let time = Double(framer.frameIndex) * framer.hopSize / sampleRate
    let (level, candidate) = Self.measureFrame(of: framer, using: &estimator)
    framer.advance()
    let gateThreshold = gate.currentThreshold
    // A frame that is not full tells a period, but not exactly.
    let isOpen = gate.update(level: level) && framer.holdsWholeFrame
    let isVoiced = voicing.update(candidate, gateIsOpen: isOpen)
    if !isVoiced, (candidate?.periodicity ?? 0) < estimator.voicingThreshold {
      gate.learnNoise(level: level, duration: framer.hopSize / sampleRate)
    }
    return PitchReading(
      time: time, candidate: candidate, isVoiced: isVoiced, level: level,
      gateThreshold: gateThreshold)
  }

  // Static: a span of one stored property cannot be passed while another is being mutated.
  private static func measureFrame(
    of framer: Framer, using estimator: inout Estimator
  ) -> (level: Double, candidate: PitchCandidate?) {
    framer.withFrame { frame in
      let level = decibels(fromPower: frame.energy() / Double(frame.count))
      // A frame of zeros, or too quiet for single precision, has no period.
      guard level > -150 else { return (level, nil) }
      return (level, estimator.bestCandidate(frame))
    }
  }
}
