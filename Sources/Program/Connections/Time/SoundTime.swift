package import LiveAudio
import Metronome
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// When the samples of a playing sound are heard, on the computer's clock.
///
/// A sample counts as heard when it leaves the program for the sound system. What the sound system,
/// the loudspeaker, the air and the microphone add until a ``TimedSource`` has it back is the
/// latency that `kammerton calibrate --latency` measures.
package final class SoundTime: Sendable {
  private let clock = Mutex<FrameClock?>(nil)
  private let now: @Sendable () -> Int64

  /// - Parameter now: The time, in nanoseconds.
  package init(now: @escaping @Sendable () -> Int64 = steadyTime) { self.now = now }

  /// Learns from an event of the player, at the moment at which it happens.
  package func take(_ event: SoundPlayerEvent) {
    let time = now()
    clock.withLock { clock in
      switch event {
      case .started(let format), .resumed(let format, _):
        clock = FrameClock(sampleRate: format.sampleRate)
      case .lost: clock = nil
      case .progress(let progress):
        let heard = progress.frameCount - progress.pendingFrameCount
        // Before the device takes its first samples, nothing is heard.
        if heard > 0 { clock?.report(frame: Int64(heard), at: time) }
      }
    }
  }

  /// - Returns: Nanoseconds; `nil` while too little is known.
  package func time(of frame: Int64) -> Int64? { clock.withLock { $0?.time(of: frame) } }

  /// Seconds of the computer's clock per second of sound.
  package var rate: Double { clock.withLock { $0?.rate ?? 1 } }
}

/// The computer's clock that never goes back, in nanoseconds.
@Sendable package func steadyTime() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
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
