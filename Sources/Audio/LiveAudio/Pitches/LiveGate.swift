package import PitchEstimation
package import SignalProcessing
import Synchronization

/// A gate that any task or thread can set while a ``GatedTracker`` runs.
package final class LiveGate: Sendable {
  private let state: Mutex<LevelGate.Threshold>

  /// Creates a gate.
  ///
  /// - Parameter threshold: Level that counts as sound. Adaptive by default.
  package init(_ threshold: LevelGate.Threshold = .automatic) {
    state = Mutex(threshold)
  }

  /// The level that counts as sound; a change applies from the next block on.
  package var threshold: LevelGate.Threshold {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}

/// A tracker whose gate is set from outside, through a ``LiveGate``.
package struct GatedTracker<Base: PitchTracking>: PitchTracking {
  private var base: Base
  private let gate: LiveGate
  private var threshold: LevelGate.Threshold

  /// Wraps a tracker, which gets the gate's threshold.
  ///
  /// - Parameters:
  ///   - base: The wrapped tracker.
  ///   - gate: The level that counts as sound, read before each block.
  package init(_ base: Base, gate: LiveGate) {
    self.base = base
    self.gate = gate
    threshold = gate.threshold
    self.base.setGate(threshold)
  }

  /// Samples per second, in hertz.
  package var sampleRate: Double { base.sampleRate }

  /// The number of samples that were not finite and were treated as silence.
  package var rejectedSampleCount: Int { base.rejectedSampleCount }

  /// Appends the next samples of the stream, with the current threshold of the gate.
  package mutating func append(_ block: Span<Float>) {
    let wanted = gate.threshold
    if wanted != threshold {
      threshold = wanted
      base.setGate(wanted)
    }
    base.append(block)
  }

  /// Returns the next reading, or `nil` until more samples arrive.
  package mutating func next() -> PitchReading? { base.next() }

  /// Ends the stream: the readings up to its last sample become available.
  package mutating func finish() { base.finish() }

  /// Changes the level that counts as sound, for all trackers of the gate.
  @discardableResult
  package mutating func setGate(_ gate: LevelGate.Threshold) -> Bool {
    self.gate.threshold = gate
    threshold = gate
    return base.setGate(gate)
  }
}
