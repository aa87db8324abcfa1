// The trackers are chosen when the program runs: embedded Swift has no existential types.
#if !hasFeature(Embedded)
  internal import SignalProcessing

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
  public struct PitchComparison: Sendable {
    private var trackers: [AnyPitchTracker]
    /// The readings of each tracker that no row has used yet.
    private var waiting: [[PitchReading]]
    /// The number of readings of each in `waiting` that rows have used.
    private var takenCount = 0

    /// Creates a comparison at the start of a stream.
    ///
    /// - Parameter trackers: At least one, all with the same sample rate and hop.
    /// - Precondition: `trackers` is not empty.
    public init(_ trackers: [AnyPitchTracker]) {
      precondition(!trackers.isEmpty, "trackers must not be empty")
      self.trackers = trackers
      waiting = Array(repeating: [], count: trackers.count)
    }

    /// The number of samples that were not finite and were treated as silence.
    public var rejectedSampleCount: Int { trackers[0].rejectedSampleCount }

    /// Appends the next samples of the stream.
    ///
    /// - Parameter block: Mono samples, nominal range -1...1, any count.
    public mutating func append(_ block: Span<Float>) {
      for index in trackers.indices { trackers[index].append(block) }
      collect()
    }

    /// Appends the next samples of the stream, in an array.
    ///
    /// - Parameter block: Mono samples, nominal range -1...1, any count.
    public mutating func append(_ block: [Float]) { append(block.span) }

    /// Returns the next row, or `nil` until more samples arrive.
    ///
    /// - Returns: One reading per tracker, in their order, all of the same moment.
    public mutating func next() -> [PitchReading]? {
      guard waiting.allSatisfy({ $0.count > takenCount }) else {
        for index in waiting.indices { waiting[index].removeFirst(takenCount) }
        takenCount = 0
        return nil
      }
      defer { takenCount += 1 }
      return waiting.map { $0[takenCount] }
    }

    /// Ends the stream: the rows up to its last sample become available, and no block may follow.
    public mutating func finish() {
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
