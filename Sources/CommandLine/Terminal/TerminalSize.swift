#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The number of character cells of a terminal.
struct TerminalSize: Hashable, Sendable {
  var columns: Int
  var rows: Int

  /// Whether a full screen has room; where it has not, there is one line.
  var holdsFullScreen: Bool { columns >= 40 && rows >= 10 }

  /// Asks the terminal behind a file descriptor; 80 × 24 where it does not know.
  static func current(of fileDescriptor: Int32) -> TerminalSize {
    var window = winsize()
    guard ioctl(fileDescriptor, UInt(TIOCGWINSZ), &window) == 0,
      window.ws_col > 0, window.ws_row > 0
    else { return TerminalSize(columns: 80, rows: 24) }
    return TerminalSize(columns: Int(window.ws_col), rows: Int(window.ws_row))
  }
}
