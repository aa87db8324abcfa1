import FileWriting
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  // Where Foundation is in the program, its C part counts as what declares `termios`.
  import CoreFoundation
  import Glibc
#endif

/// The terminal while a full-screen view owns it. Every way out leads through ``leave()``.
package final class TerminalSession: Sendable {
  private struct State {
    var screen = TerminalScreen()
    var isEntered = false
    var isSuspended = false
    var size: TerminalSize?
  }

  private let output: ByteOutput
  private let rawMode: RawMode?
  private let state = Mutex(State())
  let inputDescriptor: Int32

  /// - Parameters:
  ///   - output: The terminal that is drawn on.
  ///   - inputDescriptor: The terminal that keys come from.
  package init(output: ByteOutput, inputDescriptor: Int32) {
    self.output = output
    self.inputDescriptor = inputDescriptor
    rawMode = RawMode(fileDescriptor: inputDescriptor)
  }

  deinit { leave() }

  /// Returns the descriptor of the keyboard: standard input, or the controlling terminal if that is
  /// not a terminal.
  package static func keyboardDescriptor() -> Int32? {
    if isatty(0) == 1 { return 0 }
    let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC)
    return descriptor >= 0 ? descriptor : nil
  }

  var size: TerminalSize { .current(of: output.fileDescriptor) }

  /// Takes the terminal over, and draws everything again. A second call does no harm.
  func enter() throws(OutputError) {
    try state.withLock { state throws(OutputError) in
      state.isEntered = true
      state.screen.invalidate()
      if let rawMode { CrashGuard.arm(rawMode, output: output) }
      rawMode?.enter()
      try output.write(styled: TerminalScreen.enter)
    }
  }

  /// Restores the terminal. A second call does nothing; errors no longer matter.
  func leave() {
    leave(toComeBack: false)
  }

  private func leave(toComeBack isSuspended: Bool) {
    state.withLock { state in
      state.isSuspended = isSuspended
      guard state.isEntered else { return }
      state.isEntered = false
      CrashGuard.disarm()
      rawMode?.leave()  // before the write, which may hang or be waited for
      try? output.write(styled: TerminalScreen.leave)
    }
  }

  /// Restores the terminal and ends the process, even while a write to the terminal hangs.
  func abandon(status: Int32) -> Never {
    rawMode?.leave()
    state.withLockIfAvailable { _ in try? output.write(styled: TerminalScreen.leave) }
    _exit(status)
  }

  /// Restores the terminal, and ends the process as a signal would have, with a core dump if the
  /// system makes any: Ctrl-\ is how one looks into a program that hangs.
  func abandon(bySignal number: Int32) -> Never {
    rawMode?.leave()
    for _ in 0..<50 {  // a frame that is being written, unless the terminal hangs
      let isDone = state.withLockIfAvailable { state in
        state.isEntered = false  // no frame comes after this
        try? output.write(styled: TerminalScreen.leave)
        return true
      }
      if isDone == true { break }
      usleep(10_000)
    }
    PartialFiles.removeAll()
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    signal(number, SIG_DFL)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)  // the watcher of signals has blocked it
    // To this thread: one to the process may be read by the watcher, and kill nothing.
    while true { raise(number) }
  }

  /// Shows a frame: one write of the lines that have changed, or of all after a resize.
  func draw(_ lines: [String], size: TerminalSize) throws(OutputError) {
    try state.withLock { state throws(OutputError) in
      guard state.isEntered else { return }
      if state.size != size { state.screen.invalidate() }
      state.size = size
      let update = state.screen.update(to: lines)
      if !update.isEmpty { try output.write(styled: update) }
    }
  }

  /// Handles Ctrl-Z: restores the terminal and stops the process. ``resume()`` follows on SIGCONT.
  func suspend() {
    leave(toComeBack: true)
    kill(getpid(), SIGSTOP)
  }

  /// Takes the terminal over again after the process was stopped, by Ctrl-Z or by another process.
  ///
  /// Does nothing after ``leave()``.
  func resume() {
    let isOurs = state.withLock { $0.isEntered || $0.isSuspended }
    if isOurs { try? enter() }
  }
}

/// The lines on the screen, kept to send only those that change.
struct TerminalScreen {
  private var shown: [String] = []

  /// The switch to the alternate screen, without cursor and line wrap.
  static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J"
  /// The switch back to the previous screen.
  static let leave = "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  /// Forgets what is shown: the next update clears the screen and draws everything.
  mutating func invalidate() {
    shown = []
  }

  /// Returns the bytes that turn the shown frame into `lines`, or nothing if they are equal.
  ///
  /// All of them are one synchronized update, which terminals show at once or, if they do not know
  /// it, ignore; written in one piece, nothing flickers either way.
  mutating func update(to lines: [String]) -> String {
    guard lines != shown else { return "" }
    var output = "\u{1B}[?2026h"
    if lines.count != shown.count { output += "\u{1B}[0m\u{1B}[2J" }
    for (row, line) in lines.enumerated() {
      let isShown = lines.count == shown.count && shown[row] == line
      // Cleared first: after a line as wide as the terminal, its last character would go.
      if !isShown { output += "\u{1B}[\(row + 1);1H\u{1B}[K\(line)" }
    }
    shown = lines
    return output + "\u{1B}[?2026l"
  }
}

/// The line settings of a terminal: changed while a full-screen view runs, then restored.
///
/// Keys arrive one by one and are not echoed. Ctrl-C and Ctrl-Z stay signals, so that a stuck
/// program can always be ended.
struct RawMode {
  let fileDescriptor: Int32
  let saved: termios

  /// Reads the current settings; `nil` if the descriptor is not a terminal.
  init?(fileDescriptor: Int32) {
    var settings = termios()
    guard tcgetattr(fileDescriptor, &settings) == 0 else { return nil }
    self.fileDescriptor = fileDescriptor
    saved = settings
  }

  /// Turns line editing, echo and flow control off.
  func enter() {
    var raw = saved
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
    raw.c_iflag &= ~tcflag_t(IXON)
    tcsetattr(fileDescriptor, TCSANOW, &raw)
  }

  /// Restores the previous settings.
  func leave() {
    var settings = saved
    tcsetattr(fileDescriptor, TCSANOW, &settings)
  }
}
