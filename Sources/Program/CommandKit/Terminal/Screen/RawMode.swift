#if canImport(Darwin)
  import Darwin
#else
  // Where Foundation is in the program, its C part counts as what declares `termios`.
  import CoreFoundation
  import Glibc
#endif

/// The line settings of a terminal: taken over while the tuner runs, and given back.
///
/// Keys arrive one by one and are not echoed. Ctrl-C and Ctrl-Z stay signals, so that a stuck
/// program can always be ended.
struct RawMode {
  private let fileDescriptor: Int32
  private let saved: termios

  /// Remembers the settings; `nil` if the descriptor is not a terminal.
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

  /// Puts the remembered settings back.
  func leave() {
    var settings = saved
    tcsetattr(fileDescriptor, TCSANOW, &settings)
  }
}
