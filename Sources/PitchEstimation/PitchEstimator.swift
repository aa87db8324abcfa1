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

  /// The candidate of ``estimate(_:)``.
  ///
  /// - Parameter frame: Mono samples, nominal range -1...1.
  /// - Returns: The best candidate, or `nil` if the frame is unvoiced.
  public mutating func bestCandidate(_ frame: Span<Float>) -> PitchCandidate? {
    estimate(frame)
  }
}
