/// The name of an estimator, as a user chooses it.
public enum EstimatorMethod: String, CaseIterable, Sendable, Hashable {
  /// ``YIN``.
  case yin
  /// ``MPM``, the McLeod pitch method.
  case mpm
}

/// An estimator that is chosen by name when the program runs.
public struct NamedEstimator: PitchEstimator {
  /// The method that estimates.
  public let method: EstimatorMethod
  // One of the two is there. Optionals rather than an enumeration: a method that is mutated inside
  // an enumeration's case would have to be copied out and in again, workspace and all.
  private var yin: YIN?
  private var mpm: MPM?

  /// Creates the estimator of a method, with its default thresholds.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - sampleRate: Samples per second, in 8000...192000 Hz.
  ///   - searchRange: Frequencies to consider, in hertz.
  /// - Throws: ``EstimatorError`` if a parameter is out of its range.
  public init(
    _ method: EstimatorMethod, sampleRate: Double, searchRange: ClosedRange<Double>
  ) throws(EstimatorError) {
    self.method = method
    switch method {
    case .yin: yin = try YIN(sampleRate: sampleRate, searchRange: searchRange)
    case .mpm: mpm = try MPM(sampleRate: sampleRate, searchRange: searchRange)
    }
  }

  /// The number of samples in every frame.
  public var frameSize: Int { yin?.frameSize ?? mpm?.frameSize ?? 1 }

  /// The sample of the frame that an estimate belongs to in time.
  public var frameCenter: Int { yin?.frameCenter ?? mpm?.frameCenter ?? 0 }

  /// The least periodicity of a voiced frame.
  public var voicingThreshold: Double { yin?.voicingThreshold ?? mpm?.voicingThreshold ?? 0 }

  /// The candidate of the chosen method, or `nil` if the frame is unvoiced.
  public mutating func estimate(_ frame: Span<Float>) -> PitchCandidate? {
    switch method {
    case .yin: yin?.estimate(frame)
    case .mpm: mpm?.estimate(frame)
    }
  }

  /// The candidate of the chosen method, of any periodicity.
  public mutating func bestCandidate(_ frame: Span<Float>) -> PitchCandidate? {
    switch method {
    case .yin: yin?.bestCandidate(frame)
    case .mpm: mpm?.bestCandidate(frame)
    }
  }
}
