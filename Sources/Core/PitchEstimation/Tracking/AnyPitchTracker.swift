// Embedded Swift has no existential types; a program there chooses its tracker when it is built.
#if !hasFeature(Embedded)
  public import SignalProcessing

  /// A tracker that is chosen by name when the program runs.
  public struct AnyPitchTracker: PitchTracking {
    private var base: any PitchTracking

    /// Wraps a tracker.
    ///
    /// - Parameter base: The tracker that does the work.
    public init(_ base: some PitchTracking) {
      self.base = base
    }

    /// Creates the tracker of a method, with the method's default settings.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - sampleRate: Samples per second, in 8000...192000 Hz.
    ///   - searchRange: Frequencies to consider, in hertz.
    ///   - hopSize: Number of samples between readings, at least 1; may be fractional.
    ///   - lookahead: The duration of later sound that may influence a reading, in seconds, 0...10.
    ///     Methods that estimate each frame separately need none.
    ///   - gate: Level that counts as sound. Adaptive by default.
    ///   - usesLearnedScorer: Whether ``EstimatorMethod/best`` judges candidates in noise with a
    ///     trained model; see ``MultiresolutionTracker``. The other methods have none.
    /// - Throws: ``EstimatorError`` if a parameter is out of its range.
    public init(
      _ method: EstimatorMethod, sampleRate: Double, searchRange: ClosedRange<Double>,
      hopSize: Double, lookahead: Double = 0.3, gate: LevelGate = LevelGate(),
      usesLearnedScorer: Bool = true
    ) throws(EstimatorError) {
      func framewise(_ estimator: some PitchEstimator) throws(EstimatorError) -> AnyPitchTracker {
        AnyPitchTracker(
          try PitchTracker(estimator, sampleRate: sampleRate, hopSize: hopSize, gate: gate))
      }
      switch method {
      case .best:
        base = try MultiresolutionTracker(
          sampleRate: sampleRate, searchRange: searchRange, hopSize: hopSize,
          lookahead: lookahead, gate: gate, usesLearnedScorer: usesLearnedScorer)
      case .yin:
        self = try framewise(YIN(sampleRate: sampleRate, searchRange: searchRange))
      case .mpm:
        self = try framewise(MPM(sampleRate: sampleRate, searchRange: searchRange))
      case .pyin:
        base = try PYIN(
          sampleRate: sampleRate, searchRange: searchRange, hopSize: hopSize,
          lookahead: lookahead, gate: gate)
      case .autocorrelation:
        self = try framewise(Autocorrelation(sampleRate: sampleRate, searchRange: searchRange))
      case .amdf:
        self = try framewise(AMDF(sampleRate: sampleRate, searchRange: searchRange))
      case .zeroCrossing:
        self = try framewise(ZeroCrossing(sampleRate: sampleRate, searchRange: searchRange))
      case .dynamicWavelet:
        self = try framewise(DynamicWavelet(sampleRate: sampleRate, searchRange: searchRange))
      case .partialHistogram:
        self = try framewise(PartialHistogram(sampleRate: sampleRate, searchRange: searchRange))
      case .swipe:
        self = try framewise(SWIPE(sampleRate: sampleRate, searchRange: searchRange))
      case .harmonicProduct:
        self = try framewise(
          HarmonicProductSpectrum(sampleRate: sampleRate, searchRange: searchRange))
      case .subharmonicSummation:
        self = try framewise(
          SubharmonicSummation(sampleRate: sampleRate, searchRange: searchRange))
      case .maximumBin, .quadratic, .logQuadratic, .barycentric, .jain, .quinnFirst, .quinnSecond:
        self = try framewise(
          SpectralPeak(
            sampleRate: sampleRate, searchRange: searchRange,
            interpolation: method.peakInterpolation ?? .logQuadratic))
      }
    }

    /// Samples per second, in hertz.
    public var sampleRate: Double { base.sampleRate }

    /// The number of samples that were not finite and were treated as silence.
    public var rejectedSampleCount: Int { base.rejectedSampleCount }

    /// Appends the next samples of the stream.
    public mutating func append(_ block: Span<Float>) { base.append(block) }

    /// Returns the next reading, or `nil` until more samples arrive.
    public mutating func next() -> PitchReading? { base.next() }

    /// Ends the stream: the readings up to its last sample become available.
    public mutating func finish() { base.finish() }

    /// Changes the level that counts as sound, from the next frame on.
    @discardableResult
    public mutating func setGate(_ gate: LevelGate.Threshold) -> Bool { base.setGate(gate) }
  }
#endif
