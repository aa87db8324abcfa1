package import PitchEstimation
package import SignalProcessing

/// A tracker that also stores the newest sound in a ``SoundHistory``.
package struct HistoryTracker<Base: PitchTracking>: PitchTracking {
  private var base: Base
  private let history: SoundHistory

  /// Wraps a tracker, at the start of its stream.
  ///
  /// - Parameters:
  ///   - base: The wrapped tracker.
  ///   - history: Receives each block before the tracker. Its old content is discarded.
  package init(_ base: Base, history: SoundHistory) {
    self.base = base
    self.history = history
    history.start(sampleRate: base.sampleRate)
  }

  /// Samples per second, in hertz.
  package var sampleRate: Double { base.sampleRate }

  /// The number of samples that were not finite and were treated as silence.
  package var rejectedSampleCount: Int { base.rejectedSampleCount }

  /// Appends the next samples of the stream, to the history first.
  package mutating func append(_ block: Span<Float>) {
    history.append(block)
    base.append(block)
  }

  /// Returns the next reading, or `nil` until more samples arrive.
  package mutating func next() -> PitchReading? { base.next() }

  /// Ends the stream: the readings up to its last sample become available.
  package mutating func finish() { base.finish() }

  /// Changes the level that counts as sound, from the next frame on.
  @discardableResult
  package mutating func setGate(_ gate: LevelGate.Threshold) -> Bool { base.setGate(gate) }
}
