internal import CKammerton
internal import PitchEstimation
internal import SignalProcessing

extension TrackerSettings {
  /// A tracker at the start of a stream, as `AnyPitchTracker` makes it, which the embedded build lacks.
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

  // What is moved needs no code that copies it.
  private func framewise(
    _ estimator: consuming some PitchEstimator
  ) throws(EstimatorError) -> TrackerBox {
    let tracker = try PitchTracker(
      estimator, sampleRate: sampleRate, hopSize: hop, gate: LevelGate(gate))
    let latency = tracker.latency
    return TrackerBoxOf(consume tracker, latency: latency)
  }
}
