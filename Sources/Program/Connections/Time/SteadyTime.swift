#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The computer's clock that never goes back, in nanoseconds.
@Sendable func steadyTime() -> Int64 {
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
