import SignalProcessing

/// One hypothesis for the fundamental frequency of a frame.
public struct PitchCandidate: Sendable, Hashable {
  /// The fundamental frequency, in hertz, greater than zero.
  public var frequency: Double
  /// The exactness of the repetition at this period, in 0...1: 1 − d′ for YIN, clarity for MPM.
  public var periodicity: Double
  /// The stiffness B of the string, judged by the partials: partial k has the frequency k f₀ √(1 +
  /// B k²), and ``frequency`` is that of the first partial. 0 if there is no evidence of stiffness,
  /// or if the method does not measure it.
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
/// Conform your own type to use it in a ``PitchTracker``; it needs only ``frameSize`` and
/// ``estimate(_:)``. An estimator allocates in `init` and never in ``estimate(_:)``, so that it can
/// run on an audio thread.
public protocol PitchEstimator: Sendable {
  /// The number of samples in every frame passed to ``estimate(_:)``.
  var frameSize: Int { get }

  /// The sample of the frame that an estimate belongs to in time, in 0..<``frameSize``.
  /// The middle by default.
  var frameCenter: Int { get }

  /// The lowest periodicity of a voiced frame, in 0...1. 0 by default: every candidate of
  /// ``bestCandidate(_:)`` is voiced.
  var voicingThreshold: Double { get }

  /// Estimates the fundamental frequency of one frame.
  ///
  /// - Parameter frame: Mono samples, nominal range -1...1.
  /// - Returns: The best candidate, or `nil` if the frame is unvoiced.
  /// - Precondition: `frame.count == frameSize`.
  mutating func estimate(_ frame: Span<Float>) -> PitchCandidate?

  /// Returns the most likely candidate of one frame, even if it is too weak to be voiced.
  ///
  /// A ``PitchTracker`` uses it to decide voicing over time. The default is ``estimate(_:)``.
  ///
  /// - Parameter frame: Mono samples, nominal range -1...1.
  /// - Returns: A candidate of any periodicity, or `nil` if there is none, for example in silence.
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

/// An estimator that is created for a ``SearchRange``, and whose candidates are voiced if they
/// reach ``PitchEstimator/voicingThreshold``. All estimators of this package are of this kind.
///
/// Their initialisers have the same parameters: `sampleRate`, in
/// ``SearchRange/supportedSampleRates``; `searchRange`, the frequencies to consider, in hertz,
/// whose lower bound determines the size of a frame; and settings with defaults, which the
/// properties of the same names describe. They throw ``EstimatorError`` if a parameter is out of
/// its range.
public protocol RangedEstimator: PitchEstimator {
  /// The sample rate and frequencies of the estimator.
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

/// A configuration that no estimator can honour.
public enum EstimatorError: Error, Equatable, Sendable {
  /// The sample rate, in hertz, must be in ``SearchRange/supportedSampleRates``.
  case invalidSampleRate(Double)
  /// The search range must be strictly between 0 Hz and `nyquist` Hz, and its lower bound must be
  /// high enough for the method: see ``SearchRange``.
  case frequencyOutOfRange(ClosedRange<Double>, nyquist: Double)
  /// The threshold must be in 0...1.
  case invalidThreshold(Double)
  /// The hop, in samples, must be at least 1.
  case invalidHop(Double)
  /// The look-ahead, in seconds, must be in 0...10.
  case invalidLookahead(Double)

  /// Refuses thresholds outside 0...1.
  package static func check(thresholds: Double...) throws(EstimatorError) {
    for value in thresholds where !(0...1).contains(value) { throw .invalidThreshold(value) }
  }
}

#if !hasFeature(Embedded)
  extension EstimatorError: CustomStringConvertible {
    /// One sentence with the offending value and its limit.
    public var description: String {
      switch self {
      case .invalidSampleRate(let rate):
        "The sample rate must be between 8000 and 192000 Hz, but is \(rate.plainText) Hz."
      case .frequencyOutOfRange(let range, let nyquist):
        """
        The search range \(range.lowerBound.plainText)...\(range.upperBound.plainText) Hz must be \
        between 0 and \(nyquist.plainText) Hz (half the sample rate).
        """
      case .invalidThreshold(let threshold):
        "The threshold must be between 0 and 1, but is \(threshold)."
      case .invalidHop(let hop):
        "The hop must be at least 1 sample, but is \(hop.plainText)."
      case .invalidLookahead(let lookahead):
        "The look-ahead must be between 0 and 10 s, but is \(lookahead.plainText) s."
      }
    }
  }
#endif
