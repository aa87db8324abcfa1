#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The time of the day, in seconds since 1970.
@Sendable func timeOfDay() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
