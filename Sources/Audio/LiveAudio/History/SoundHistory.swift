internal import SignalProcessing
import Synchronization

/// The newest sound of a source, for views that are drawn at any time.
///
/// An ``ObservedSource`` fills it in the task of the analysis, never on the thread of the audio
/// device. Any task or thread can take snapshots in the meantime.
///
/// ```swift
/// let history = SoundHistory(duration: 0.5)
/// let source = ObservedSource(MicrophoneSource()) { history.process($0) }
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

  /// Processes an event of the source: a start discards the sound of the last device, and silence
  /// replaces samples that are missing.
  package func process(_ event: AudioSourceEvent) {
    switch event {
    case .started(_, let sampleRate): start(sampleRate: sampleRate)
    case .block(let block): append(block.span)
    case .dropped(let count, _):
      var left = count
      while left > 0 {
        append([Float](repeating: 0, count: min(left, 4096)).span)
        left -= 4096
      }
    case .lost, .retrying, .resumed, .ended: break
    }
  }

  private func start(sampleRate: Double) {
    let empty = SampleHistory(capacity: max(1, Int((duration * sampleRate).rounded(.up))))
    state.withLock { $0 = State(samples: empty, sampleRate: sampleRate) }
  }

  private func append(_ block: Span<Float>) {
    state.withLock { $0.samples.append(block) }
  }
}
