import Synchronization

#if canImport(Darwin)
  import Darwin
#else
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
  package let inputDescriptor: Int32

  /// - Parameters:
  ///   - output: The terminal that is drawn on.
  ///   - inputDescriptor: The terminal that keys come from.
  package init(output: ByteOutput, inputDescriptor: Int32) {
    self.output = output
    self.inputDescriptor = inputDescriptor
    rawMode = RawMode(fileDescriptor: inputDescriptor)
  }

  deinit { leave() }

  /// Where keys come from: standard input, or the controlling terminal while that carries audio.
  package static func keyboardDescriptor() -> Int32? {
    if isatty(0) == 1 { return 0 }
    let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC)
    return descriptor >= 0 ? descriptor : nil
  }

  package var size: TerminalSize { .current(of: output.fileDescriptor) }

  /// Takes the terminal over, and draws everything again. A second call does no harm.
  package func enter() throws(OutputError) {
    try state.withLock { state throws(OutputError) in
      state.isEntered = true
      state.screen.invalidate()
      rawMode?.enter()
      try output.write(TerminalScreen.enter)
    }
  }

  /// Gives the terminal back as it was. Leaving twice is leaving once; errors no longer matter.
  package func leave() {
    leave(toComeBack: false)
  }

  private func leave(toComeBack isSuspended: Bool) {
    state.withLock { state in
      state.isSuspended = isSuspended
      guard state.isEntered else { return }
      state.isEntered = false
      rawMode?.leave()  // first: a write may hang, and whoever sees the text may rely on it
      try? output.write(TerminalScreen.leave)
    }
  }

  /// Gives the terminal back and ends the process, even while a write to the terminal hangs.
  package func abandon(status: Int32) -> Never {
    rawMode?.leave()
    state.withLockIfAvailable { _ in try? output.write(TerminalScreen.leave) }
    _exit(status)
  }

  /// Shows a frame: one write of the lines that have changed, or of all after a resize.
  package func draw(_ lines: [String], size: TerminalSize) throws(OutputError) {
    try state.withLock { state throws(OutputError) in
      guard state.isEntered else { return }
      if state.size != size { state.screen.invalidate() }
      state.size = size
      let update = state.screen.update(to: lines)
      if !update.isEmpty { try output.write(update) }
    }
  }

  /// What Ctrl-Z asks for: the shell gets its terminal. ``resume()`` follows on SIGCONT.
  package func suspend() {
    leave(toComeBack: true)
    kill(getpid(), SIGSTOP)
  }

  /// Takes the terminal over again after the process stood still, whoever had stopped it.
  ///
  /// Does nothing once the terminal has been left for good.
  package func resume() {
    let isOurs = state.withLock { $0.isEntered || $0.isSuspended }
    if isOurs { try? enter() }
  }
}
