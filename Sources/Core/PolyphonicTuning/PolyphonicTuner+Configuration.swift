internal import SignalProcessing

extension PolyphonicTuner {
  /// The assumptions about strings.
  package struct Settings: Sendable, Hashable {
    /// The scatter of partials around the series of a stiff string, in cents.
    package var scatter: Double
    /// The number of partials of a string that weigh as much as the assumed ``scatter``; 0 to use
    /// the assumption only.
    package var scatterDoubt: Double
    /// The smallest distance at which another string's partial is told apart, in bins of the frame.
    package var resolution: Double
    /// A standard error that no single frame shows, in cents: the difference between readings of
    /// the same string from other partials.
    package var modelError: Double

    /// Creates settings; the defaults suit plucked strings.
    ///
    /// - Parameters:
    ///   - scatter: In cents, at least 0.001.
    ///   - resolution: In bins of the frame.
    ///   - modelError: In cents, 0 or more.
    ///   - scatterDoubt: 0 or more.
    package init(
      scatter: Double = 0.5, resolution: Double = 0.8, modelError: Double = 0.6,
      scatterDoubt: Double = 4
    ) {
      self.scatter = max(0.001, scatter)
      self.resolution = resolution
      self.modelError = modelError
      self.scatterDoubt = max(0, scatterDoubt)
    }

    /// The settings for sounds that are stiff strings exactly, such as synthesized ones.
    package static let exact = Settings(
      scatter: 0.001, resolution: 0, modelError: 0, scatterDoubt: 0)
  }
}

/// A configuration that no tuner of several strings can have.
public enum PolyphonicTunerError: Error, Equatable, Sendable {
  /// The sample rate, in hertz, must lie in ``PolyphonicTuner/sampleRates``.
  case sampleRateOutOfRange(Double)
  /// The number of targets must lie in ``PolyphonicTuner/targetCounts``.
  case targetCountOutOfRange(Int)
  /// A target, in hertz, must lie between ``PolyphonicTuner/lowestTarget`` and `limit`, so that
  /// three partials lie below half the sample rate.
  case targetOutOfRange(Double, limit: Double)
}

#if !hasFeature(Embedded)
  extension PolyphonicTunerError: CustomStringConvertible {
    /// One sentence with the offending value and its limit.
    public var description: String {
      switch self {
      case .sampleRateOutOfRange(let rate):
        outOfRange("The sample rate", rate, PolyphonicTuner.sampleRates, "Hz")
      case .targetCountOutOfRange(let count):
        outOfRange("The number of strings", count, PolyphonicTuner.targetCounts)
      case .targetOutOfRange(let target, let limit):
        outOfRange("The pitch of a string", target, PolyphonicTuner.lowestTarget...limit, "Hz")
      }
    }
  }
#endif
