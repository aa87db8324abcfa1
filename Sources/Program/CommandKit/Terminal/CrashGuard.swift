#if canImport(Darwin)
  import Darwin
#else
  // Where Foundation is in the program, its C part counts as what declares `termios`.
  import CoreFoundation
  import Glibc
#endif
import Synchronization

/// Restores the terminal when the process dies of a fault: a trap of Swift, an abort of a library,
/// a wrong address.
///
/// What a signal handler may do is little: the values that it needs lie ready in memory that is
/// never freed, and it calls only functions that POSIX allows there.
enum CrashGuard {
  /// A full-screen view to leave.
  private struct Screen {
    var settings: termios
    var inputDescriptor: Int32
    var outputDescriptor: Int32
    var farewell: UnsafePointer<UInt8>
    var farewellCount: Int
  }

  /// Standard error, while it leads into a pipe.
  private struct ForeignPipe {
    var pipe: Int32
    var terminal: Int32
  }

  // Memory that is never freed. It is written by one full-screen view at a time, while its terminal
  // is locked, and only while `isOnScreen` is false; a handler reads it only while that is true.
  nonisolated(unsafe) private static let screen = memory(for: Screen?.none)
  private static let isOnScreen = Atomic(false)
  // The same, written while the diversion is locked.
  nonisolated(unsafe) private static let foreignPipe = memory(for: ForeignPipe?.none)
  private static let isDiverted = Atomic(false)

  /// Prepares to leave a full-screen view.
  ///
  /// - Parameters:
  ///   - rawMode: The settings to restore.
  ///   - output: The terminal whose screen is to be left.
  static func arm(_ rawMode: RawMode, output: ByteOutput) {
    disarm()
    screen.pointee = Screen(
      settings: rawMode.saved, inputDescriptor: rawMode.fileDescriptor,
      outputDescriptor: output.fileDescriptor, farewell: farewell.start,
      farewellCount: farewell.count)
    isOnScreen.store(true, ordering: .releasing)
    _ = handlers
  }

  /// The full-screen view was left.
  static func disarm() { isOnScreen.store(false, ordering: .sequentiallyConsistent) }

  /// Prepares to show what was written on standard error, which leads into a pipe.
  ///
  /// - Parameters:
  ///   - pipe: The end to read, which does not block.
  ///   - terminal: The terminal that standard error was.
  static func armForeignOutput(pipe: Int32, terminal: Int32) {
    disarmForeignOutput()
    foreignPipe.pointee = ForeignPipe(pipe: pipe, terminal: terminal)
    isDiverted.store(true, ordering: .releasing)
    _ = handlers
  }

  /// Standard error leads to the terminal again.
  static func disarmForeignOutput() { isDiverted.store(false, ordering: .sequentiallyConsistent) }

  private static func memory<Value>(for value: Value) -> UnsafeMutablePointer<Value> {
    let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    memory.initialize(to: value)
    return memory
  }

  /// The bytes of ``TerminalScreen/leave``: written once, before any handler is installed, and never
  /// changed or freed.
  nonisolated(unsafe) private static let farewell: (start: UnsafePointer<UInt8>, count: Int) = {
    let bytes = Array(TerminalScreen.leave.utf8)
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
    memory.initialize(from: bytes, count: bytes.count)
    return (UnsafePointer(memory), bytes.count)
  }()
}

// MARK: - In the handler

extension CrashGuard {
  /// Installs the handlers, once.
  private static let handlers: Void = {
    _ = (screen, foreignPipe, farewell, room)
    for number in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP] {
      sigaction(number, nil, previous + Int(number))
      signal(number) { number in
        // In a view the process dies at once. Elsewhere the action before goes on, such as the
        // reporter of Swift's runtime, which asks questions on a terminal.
        if CrashGuard.restore() {
          signal(number, SIG_DFL)
        } else {
          sigaction(number, CrashGuard.previous + Int(number), nil)
        }
        raise(number)  // it is blocked until the handler returns
      }
    }
  }()

  /// The actions of the signals before, by their numbers: each is written once, before the handler
  /// that reads it is installed.
  nonisolated(unsafe) private static let previous = {
    let memory = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
    memory.initialize(repeating: sigaction(), count: 65)
    return memory
  }()

  private static let roomCount = 512
  /// Memory for what is read from the pipe, by a process that is dying: two threads that fault at once
  /// may mix their text, and no more.
  nonisolated(unsafe) private static let room = UnsafeMutablePointer<UInt8>.allocate(
    capacity: roomCount)

  /// - Returns: True if a full-screen view was left.
  private static func restore() -> Bool {
    let isOnScreen = isOnScreen.load(ordering: .acquiring)
    if isOnScreen, var known = screen.pointee {
      tcsetattr(known.inputDescriptor, TCSANOW, &known.settings)
      _ = write(known.outputDescriptor, known.farewell, known.farewellCount)
    }
    if isDiverted.load(ordering: .acquiring), let known = foreignPipe.pointee { show(known) }
    return isOnScreen
  }

  /// Writes what is in the pipe on standard error, which leads to the terminal again.
  private static func show(_ known: ForeignPipe) {
    dup2(known.terminal, STDERR_FILENO)
    while true {
      let count = read(known.pipe, room, roomCount)
      guard count > 0 else { return }
      for index in 0..<count where room[index] != 10 && !(0x20..<0x7F).contains(room[index]) {
        room[index] = 0x3F  // a question mark, because nothing of this may drive the terminal
      }
      _ = write(STDERR_FILENO, room, count)
    }
  }
}
