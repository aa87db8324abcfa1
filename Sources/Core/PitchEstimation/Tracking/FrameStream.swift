internal import SignalProcessing

/// The frames of a stream behind a level gate, as all trackers of this module use them.
///
/// Reading k belongs to the time k · hop / sample rate, the first to the first sample. Near the
/// ends of the stream, frames stay within it, since the sound beyond is not silent but unknown.
struct FrameStream: Sendable {
  /// A frame at or below this level, in dBFS, is of zeros, or too quiet for single precision: it
  /// has no period.
  static let silence = -150.0

  /// The loudness of a frame.
  struct Loudness: Sendable {
    /// The root-mean-square level, in dBFS.
    var level = -Double.infinity
    /// The largest magnitude of a sample, in dBFS.
    var peak = -Double.infinity
    /// The level below which the gate closes, in dBFS.
    var gateThreshold = -Double.infinity
    /// The background noise that the gate has learned, in dBFS.
    var noiseLevel = -Double.infinity
    /// True while the gate is open.
    var isOpen = false

    /// The level above that below which the gate closes, in decibels.
    var excess: Double { level - gateThreshold }
    /// True if the frame is too quiet to have a period.
    var isSilent: Bool { !(level > FrameStream.silence) }
  }

  let sampleRate: Double
  fileprivate(set) var framer: Framer
  private var gate: LevelGate
  /// The number of readings so far.
  private(set) var readingCount = 0

  /// - Precondition: `sampleRate` and `hopSize` were checked.
  @inline(never)
  init(
    sampleRate: Double, frameSize: Int, frameCenter: Int? = nil, hopSize: Double,
    historySize: Int = 0, gate: LevelGate
  ) {
    self.sampleRate = sampleRate
    self.gate = gate
    framer = Framer(
      frameSize: frameSize, frameCenter: frameCenter, hopSize: hopSize, edges: .nearestFrame,
      historySize: historySize)
  }

  /// Refuses a hop, in samples, that is out of range.
  static func check(hopSize: Double) throws(EstimatorError) {
    guard hopSize >= 1, hopSize <= 1e9 else { throw .invalidHop(hopSize) }
  }

  /// True if a whole frame is available.
  var hasFrame: Bool { framer.hasFrame }

  /// True if no frame follows.
  var hasEnded: Bool { framer.isFinished && !framer.hasFrame }

  /// The part of a frame behind its centre and some hops, in seconds.
  func latency(lookahead: Int = 0) -> Double {
    (Double(framer.frameSize - framer.frameCenter) + Double(lookahead) * framer.hopSize)
      / sampleRate
  }

  /// Measures the current frame, and updates the gate with its level.
  ///
  /// - Parameter analyze: Receives the frame and its level in dBFS; not called for a silent frame.
  /// - Returns: The loudness of the frame.
  mutating func measure(_ analyze: (Span<Float>, Double) -> Void) -> Loudness {
    let (level, peak) = framer.withFrame { frame in
      let (energy, peak) = frame.energyAndPeak()
      let level = decibels(fromPower: energy / Double(frame.count))
      if level > Self.silence { analyze(frame, level) }
      return (level, Double(peak))
    }
    let threshold = gate.currentThreshold
    return Loudness(
      level: level, peak: decibels(fromPower: peak * peak), gateThreshold: threshold,
      noiseLevel: gate.noiseLevel, isOpen: gate.update(level: level))
  }

  /// Updates the gate's noise estimate with a frame of some level and no pitch.
  mutating func learnNoise(_ level: Double) {
    gate.learnNoise(level: level, duration: framer.hopSize / sampleRate)
  }

  /// Changes the level that counts as sound, from the next frame on.
  mutating func setGate(_ threshold: LevelGate.Threshold) { gate.setting = threshold }

  /// Moves on to the next frame.
  mutating func advance() { framer.advance() }

  /// Returns the sample on which a reading is centred.
  ///
  /// - Parameter count: The number of readings before it that were not made yet.
  /// - Returns: Its index in the stream.
  func readingPosition(ahead count: Int) -> Int64 {
    Int64((Double(readingCount + count) * framer.hopSize).rounded())
  }

  /// Makes the next reading and sets its time.
  mutating func takeReading(
    _ candidate: PitchCandidate?, isVoiced: Bool, loudness: Loudness
  ) -> PitchReading {
    defer { readingCount += 1 }
    return PitchReading(
      time: Double(readingCount) * framer.hopSize / sampleRate, candidate: candidate,
      isVoiced: isVoiced, level: loudness.level, peakLevel: loudness.peak,
      gateThreshold: loudness.gateThreshold, noiseLevel: loudness.noiseLevel)
  }
}

/// A tracker that takes its samples through a ``FrameStream``.
protocol FrameTracking: PitchTracking {
  var frames: FrameStream { get set }
}

extension FrameTracking {
  /// Samples per second, in hertz.
  public var sampleRate: Double { frames.sampleRate }

  /// The number of samples that were not finite, or beyond ±1,000,000, and were treated as silence.
  public var rejectedSampleCount: Int { frames.framer.rejectedSampleCount }

  /// Appends the next samples of the stream.
  public mutating func append(_ block: Span<Float>) {
    precondition(!frames.framer.isFinished, "no block may follow finish()")
    frames.framer.append(block)
  }

  /// Does nothing: in the silence that replaces missing samples, a tracker finds no pitch.
  public mutating func interrupt() {}

  /// Ends the stream: the readings up to its last sample become available.
  public mutating func finish() { frames.framer.finish() }

  /// Changes the level that counts as sound, from the next frame on.
  @discardableResult
  public mutating func setGate(_ gate: LevelGate.Threshold) -> Bool {
    frames.setGate(gate)
    return true
  }
}
