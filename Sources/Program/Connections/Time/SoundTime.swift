import AudioDevices
package import LiveAudio
import Metronome
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The times at which the samples of a playing sound are heard, on the computer's clock.
///
/// A sample counts as heard when it leaves the program for the sound system, unless a loudspeaker
/// is to sound on the beat of others. What the sound system, the loudspeaker, the air and the
/// microphone add until a ``TimestampedSource`` has it back is the latency that `kammerton calibrate
/// --latency` measures.
package final class SoundTime: Sendable {
  /// The moment that counts as the one at which a sample is heard.
  enum Moment: Sendable, Hashable {
    /// The moment at which it leaves the program for the sound system.
    case leaving
    /// The moment at which it leaves the loudspeaker, as far as the device knows, plus a number of
    /// seconds.
    case sounding(after: Double)
  }

  private struct State {
    var clock: FrameClock?
    /// The last frame of which the device has said the time.
    var lastFrame: Int?
  }

  private let state = Mutex(State())
  private let moment: Moment
  private let now: @Sendable () -> Int64

  /// - Parameter now: The time, in nanoseconds.
  package convenience init(now: @escaping @Sendable () -> Int64 = steadyTime) {
    self.init(.leaving, now: now)
  }

  /// - Parameters:
  ///   - moment: What counts as heard.
  ///   - now: The time, in nanoseconds.
  init(_ moment: Moment, now: @escaping @Sendable () -> Int64 = steadyTime) {
    self.moment = moment
    self.now = now
  }

  /// Learns from an event of the player, at the moment at which it happens.
  package func take(_ event: SoundPlayerEvent) {
    let time = now()
    state.withLock { state in
      switch event {
      case .started(let format), .resumed(let format, _):
        state = State(clock: FrameClock(sampleRate: format.sampleRate))
      case .lost: state = State()
      case .progress(let progress): take(progress, at: time, &state)
      }
    }
  }

  private func take(_ progress: SoundPlayerProgress, at time: Int64, _ state: inout State) {
    var delay = 0.0
    if case .sounding(let after) = moment {
      delay = after
      if let heard = progress.heard {
        let frame = progress.frameCount - heard.laterFrameCount
        guard frame > state.lastFrame ?? 0 else { return }
        state.lastFrame = frame
        state.clock?.report(frame: Int64(frame), at: heard.time + Int64(delay * 1e9))
        return
      }
      guard state.lastFrame == nil else { return }
    }
    let left = progress.frameCount - progress.pendingFrameCount
    // Before the device takes its first samples, nothing is heard.
    if left > 0 { state.clock?.report(frame: Int64(left), at: time + Int64(delay * 1e9)) }
  }

  /// - Returns: Nanoseconds; `nil` while too little is known.
  package func time(of frame: Int64) -> Int64? { state.withLock { $0.clock?.time(of: frame) } }

  /// Seconds of the computer's clock per second of sound.
  package var rate: Double { state.withLock { $0.clock?.rate ?? 1 } }
}

/// Waits.
///
/// - Parameter nanoseconds: How long; nothing if negative.
func pause(nanoseconds: Int64) {
  guard nanoseconds > 0 else { return }
  var time = timespec()
  time.tv_sec = Int(nanoseconds / 1_000_000_000)
  time.tv_nsec = Int(nanoseconds % 1_000_000_000)
  nanosleep(&time, nil)
}

/// The time of the day, in seconds since 1970.
@Sendable func timeOfDay() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
