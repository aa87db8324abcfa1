public import PitchEstimation
public import SignalProcessing

/// A tracker that also stores the newest sound in a ``SoundHistory``.
public struct HistoryTracker<Base: PitchTracking>: PitchTracking {
  private var base: Base
  private let history: SoundHistory

  /// Wraps a tracker, at the start of its stream.
  ///
  /// - Parameters:
  ///   - base: The wrapped tracker.
  ///   - history: Receives each block before the tracker. Its old content is discarded.
  public init(_ base: Base, history: SoundHistory) {
    self.base = base
    self.history = history
    history.start(sampleRate: base.sampleRate)
  }

  /// Samples per second, in hertz.
  public var sampleRate: Double { base.sampleRate }

  /// The number of samples that were not finite and were treated as silence.
  public var rejectedSampleCount: Int { base.rejectedSampleCount }

  /// Appends the next samples of the stream, to the history first.
  public mutating func append(_ block: Span<Float>) {
    history.append(block)
    base.append(block)
  }

  /// Returns the next reading, or `nil` until more samples arrive.
  public mutating func next() -> PitchReading? { base.next() }

  /// Ends the stream: the readings up to its last sample become available.
  public mutating func finish() { base.finish() }

  /// Changes the level that counts as sound, from the next frame on.
  @discardableResult
  public mutating func setGate(_ gate: LevelGate.Threshold) -> Bool { base.setGate(gate) }
}
