public import PitchEstimation
public import SignalProcessing

/// Listens for tones: their pitch, and whether it is only the common divisor of several tones at once.
///
/// What is said of a moment depends only on the sound up to that moment, and on what its reading
/// depends on: never on the size of the blocks.
///
/// - Complexity: That of the tracker, and of a transform every 0.1 s. No allocation after `init` for
///   blocks of up to 8192 samples, if the tracker does not allocate.
public struct ToneListener<Tracker: PitchTracking>: SampleAnalysis {
  private var tracker: Tracker
  private var detector: PolyphonyDetector
  private var verdicts = EvidenceTimeline<PolyphonyDetector.Verdict?>(nil)
  private var position: Int64 = 0
  private var isPolyphonic = false

  /// Creates a listener at the start of a stream.
  ///
  /// - Parameter tracker: The tracker of the pitch, at the start of its stream.
  public init(_ tracker: consuming Tracker) {
    detector = PolyphonyDetector(sampleRate: tracker.sampleRate)
    self.tracker = tracker
  }

  /// Samples per second, in hertz.
  public var sampleRate: Double { tracker.sampleRate }

  /// The number of samples that were not finite and were treated as silence.
  public var rejectedSampleCount: Int { tracker.rejectedSampleCount }

  /// True if one series of partials explains what sounds, or nothing sounds.
  var isHarmonic: Bool { detector.isHarmonic }

  /// Appends the next samples of the stream.
  ///
  /// - Parameter block: Mono samples, nominal range -1...1, any count. Samples that are not finite
  ///   count as silence.
  public mutating func append(_ block: Span<Float>) {
    tracker.append(block)
    var start = 0
    while start < block.count {
      let count = min(block.count - start, detector.samplesToNext)
      detector.append(block.extracting(start..<start + count))
      start += count
      position += Int64(count)
      collectVerdict()
    }
  }

  private mutating func collectVerdict() {
    guard let verdict = detector.takeVerdict() else { return }
    // Most of the time, one tone follows another.
    if verdict.isPolyphonic || isPolyphonic {
      verdicts.append(verdict.isPolyphonic ? verdict : nil, at: position)
    }
    isPolyphonic = verdict.isPolyphonic
  }

  /// Returns the next observation, or `nil` until more samples arrive.
  public mutating func next() -> TunerObservation? {
    guard let pitch = tracker.next() else { return nil }
    var evidence = SoundEvidence()
    evidence.tones = verdicts.value(at: Int64((pitch.time * sampleRate).rounded()))
    return evidence.observation(of: pitch)
  }

  /// Marks missing samples: a spectrum across the gap is discarded.
  public mutating func interrupt() {
    tracker.interrupt()
    detector.interrupt()
    if isPolyphonic { verdicts.append(nil, at: position) }
    isPolyphonic = false
  }

  /// Ends the stream: the observations up to its last sample become available, and no blocks may
  /// follow.
  public mutating func finish() { tracker.finish() }

  /// Changes the level that counts as sound, from the next frame on.
  ///
  /// - Parameter gate: The source of the gate's threshold.
  public mutating func setGate(_ gate: LevelGate.Threshold) { tracker.setGate(gate) }

  /// Returns an observation of a stream that began later.
  public static func delayed(
    _ observation: TunerObservation, by seconds: Double
  ) -> TunerObservation {
    var observation = observation
    observation.pitch.time += seconds
    for index in observation.onsets.indices { observation.onsets[index] += seconds }
    for index in observation.strokes.indices { observation.strokes[index] += seconds }
    return observation
  }
}
