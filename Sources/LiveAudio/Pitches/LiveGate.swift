public import PitchEstimation
public import SignalProcessing
import Synchronization

/// A gate that any task or thread may set while a ``GatedTracker`` runs.
public final class LiveGate: Sendable {
  private let state: Mutex<LevelGate.Threshold>

  /// Creates a gate.
  ///
  /// - Parameter threshold: What level counts as sound. Adaptive by default.
  public init(_ threshold: LevelGate.Threshold = .automatic) {
    state = Mutex(threshold)
  }

  /// What level counts as sound; a change counts from the next block on.
  public var threshold: LevelGate.Threshold {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}

/// A tracker whose gate is set from outside, by a ``LiveGate``.
public struct GatedTracker<Base: PitchTracking>: PitchTracking {
  private var base: Base
  private let gate: LiveGate
  private var threshold: LevelGate.Threshold

  /// Wraps a tracker, which gets the gate's threshold.
  ///
  /// - Parameters:
  ///   - base: The tracker that does the work.
  ///   - gate: What level counts as sound, read before each block.
  public init(_ base: Base, gate: LiveGate) {
    self.base = base
    self.gate = gate
    threshold = gate.threshold
    self.base.setGate(threshold)
  }

  /// Samples per second, in hertz.
  public var sampleRate: Double { base.sampleRate }

  /// How many samples were not finite, and were treated as silence.
  public var rejectedSampleCount: Int { base.rejectedSampleCount }

  /// Appends the next samples of the stream, under the threshold that the gate has now.
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

  /// Changes what level counts as sound, for all trackers of the gate.
  @discardableResult
  public mutating func setGate(_ gate: LevelGate.Threshold) -> Bool {
    self.gate.threshold = gate
    threshold = gate
    return base.setGate(gate)
  }
}
