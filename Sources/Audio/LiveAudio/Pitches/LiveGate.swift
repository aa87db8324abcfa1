public import PitchEstimation
public import SignalProcessing
import Synchronization

/// A gate that any task or thread can set while a ``GatedTracker`` runs.
public final class LiveGate: Sendable {
  private let state: Mutex<LevelGate.Threshold>

  /// Creates a gate.
  ///
  /// - Parameter threshold: Level that counts as sound. Adaptive by default.
  public init(_ threshold: LevelGate.Threshold = .automatic) {
    state = Mutex(threshold)
  }

  /// The level that counts as sound; a change applies from the next block on.
  public var threshold: LevelGate.Threshold {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}

/// A tracker whose gate is set from outside, through a ``LiveGate``.
public struct GatedTracker<Base: PitchTracking>: PitchTracking {
  private var base: Base
  private let gate: LiveGate
  private var threshold: LevelGate.Threshold

  /// Wraps a tracker, which gets the gate's threshold.
  ///
  /// - Parameters:
  ///   - base: The wrapped tracker.
  ///   - gate: The level that counts as sound, read before each block.
  public init(_ base: Base, gate: LiveGate) {
    self.base = base
    self.gate = gate
    threshold = gate.threshold
    self.base.setGate(threshold)
  }

  /// Samples per second, in hertz.
  public var sampleRate: Double { base.sampleRate }

  /// The number of samples that were not finite and were treated as silence.
  public var rejectedSampleCount: Int { base.rejectedSampleCount }

  /// Appends the next samples of the stream, with the current threshold of the gate.
  public mutating func append(_ block: Span<Float>) {
    let wanted = gate.threshold
    if wanted != threshold {
      threshold = wanted
      base.setGate(wanted)
    }
    base.append(block)
  }

  /// Returns the next reading, or `nil` until more samples arrive.
  public mutating func next() -> PitchReading? { base.next() }

  /// Ends the stream: the readings up to its last sample become available.
  public mutating func finish() { base.finish() }

  /// Changes the level that counts as sound, for all trackers of the gate.
  @discardableResult
  public mutating func setGate(_ gate: LevelGate.Threshold) -> Bool {
    self.gate.threshold = gate
    threshold = gate
    return base.setGate(gate)
  }
}
