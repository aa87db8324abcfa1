#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The number of character cells of a terminal.
package struct TerminalSize: Hashable, Sendable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// Whether a full screen has room; where it has not, there is one line.
  package var holdsFullScreen: Bool { columns >= 40 && rows >= 10 }

  /// Asks the terminal behind a file descriptor; 80 × 24 where it does not know.
  package static func current(of fileDescriptor: Int32) -> TerminalSize {
    var window = winsize()
    guard ioctl(fileDescriptor, UInt(TIOCGWINSZ), &window) == 0,
      window.ws_col > 0, window.ws_row > 0
    else { return TerminalSize(columns: 80, rows: 24) }
    return TerminalSize(columns: Int(window.ws_col), rows: Int(window.ws_row))
  }
}
