import LiveAudio
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A frame and the time at which it is heard: written by the device's thread, read by any other
/// without waiting.
final class HeardStamp: Sendable {
  /// Odd while the device's thread writes.
  private let serial = Atomic<Int>(0)
  private let frame = Atomic<Int>(0)
  private let time = Atomic<Int64>(0)

  /// Notes when a frame will be heard. Only for the device's thread.
  ///
  /// - Parameters:
  ///   - newFrame: The frame, counted from the first one that the device took.
  ///   - newTime: Nanoseconds on the clock of ``steadyTime()``.
  func note(frame newFrame: Int, at newTime: Int64) {
    serial.add(1, ordering: .sequentiallyConsistent)
    frame.store(newFrame, ordering: .sequentiallyConsistent)
    time.store(newTime, ordering: .sequentiallyConsistent)
    serial.add(1, ordering: .sequentiallyConsistent)
  }

  /// The last note; `nil` before the first one, or if notes come faster than they can be read.
  var last: (frame: Int, time: Int64)? {
    for _ in 0..<8 {
      let before = serial.load(ordering: .sequentiallyConsistent)
      guard before > 0 else { return nil }
      let read = (
        frame: frame.load(ordering: .sequentiallyConsistent),
        time: time.load(ordering: .sequentiallyConsistent)
      )
      let after = serial.load(ordering: .sequentiallyConsistent)
      if before == after, before.isMultiple(of: 2) { return read }
    }
    return nil
  }
}

/// The computer's clock that never goes back, in nanoseconds.
@Sendable package func steadyTime() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
