/// What a ``PitchTracker`` found in one frame.
public struct PitchReading: Sendable, Hashable {
  /// The moment that the reading belongs to, in seconds since the first sample.
  public var time: Double
  /// The most likely candidate, voiced or not; `nil` if there is none, as in silence.
  public var candidate: PitchCandidate?
  /// Whether a pitch exists: the gate is open and the periodicity is high enough.
  public var isVoiced: Bool
  /// The root-mean-square level around the reading, in dBFS; -infinity for digital silence.
  public var level: Double
  /// The level below which the gate closes, in dBFS; -infinity without a gate.
  public var gateThreshold: Double

  /// Creates a reading.
  ///
  /// - Parameters:
  ///   - time: Seconds since the first sample.
  ///   - candidate: The most likely candidate, voiced or not.
  ///   - isVoiced: Whether a pitch exists.
  ///   - level: The root-mean-square level, in dBFS.
  ///   - gateThreshold: The level below which the gate closes, in dBFS.
  public init(
    time: Double, candidate: PitchCandidate?, isVoiced: Bool, level: Double,
    gateThreshold: Double = -.infinity
  ) {
    self.time = time
    self.candidate = candidate
    self.isVoiced = isVoiced
    self.level = level
    self.gateThreshold = gateThreshold
  }

  /// The fundamental frequency, in hertz, or `nil` if the frame is unvoiced.
  public var frequency: Double? { isVoiced ? candidate?.frequency : nil }

  /// How exactly the frame repeats, in 0...1; 0 without a candidate.
  public var periodicity: Double { candidate?.periodicity ?? 0 }

  /// Whether the level has passed the gate.
  public var isAboveGate: Bool { level >= gateThreshold }
}
