import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A terminal for a test: what the program draws comes out here, keys go in.
final class PseudoTerminal {
  let controller: Int32
  let terminal: FileHandle
  private(set) var output = ""
  /// The output as it came.
  private(set) var bytes: [UInt8] = []

  struct Failure: Error {}

  init(columns: Int, rows: Int) throws {
    controller = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    guard controller >= 0 else { throw Failure() }
    let descriptor = open(try Self.unlockTerminal(of: controller), O_RDWR | O_NOCTTY)
    guard descriptor >= 0 else { throw Failure() }
    terminal = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var size = winsize()
    size.ws_col = UInt16(columns)
    size.ws_row = UInt16(rows)
    _ = ioctl(controller, UInt(TIOCSWINSZ), &size)
  }

  deinit { close(controller) }

  /// Returns the path of the terminal that belongs to a controller.
  private static func unlockTerminal(of controller: Int32) throws -> String {
    #if canImport(Darwin)
      guard grantpt(controller) == 0, unlockpt(controller) == 0, let name = ptsname(controller)
      else { throw Failure() }
      return String(cString: name)
    #else
      // What `unlockpt` and `ptsname` do; the Glibc module hides those behind _XOPEN_SOURCE.
      let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
      var (lock, number): (Int32, UInt32) = (0, 0)
      guard ioctl(controller, setLock, &lock) == 0, ioctl(controller, getNumber, &number) == 0
      else { throw Failure() }
      return "/dev/pts/\(number)"
    #endif
  }

  /// The line settings that a program must give back.
  var isLineEditing: Bool {
    var settings = termios()
    tcgetattr(terminal.fileDescriptor, &settings)
    return settings.c_lflag & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO)
  }

  /// A program that runs on this terminal.
  func process(_ arguments: [String], environment: [String: String] = [:]) throws -> Process {
    let process = Process()
    process.executableURL = try Program.url()
    process.arguments = arguments
    process.environment = Program.environment(
      ["TERM": "xterm", "LC_ALL": "C.UTF-8"].merging(environment) { $1 })
    process.standardInput = terminal
    process.standardOutput = terminal
    process.standardError = terminal
    return process
  }

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(controller, bytes, bytes.count)
  }

  /// Reads until the program has drawn a text, or has ended, or has paused often enough.
  func wait(for text: String, from process: Process, atMost pauses: Int = .max) {
    var left = pauses
    while !output.contains(text), left > 0 {
      let isRunning = process.isRunning
      if !readAvailable(milliseconds: 50) {
        guard isRunning else { return }
        left -= 1
      }
    }
  }

  /// Reads until the program has ended and everything it drew is here.
  func waitForEnd(of process: Process) {
    while true {
      let isRunning = process.isRunning
      if !readAvailable(milliseconds: 20), !isRunning { return }
    }
  }

  /// Reads until the program has ended; ends it if it goes on for some seconds.
  func collect(from process: Process, atMost pauses: Int = 150) {
    var left = 5 * pauses
    while process.isRunning, left > 0 {
      if !readAvailable(milliseconds: 10) { left -= 1 }
    }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    waitForEnd(of: process)
  }

  private func readAvailable(milliseconds: Int32) -> Bool {
    var request = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, milliseconds) > 0, request.revents & Int16(POLLIN) != 0 else {
      return false
    }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(controller, &bytes, bytes.count)
    guard count > 0 else { return false }
    output += String(decoding: bytes.prefix(count), as: UTF8.self)
    self.bytes += bytes.prefix(count)
    return true
  }
}
