/// One hypothesis for the fundamental frequency of a frame.
public struct PitchCandidate: Sendable, Hashable {
  /// The fundamental frequency, in hertz, greater than zero.
  public var frequency: Double
  /// How exactly the frame repeats at that period, in 0...1: 1 − d′ for YIN, clarity for MPM.
  public var periodicity: Double
  /// How stiff the string is, as far as the partials tell: partial k lies at
  /// k f₀ √(1 + B k²) for the B given here, and ``frequency`` is that of the first one. 0 if there
  /// is no evidence of any, or if the method does not measure it.
  public var inharmonicity: Double

  /// Creates a candidate of these properties.
  public init(frequency: Double, periodicity: Double, inharmonicity: Double = 0) {
    self.frequency = frequency
    self.periodicity = periodicity
    self.inharmonicity = inharmonicity
  }
}

/// A method that estimates the fundamental frequency of one frame at a time.
///
/// Conform a type of your own to use it in a ``PitchTracker``: only ``frameSize`` and
/// ``estimate(_:)`` are needed. An estimator allocates in `init` and never in ``estimate(_:)``, so
/// that it may run on an audio thread.
public protocol PitchEstimator: Sendable {
  /// The number of samples in every frame passed to ``estimate(_:)``.
  var frameSize: Int { get }

  /// The sample of the frame that an estimate belongs to in time, in 0..<``frameSize``.
  /// The middle by default.
  var frameCenter: Int { get }

  /// The least periodicity of a voiced frame, in 0...1. 0 by default: what
  /// ``bestCandidate(_:)`` returns is voiced.
  var voicingThreshold: Double { get }

  /// Estimates the fundamental frequency of one frame.
  ///
  /// - Parameter frame: Mono samples, nominal range -1...1.
  /// - Returns: The best candidate, or `nil` if the frame is unvoiced.
  /// - Precondition: `frame.count == frameSize`.
  mutating func estimate(_ frame: Span<Float>) -> PitchCandidate?

  /// Returns the most likely candidate of one frame, also when it is too weak to call voiced.
  ///
  /// A ``PitchTracker`` decides voicing over time from this. The default is ``estimate(_:)``.
  ///
  /// - Parameter frame: Mono samples, nominal range -1...1.
  /// - Returns: A candidate of any periodicity, or `nil` if there is none, as in silence.
  /// - Precondition: `frame.count == frameSize`.
  mutating func bestCandidate(_ frame: Span<Float>) -> PitchCandidate?
}

extension PitchEstimator {
  /// The middle of the frame.
  public var frameCenter: Int { frameSize / 2 }

  /// 0: every candidate is voiced.
  public var voicingThreshold: Double { 0 }

  /// The candidate of ``PitchEstimator/estimate(_:)``.
  ///
  /// - Parameter frame: Mono samples, nominal range -1...1.
  /// - Returns: The best candidate, or `nil` if the frame is unvoiced.
  public mutating func bestCandidate(_ frame: Span<Float>) -> PitchCandidate? {
    estimate(frame)
  }

  /// Estimates the fundamental frequency of one frame, in an array.
  ///
  /// - Parameter frame: ``frameSize`` mono samples, nominal range -1...1.
  /// - Returns: The best candidate, or `nil` if the frame is unvoiced.
  public mutating func estimate(_ frame: [Float]) -> PitchCandidate? { estimate(frame.span) }
}

/// An estimator that is made for a ``SearchRange``, and whose candidates are voiced from
/// ``PitchEstimator/voicingThreshold`` on: all those of this package.
///
/// What their initialisers take, they share: `sampleRate`, in ``SearchRange/supportedSampleRates``;
/// `searchRange`, the frequencies to consider, in hertz, of which the lower bound sets the size of a
/// frame; and settings with a default, which the properties of the same names describe. They throw
/// ``EstimatorError`` if one of these is out of its range.
public protocol RangedEstimator: PitchEstimator {
  /// What the estimator was made for.
  var range: SearchRange { get }
}

extension RangedEstimator {
  /// Samples per second, in hertz.
  public var sampleRate: Double { range.sampleRate }

  /// Frequencies that are considered, in hertz.
  public var searchRange: ClosedRange<Double> { range.frequencies }

  /// The candidate of ``PitchEstimator/bestCandidate(_:)``, if its periodicity reaches
  /// ``PitchEstimator/voicingThreshold``.
  ///
  /// - Parameter frame: Mono samples, nominal range -1...1.
  /// - Returns: The best candidate, or `nil` if the frame is unvoiced.
  public mutating func estimate(_ frame: Span<Float>) -> PitchCandidate? {
    guard let candidate = bestCandidate(frame), candidate.periodicity >= voicingThreshold else {
      return nil
    }
    return candidate
  }
}
