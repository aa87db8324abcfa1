package import PitchEstimation
package import SignalProcessing
import Synchronization

/// The newest sound of a running ``LivePitches``, for views that are drawn at any time.
///
/// A ``HistoryTracker`` fills it in the task of the tracker, never on the thread of the audio
/// device. Any task or thread can take snapshots in the meantime.
///
/// ```swift
/// let history = SoundHistory(duration: 0.5)
/// let pitches = LivePitches(source: MicrophoneSource()) { sampleRate in
///   let tracker = try AnyPitchTracker(
///     .best, sampleRate: sampleRate, searchRange: 60...1500, hopSize: sampleRate / 100)
///   return HistoryTracker(tracker, history: history)
/// }
/// ```
package final class SoundHistory: Sendable {
  /// The newest samples at one moment.
  package struct Snapshot: Sendable, Equatable {
    /// Mono samples, the newest last; 0 where no sound has arrived yet.
    package let samples: [Float]
    /// The position in the stream of the sample after the newest one. It starts again from 0 when a
    /// lost device is back.
    package let endIndex: Int64
    /// Samples per second, in hertz; `nil` before any sound arrives.
    package let sampleRate: Double?
  }

  private struct State {
    var samples = SampleHistory(capacity: 1)
    var sampleRate: Double?
  }

  /// The amount of sound that is stored, in seconds.
  package let duration: Double
  private let state = Mutex(State())

  /// Creates an empty history.
  ///
  /// - Parameter duration: The amount of sound to store, in seconds, above 0 and at most 60.
  package init(duration: Double = 0.5) {
    precondition(duration > 0 && duration <= 60, "duration must be above 0 s and at most 60 s")
    self.duration = duration
  }

  /// Copies the newest samples.
  ///
  /// - Parameter count: The number of samples, 0 or more.
  /// - Returns: `count` samples, with their position and sample rate.
  package func snapshot(count: Int) -> Snapshot {
    var samples = [Float](repeating: 0, count: count)
    let (endIndex, sampleRate) = state.withLock { state in
      var span = samples.mutableSpan
      state.samples.copyNewest(into: &span)
      return (state.samples.endIndex, state.sampleRate)
    }
    return Snapshot(samples: samples, endIndex: endIndex, sampleRate: sampleRate)
  }

  /// Begins a stream, and discards the samples of the last one.
  func start(sampleRate: Double) {
    let empty = SampleHistory(capacity: max(1, Int((duration * sampleRate).rounded(.up))))
    state.withLock { $0 = State(samples: empty, sampleRate: sampleRate) }
  }

  func append(_ block: Span<Float>) {
    state.withLock { $0.samples.append(block) }
  }
}

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
