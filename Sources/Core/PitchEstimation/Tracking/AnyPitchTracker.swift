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
      self = try method.makeTracker(
        EstimatorMethod.Settings(
          sampleRate: sampleRate, searchRange: searchRange, hopSize: hopSize, lookahead: lookahead,
          gate: gate, usesLearnedScorer: usesLearnedScorer))
    }

    /// Samples per second, in hertz.
    public var sampleRate: Double { base.sampleRate }

    /// The number of samples that were not finite and were treated as silence.
    public var rejectedSampleCount: Int { base.rejectedSampleCount }

    /// Appends the next samples of the stream.
    public mutating func append(_ block: Span<Float>) { base.append(block) }

    /// Returns the next reading, or `nil` until more samples arrive.
    public mutating func next() -> PitchReading? { base.next() }

    /// Marks missing samples.
    public mutating func interrupt() { base.interrupt() }

    /// Ends the stream: the readings up to its last sample become available.
    public mutating func finish() { base.finish() }

    /// Changes the level that counts as sound, from the next frame on.
    @discardableResult
    public mutating func setGate(_ gate: LevelGate.Threshold) -> Bool { base.setGate(gate) }
  }

  /// Several trackers over one stream, whose readings come out side by side.
  ///
  /// ```swift
  /// var comparison = try PitchComparison(
  ///   [EstimatorMethod.best, .yin].map { method in
  ///     try AnyPitchTracker(method, sampleRate: 48_000, searchRange: 40...2000, hopSize: 480)
  ///   })
  /// ```
  ///
  /// A row waits for the tracker that decides last; the readings of the others are kept until then.
  package struct PitchComparison: Sendable {
    private var trackers: [AnyPitchTracker]
    /// The readings of each tracker that no row has used yet.
    private var waiting: [[PitchReading]]
    /// The number of readings of each in `waiting` that rows have used.
    private var takenCount = 0

    /// Creates a comparison at the start of a stream.
    ///
    /// - Parameter trackers: At least one, all with the same sample rate and hop.
    /// - Precondition: `trackers` is not empty.
    package init(_ trackers: [AnyPitchTracker]) {
      precondition(!trackers.isEmpty, "trackers must not be empty")
      self.trackers = trackers
      waiting = Array(repeating: [], count: trackers.count)
    }

    /// The number of samples that were not finite and were treated as silence.
    package var rejectedSampleCount: Int { trackers[0].rejectedSampleCount }

    /// Appends the next samples of the stream.
    ///
    /// - Parameter block: Mono samples, nominal range -1...1, any count.
    package mutating func append(_ block: Span<Float>) {
      for index in trackers.indices { trackers[index].append(block) }
      collect()
    }

    /// Appends the next samples of the stream, in an array.
    ///
    /// - Parameter block: Mono samples, nominal range -1...1, any count.
    package mutating func append(_ block: [Float]) { append(block.span) }

    /// Returns the next row, or `nil` until more samples arrive.
    ///
    /// - Returns: One reading per tracker, in their order, all of the same moment.
    package mutating func next() -> [PitchReading]? {
      guard waiting.allSatisfy({ $0.count > takenCount }) else {
        for index in waiting.indices { waiting[index].removeFirst(takenCount) }
        takenCount = 0
        return nil
      }
      defer { takenCount += 1 }
      return waiting.map { $0[takenCount] }
    }

    /// Ends the stream: the rows up to its last sample become available, and no block may follow.
    package mutating func finish() {
      for index in trackers.indices { trackers[index].finish() }
      collect()
    }

    private mutating func collect() {
      for index in trackers.indices {
        while let reading = trackers[index].next() { waiting[index].append(reading) }
      }
    }
  }
#endif
