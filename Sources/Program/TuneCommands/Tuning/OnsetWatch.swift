import OnsetDetection
import PitchEstimation
import SignalProcessing
import Synchronization

/// The onsets that an ``OnsetTracker`` has detected, for the task that shows readings.
final class OnsetWatch: Sendable {
  private let times = Mutex<[Double]>([])

  /// Returns the onsets since the last call, in seconds from the first sample of the tracker.
  func take() -> [Double] {
    times.withLock { times in
      defer { times = [] }
      return times
    }
  }

  /// Adds an onset, in seconds from the first sample of the tracker.
  func add(_ time: Double) { times.withLock { $0.append(time) } }
}

/// A tracker that also detects onsets, if somebody watches. Its readings are those of its base.
struct OnsetTracker<Base: PitchTracking>: PitchTracking {
  private var base: Base
  private var detector: OnsetDetector?
  private let watch: OnsetWatch?

  init(_ base: Base, watch: OnsetWatch?) throws {
    self.base = base
    self.watch = watch
    if watch != nil { detector = try OnsetDetector(sampleRate: base.sampleRate) }
    _ = watch?.take()  // of a device that was lost
  }

  var sampleRate: Double { base.sampleRate }
  var rejectedSampleCount: Int { base.rejectedSampleCount }

  mutating func append(_ block: Span<Float>) {
    detector?.append(block)
    passOn()
    base.append(block)
  }

  private mutating func passOn() {
    while let onset = detector?.next() { watch?.add(onset.time) }
  }

  mutating func next() -> PitchReading? { base.next() }

  mutating func interrupt() {
    detector?.interrupt()
    base.interrupt()
  }

  mutating func finish() {
    detector?.finish()
    passOn()
    base.finish()
  }

  @discardableResult
  mutating func setGate(_ gate: LevelGate.Threshold) -> Bool { base.setGate(gate) }
}
