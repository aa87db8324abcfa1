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

  /// Does nothing: in the silence that replaces missing samples, a tracker finds no pitch.
  public mutating func interrupt() {}

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
  /// confidence of 0.8, four in five are right. 0 if the reading is unvoiced; `nil` if the tracker
  /// cannot tell. Only ``MultiresolutionTracker`` with its learned scorer can. It was adjusted on
  /// training sounds; `docs/benchmarks.md` compares it with labelled recordings.
  public var confidence: Double?
  /// The side of the search range on which nearly all of the sound lies, so that it has no pitch
  /// within it; `nil` if it does not, and if the tracker cannot tell. Only
  /// ``MultiresolutionTracker`` can.
  public var rangeSide: RangeSide?

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
