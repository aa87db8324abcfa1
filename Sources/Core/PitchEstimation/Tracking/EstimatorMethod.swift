internal import SignalProcessing

/// A method that finds pitch, with the name under which a user chooses it.
///
/// This module has the four that follow the state of the art. The module `ClassicEstimators` adds
/// the historic ones, and lists all.
public struct EstimatorMethod: Sendable {
  /// The name, in lower case, such as `best`.
  public let rawValue: String
  // Embedded Swift has no existential types; a program there chooses its tracker when it is built.
  #if !hasFeature(Embedded)
    let makeTracker: @Sendable (Settings) throws(EstimatorError) -> AnyPitchTracker
  #endif

  /// The settings of a tracker of any method: the parameters of ``AnyPitchTracker``.
  struct Settings {
    let sampleRate: Double
    let searchRange: ClosedRange<Double>
    let hopSize: Double
    let lookahead: Double
    let gate: LevelGate
    let usesLearnedScorer: Bool
  }

  /// Creates a method.
  ///
  /// - Parameters:
  ///   - rawValue: The name, in lower case, which no other method has.
  ///   - tracker: Creates a tracker.
  init(
    _ rawValue: String,
    tracker: @escaping @Sendable (Settings) throws(EstimatorError) -> some PitchTracking
  ) {
    self.rawValue = rawValue
    #if !hasFeature(Embedded)
      makeTracker = { settings throws(EstimatorError) in AnyPitchTracker(try tracker(settings)) }
    #endif
  }

  /// Creates a method that estimates each frame separately.
  ///
  /// - Parameters:
  ///   - rawValue: The name, in lower case, which no other method has.
  ///   - estimator: Creates an estimator.
  package init(
    _ rawValue: String,
    estimator:
      @escaping @Sendable (
        _ sampleRate: Double, _ searchRange: ClosedRange<Double>
      ) throws(EstimatorError) -> some PitchEstimator
  ) {
    self.init(rawValue) { settings throws(EstimatorError) in
      try PitchTracker(
        estimator(settings.sampleRate, settings.searchRange), sampleRate: settings.sampleRate,
        hopSize: settings.hopSize, gate: settings.gate)
    }
  }
}

extension EstimatorMethod {
  /// ``MultiresolutionTracker``: the default.
  public static let best = EstimatorMethod("best") { settings throws(EstimatorError) in
    try MultiresolutionTracker(
      sampleRate: settings.sampleRate, searchRange: settings.searchRange,
      hopSize: settings.hopSize, lookahead: settings.lookahead, gate: settings.gate,
      usesLearnedScorer: settings.usesLearnedScorer)
  }
  /// ``YIN``.
  public static let yin = EstimatorMethod("yin") { rate, range throws(EstimatorError) in
    try YIN(sampleRate: rate, searchRange: range)
  }
  /// ``PYIN``: YIN's candidates for many thresholds, and the best path through them.
  public static let pyin = EstimatorMethod("pyin") { settings throws(EstimatorError) in
    try PYIN(
      sampleRate: settings.sampleRate, searchRange: settings.searchRange,
      hopSize: settings.hopSize, lookahead: settings.lookahead, gate: settings.gate)
  }
  /// ``MPM``, the McLeod pitch method.
  public static let mpm = EstimatorMethod("mpm") { rate, range throws(EstimatorError) in
    try MPM(sampleRate: rate, searchRange: range)
  }
}

// Comparing strings would bring the Unicode tables into an embedded program.
extension EstimatorMethod: Hashable {
  /// Compares the names.
  public static func == (left: EstimatorMethod, right: EstimatorMethod) -> Bool {
    left.rawValue.utf8.elementsEqual(right.rawValue.utf8)
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) {
    for byte in rawValue.utf8 { hasher.combine(byte) }
  }
}

#if !hasFeature(Embedded)
  extension EstimatorMethod: CustomStringConvertible {
    /// The name.
    public var description: String { rawValue }
  }
#endif
