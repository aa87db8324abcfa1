internal import CKammerton
internal import ClassicEstimators
internal import InstrumentTuning
internal import PitchEstimation
internal import SignalProcessing

/// The checked settings of a tracker.
struct TrackerSettings {
  let method: EstimatorMethod
  let sampleRate: Double
  let searchRange: ClosedRange<Double>
  let hop: Double
  let lookahead: Double
  var gate: LevelGate.Threshold

  /// The longest hop, in seconds.
  private static let longestHop = 10.0
  /// The largest number of hops that the path may look ahead, which sets the memory that it needs.
  private static let mostHopsAhead = 10_000.0

  init(_ settings: ktn_tracker_settings) throws(Refusal) {
    method = try Self.method(settings.method)
    sampleRate = try Self.checked(sampleRate: settings.sample_rate)
    searchRange = try Self.searchRange(
      settings.lowest, settings.highest, TunerListening().searchRange(sampleRate: sampleRate))
    hop = settings.hop == 0 ? TunerListening.hopDuration * sampleRate : settings.hop
    try require(hop >= 1 && hop <= Self.longestHop * sampleRate, KTN_HOP_OUT_OF_RANGE)
    lookahead = settings.lookahead
    try require(
      (0...10).contains(lookahead) && lookahead * sampleRate / hop <= Self.mostHopsAhead,
      KTN_LOOKAHEAD_OUT_OF_RANGE)
    gate = try Self.gate(settings.gate, level: settings.gate_level)
  }

  static func checked(sampleRate: Double) throws(Refusal) -> Double {
    try require(
      SearchRange.supportedSampleRates.contains(sampleRate), KTN_SAMPLE_RATE_OUT_OF_RANGE)
    return sampleRate
  }

  /// Returns the range from `lowest` to `highest`, with the bound of `standard` for one that is 0.
  static func searchRange(
    _ lowest: Double, _ highest: Double, _ standard: ClosedRange<Double>
  ) throws(Refusal) -> ClosedRange<Double> {
    let low = lowest == 0 ? standard.lowerBound : lowest
    let high = highest == 0 ? standard.upperBound : highest
    try require(low > 0 && low <= high, KTN_FREQUENCY_OUT_OF_RANGE)
    return low...high
  }

  static func gate(_ gate: Int32, level: Double) throws(Refusal) -> LevelGate.Threshold {
    switch Int(gate) {
    case KTN_GATE_AUTOMATIC: return .automatic
    case KTN_GATE_OFF: return .off
    case KTN_GATE_LEVEL:
      try require((-120...0).contains(level), KTN_LEVEL_OUT_OF_RANGE)
      return .fixed(level)
    default: throw Refusal(KTN_UNKNOWN_CHOICE)
    }
  }

  private static func method(_ name: UnsafePointer<CChar>?) throws(Refusal) -> EstimatorMethod {
    guard let name else { return .best }
    let wanted = utf8(name)
    // Comparing strings would bring the Unicode tables into the library.
    let found = EstimatorMethod.allCases.first { $0.rawValue.utf8.elementsEqual(wanted) }
    guard let found else { throw Refusal(KTN_UNKNOWN_METHOD) }
    return found
  }
}

extension TrackerSettings {
  /// Creates a tracker, as `AnyPitchTracker` does, which the embedded build lacks.
  func tracker() throws(Refusal) -> TrackerBox {
    do throws(EstimatorError) {
      return try make()
    } catch {
      switch error {
      case .invalidSampleRate: throw Refusal(KTN_SAMPLE_RATE_OUT_OF_RANGE)
      case .invalidHop: throw Refusal(KTN_HOP_OUT_OF_RANGE)
      case .invalidLookahead: throw Refusal(KTN_LOOKAHEAD_OUT_OF_RANGE)
      case .frequencyOutOfRange, .invalidThreshold: throw Refusal(KTN_FREQUENCY_OUT_OF_RANGE)
      }
    }
  }

  private func make() throws(EstimatorError) -> TrackerBox {
    switch method {
    case .best:
      let tracker = MultiresolutionTracker(
        try PitchEstimation.TrackerSettings(
          sampleRate: sampleRate, searchRange: searchRange, hopSize: hop, lookahead: lookahead,
          gate: LevelGate(gate)))
      let latency = tracker.latency
      return TrackerBoxOf(consume tracker, latency: latency)
    case .pyin:
      let tracker = try PYIN(
        sampleRate: sampleRate, searchRange: searchRange, hopSize: hop, lookahead: lookahead,
        gate: LevelGate(gate))
      let latency = tracker.latency ?? lookahead
      return TrackerBoxOf(consume tracker, latency: latency)
    case .yin: return try framewise(YIN(sampleRate: sampleRate, searchRange: searchRange))
    case .mpm: return try framewise(MPM(sampleRate: sampleRate, searchRange: searchRange))
    case .autocorrelation:
      return try framewise(Autocorrelation(sampleRate: sampleRate, searchRange: searchRange))
    case .amdf: return try framewise(AMDF(sampleRate: sampleRate, searchRange: searchRange))
    default: return try makeRarer()
    }
  }

  private func makeRarer() throws(EstimatorError) -> TrackerBox {
    switch method {
    case .zeroCrossing:
      try framewise(ZeroCrossing(sampleRate: sampleRate, searchRange: searchRange))
    case .dynamicWavelet:
      try framewise(DynamicWavelet(sampleRate: sampleRate, searchRange: searchRange))
    case .partialHistogram:
      try framewise(PartialHistogram(sampleRate: sampleRate, searchRange: searchRange))
    case .swipe: try framewise(SWIPE(sampleRate: sampleRate, searchRange: searchRange))
    case .harmonicProduct:
      try framewise(HarmonicProductSpectrum(sampleRate: sampleRate, searchRange: searchRange))
    case .subharmonicSummation:
      try framewise(SubharmonicSummation(sampleRate: sampleRate, searchRange: searchRange))
    default:
      try framewise(
        SpectralPeak(
          sampleRate: sampleRate, searchRange: searchRange,
          interpolation: method.peakInterpolation ?? .logQuadratic))
    }
  }

  // A tracker that is moved needs no code that copies it.
  private func framewise(
    _ estimator: consuming some PitchEstimator
  ) throws(EstimatorError) -> TrackerBox {
    let tracker = try PitchTracker(
      estimator, sampleRate: sampleRate, hopSize: hop, gate: LevelGate(gate))
    let latency = tracker.latency
    return TrackerBoxOf(consume tracker, latency: latency)
  }
}
