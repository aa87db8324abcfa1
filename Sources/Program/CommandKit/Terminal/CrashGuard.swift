#if canImport(Darwin)
  import Darwin
#else
  // Where Foundation is in the program, its C part counts as what declares `termios`.
  import CoreFoundation
  import Glibc
#endif

/// Restores the terminal when the process dies of a fault: a trap of Swift, an abort of a library,
/// a wrong address.
///
/// What a signal handler may do is little: the values that it needs lie ready in memory that is
/// never freed, and it calls only functions that POSIX allows there.
enum CrashGuard {
  private struct Values {
    var settings: termios
    var inputDescriptor: Int32
    var outputDescriptor: Int32
    var farewell: UnsafePointer<UInt8>
    var farewellCount: Int
  }

  // Written by one full-screen view at a time, while its terminal is locked; a handler that reads
  // old values restores a terminal that was restored before.
  nonisolated(unsafe) private static let values = UnsafeMutablePointer<Values?>.allocate(
    capacity: 1)
  /// The signals of faults. They kill the process after the handler, as without it.
  private static let faults = [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP]

  /// Prepares the restoration.
  ///
  /// - Parameters:
  ///   - rawMode: The settings to restore.
  ///   - output: The terminal whose screen is to be left.
  static func arm(_ rawMode: RawMode, output: ByteOutput) {
    values.initialize(
      to: Values(
        settings: rawMode.saved, inputDescriptor: rawMode.fileDescriptor,
        outputDescriptor: output.fileDescriptor, farewell: farewell.start,
        farewellCount: farewell.count))
    for number in faults {
      signal(number) { number in
        CrashGuard.restore()
        signal(number, SIG_DFL)
        raise(number)  // it is blocked until the handler returns
      }
    }
  }

  /// Gives the signals back to the system.
  static func disarm() {
    for number in faults { signal(number, SIG_DFL) }
  }

  private static func restore() {
    guard var known = values.pointee else { return }
    tcsetattr(known.inputDescriptor, TCSANOW, &known.settings)
    _ = write(known.outputDescriptor, known.farewell, known.farewellCount)
  }

  /// The bytes of ``TerminalScreen/leave``, which never change, for the whole life of the process.
  nonisolated(unsafe) private static let farewell: (start: UnsafePointer<UInt8>, count: Int) = {
    let bytes = Array(TerminalScreen.leave.utf8)
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
    memory.initialize(from: bytes, count: bytes.count)
    return (UnsafePointer(memory), bytes.count)
  }()
}
