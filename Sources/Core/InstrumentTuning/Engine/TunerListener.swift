public import BellTuning
public import OnsetDetection
public import PitchEstimation
public import SignalProcessing

/// Listens for a tuner: the pitch of the sound, whether it is that of a tone, of a bell, or only the
/// common divisor of several tones at once, and onsets.
///
/// A ``TunerEngine`` turns its observations into what a tuner shows. Questions that cost more than
/// the pitch are asked only where the evidence asks for them: whether a bell sounds, where one
/// series of partials does not explain the spectrum.
///
/// ```swift
/// var listener = TunerListener(tracker)
/// var engine = TunerEngine()
/// listener.append(samples)
/// while let observation = listener.next() {
///   let reading = engine.process(observation)
///   if reading.sound == .tone, let deviation = reading.deviation { print(deviation.cents) }
/// }
/// ```
///
/// What is said of a moment depends only on the sound up to that moment, and on what its reading
/// depends on: never on the size of the blocks. It allocates, so do not use it on the audio thread.
public struct TunerListener<Tracker: PitchTracking>: SampleAnalysis {
  private var tracker: Tracker
  private let object: ResonatorKind?
  private var evidence: EvidenceListener
  private var timeline = EvidenceTimeline(SoundEvidence())
  private var onsets: OnsetDetector?
  private var strokes: StrokeDetector?
  private var detectedStrokes: [StrokeDetector.Stroke] = []
  /// The positions at which onsets were detected, and their times, in seconds.
  private var detectedOnsets: [(position: Int64, time: Double)] = []
  private var position: Int64 = 0
  private var hasFinished = false

  /// Creates a listener at the start of a stream.
  ///
  /// - Parameters:
  ///   - tracker: The tracker of the pitch, at the start of its stream.
  ///   - object: The kind of object to listen for; nothing else is read then. `nil` for tones, among
  ///     which only bells are told.
  ///   - detectsOnsets: Whether observations have onsets.
  ///   - detectsStrokes: Whether observations have strokes.
  /// - Throws: `OnsetDetectorError` if onsets cannot be detected at the tracker's sample rate.
  public init(
    _ tracker: consuming Tracker, object: ResonatorKind? = nil, detectsOnsets: Bool = false,
    detectsStrokes: Bool = false
  ) throws(OnsetDetectorError) {
    self.object = object
    evidence = EvidenceListener(object, sampleRate: tracker.sampleRate)
    onsets = detectsOnsets ? try OnsetDetector(sampleRate: tracker.sampleRate) : nil
    strokes = detectsStrokes ? try StrokeDetector(sampleRate: tracker.sampleRate) : nil
    self.tracker = tracker
  }

  /// Samples per second, in hertz.
  public var sampleRate: Double { tracker.sampleRate }

  /// Appends the next samples of the stream.
  ///
  /// - Parameter block: Mono samples, nominal range -1...1, any count. Samples that are not finite
  ///   count as silence.
  public mutating func append(_ block: Span<Float>) {
    var start = 0
    while start < block.count {
      let count = min(block.count - start, evidence.samplesToNext)
      let piece = block.extracting(start..<start + count)
      let stepEnd = position + Int64(evidence.samplesToStep)
      tracker.append(piece)
      onsets?.append(piece)
      strokes?.append(piece)
      collectOnsets(at: stepEnd)
      position += Int64(count)
      start += count
      if evidence.append(piece) { timeline.append(evidence.evidence, at: position) }
    }
  }

  private mutating func collectOnsets(at position: Int64) {
    while let onset = onsets?.next() { detectedOnsets.append((position, onset.time)) }
    while let stroke = strokes?.next() { detectedStrokes.append(stroke) }
  }

  /// Returns the next observation, or `nil` until more samples arrive.
  public mutating func next() -> TunerObservation? {
    guard let pitch = tracker.next() else { return nil }
    let position = Int64((pitch.time * sampleRate).rounded())
    let evidence = timeline.value(at: position)
    var observation = evidence.observation(of: pitch)
    if object != nil {
      observation.pitch.beginning = nil
      if evidence.strike == nil {
        observation.removePitch()
      } else {
        observation.sound = .strikeNote
      }
    }
    let count = detectedOnsets.prefix { hasFinished || $0.position <= position }.count
    if count > 0 {
      observation.onsets = detectedOnsets.prefix(count).map { $0.time }
      detectedOnsets.removeFirst(count)
    }
    let strokeCount = detectedStrokes.prefix { $0.position <= position }.count
    if strokeCount > 0 {
      observation.strokes = detectedStrokes.prefix(strokeCount).map { $0.time }
      detectedStrokes.removeFirst(strokeCount)
    }
    return observation
  }

  /// Marks missing samples: a spectrum or an onset across the gap is discarded, and a bell is told
  /// again from the sound after it.
  public mutating func interrupt() {
    tracker.interrupt()
    evidence.interrupt()
    onsets?.interrupt()
    strokes?.interrupt()
    timeline.append(evidence.evidence, at: position)
  }

  /// Ends the stream: the observations up to its last sample become available, and no blocks may
  /// follow.
  public mutating func finish() {
    tracker.finish()
    onsets?.finish()
    collectOnsets(at: position)
    hasFinished = true
  }

  /// Changes the level that counts as sound, from the next frame on.
  ///
  /// - Parameter gate: The source of the gate's threshold.
  public mutating func setGate(_ gate: LevelGate.Threshold) { tracker.setGate(gate) }

  /// Returns an observation of a stream that began later.
  public static func delayed(
    _ observation: TunerObservation, by seconds: Double
  ) -> TunerObservation {
    ToneListener<Tracker>.delayed(observation, by: seconds)
  }
}

extension PitchReading {
  /// Replaces the pitch by a strike note, in hertz.
  package mutating func setStrike(_ strike: Double) {
    candidate = PitchCandidate(frequency: strike, periodicity: periodicity)
    isVoiced = isAboveGate
    // No probability was measured for it.
    confidence = isVoiced ? min(0.5, confidence ?? 0.5) : 0
    rangeSide = nil
    beginning = nil
  }
}

extension TunerObservation {
  /// Replaces the pitch by a strike note, which is told by a pattern of partials, not by a period.
  mutating func setStrike(_ strike: Double, sound: TunerSound) {
    pitch.setStrike(strike)
    self.sound = sound
    hasSeveralTones = false  // a bell has several tones, but is one
  }

  /// Removes the pitch: it is not that of the object.
  fileprivate mutating func removePitch() {
    pitch.candidate = nil
    pitch.isVoiced = false
    pitch.confidence = 0
    sound = .tone
    hasSeveralTones = false
  }
}
