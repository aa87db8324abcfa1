import AudioDevices
package import LiveAudio
import Metronome
import Synchronization

/// A source that tells when its samples arrived, on the computer's clock.
///
/// A sample counts as arrived when the program has it; how much later that is than the sound in the
/// room is part of the latency that `kammerton calibrate --latency` measures. As with ``SoundTime``,
/// a line through many blocks removes the jitter of their arrival.
package final class TimestampedSource: AudioSource {
  private struct State {
    var clock: FrameClock?
    var sampleRate = 1.0
    /// Samples since the device was opened, with those that are missing.
    var count: Int64 = 0
    /// The duration of the sound before the device was opened, in seconds: readings count on.
    var start = 0.0

    mutating func begin(sampleRate: Double) {
      start += Double(count) / self.sampleRate
      (clock, self.sampleRate, count) = (FrameClock(sampleRate: sampleRate), sampleRate, 0)
    }
  }

  private let source: any AudioSource
  private let now: @Sendable () -> Int64
  private let state = Mutex(State())

  /// - Parameters:
  ///   - source: The source, such as a microphone. It must be live: a file has no time.
  ///   - now: The time, in nanoseconds.
  package init(_ source: any AudioSource, now: @escaping @Sendable () -> Int64 = steadyTime) {
    (self.source, self.now) = (source, now)
  }

  /// Starts recording, or joins the session that already runs.
  package func start() -> AudioSourceEvents {
    source.start().map { [self] event in
      take(event)
      return event
    }
  }

  /// Stops recording, and returns when the device is free.
  package func stop() async { await source.stop() }

  /// Returns when a part of the sound arrived, or will arrive.
  ///
  /// - Parameter second: Seconds of sound since the start, as the readings of `Live` count them.
  /// - Returns: Nanoseconds on the computer's clock; `nil` while too little is known, and for sound
  ///   before the device was opened for the last time.
  package func time(ofSecond second: Double) -> Int64? {
    state.withLock { state in
      let frame = (second - state.start) * state.sampleRate
      guard frame >= 0, frame < 1e15 else { return nil }
      guard let whole = state.clock?.time(of: Int64(frame)) else { return nil }
      let rest = (frame - frame.rounded(.down)) / state.sampleRate
      return whole + Int64(rest * 1e9)
    }
  }

  /// Returns which part of the sound arrived at a moment, or will arrive: the inverse of
  /// ``time(ofSecond:)``.
  package func second(at time: Int64) -> Double? {
    state.withLock { state in
      guard let frame = state.clock?.frame(at: time), frame >= 0 else { return nil }
      return state.start + frame / state.sampleRate
    }
  }

  private func take(_ event: AudioSourceEvent) {
    let time = now()
    state.withLock { state in
      switch event {
      case .started(_, let sampleRate): state.begin(sampleRate: sampleRate)
      case .block(let block):
        state.count += Int64(block.count)
        state.clock?.report(frame: state.count, at: time)
      case .dropped(let count, _): state.count += Int64(count)
      case .lost, .retrying, .resumed, .ended: break
      }
    }
  }
}
