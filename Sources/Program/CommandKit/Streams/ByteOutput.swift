import FileWriting
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  // Where Foundation is in the program, its C part counts as what declares `stat`.
  import CoreFoundation
  import Glibc
#endif

/// An open file descriptor for output, such as standard output.
///
/// All that the program writes for people goes through here, so that text from files, devices, the
/// network and options cannot drive a terminal.
package struct ByteOutput: Sendable {
  private let number: Int32
  /// The name in messages.
  let name: String

  /// - Parameters:
  ///   - fileDescriptor: The file descriptor; it stays open.
  ///   - name: The name in messages.
  init(fileDescriptor: Int32, name: String) {
    number = fileDescriptor
    self.name = name
  }

  /// The file descriptor to write on: of standard error, the program's own.
  var fileDescriptor: Int32 {
    number == STDERR_FILENO ? Self.ownStandardError.load(ordering: .relaxed) : number
  }

  /// The descriptor for the program's own messages, while libraries write on that of standard error.
  static let ownStandardError = Atomic(STDERR_FILENO)

  package static let standardOutput = ByteOutput(fileDescriptor: 1, name: "standard output")
  package static let standardError = ByteOutput(fileDescriptor: 2, name: "standard error")

  /// True if it is a terminal.
  package var isTerminal: Bool { isatty(fileDescriptor) == 1 }

  /// Writes text for people, or JSON: characters that could drive a terminal, even one behind
  /// `less`, are replaced by their codes. JSON has none.
  package func write(_ text: String) throws(OutputError) {
    try writeExactly(Array(TerminalText.escaped(text).utf8))
  }

  /// Writes data, such as CSV or a received message: exactly, but on a terminal like text.
  package func write(_ bytes: [UInt8]) throws(OutputError) {
    let isHarmless = bytes.allSatisfy { (0x20..<0x7F).contains($0) || $0 == 10 || $0 == 9 }
    guard !isHarmless, isTerminal else { return try writeExactly(bytes) }
    try writeExactly(Array(TerminalText.escaped(bytes).utf8))
  }

  /// Writes data like `write(_: [UInt8])`. File names have their own bytes again.
  package func write(data: String) throws(OutputError) {
    try write(data.fileNameBytes)
  }

  /// Writes text with the program's own escape sequences. Text from outside in it must have been
  /// made ``Swift/String/printable`` before.
  package func write(styled text: String) throws(OutputError) {
    try writeExactly(Array(text.utf8))
  }

  /// Writes all bytes, in as many system calls as they need.
  private func writeExactly(_ bytes: [UInt8]) throws(OutputError) {
    let code = bytes.withUnsafeBytes { writeAll($0, to: fileDescriptor) }
    guard code == 0 else { throw OutputError(FileWritingError(path: name, code: code)) }
  }
}

/// Output that could not be written.
package enum OutputError: Error, Equatable {
  /// The reader of the pipe has gone: `kammerton track x.wav | head`. This is not reported.
  case closed
  /// The operating system refused to write to `name`; `reason` is its own wording.
  case failed(name: String, reason: String)
}

extension OutputError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .closed: "The program that reads the output has ended."
    case .failed(let name, let reason): "\(name) could not be written (\(reason))."
    }
  }
}

/// The operating system's wording of the latest error.
package func systemReason() -> String {
  String(cString: strerror(errno))
}

/// Returns true if a descriptor refers to a file, rather than to a pipe or a terminal.
package func isRegularFile(_ descriptor: Int32) -> Bool {
  var status = stat()
  return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
}

/// The number of character cells of a terminal.
package struct TerminalSize: Hashable, Sendable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// True if a full-screen view fits; smaller terminals show one line.
  package var holdsFullScreen: Bool { columns >= 40 && rows >= 10 }

  /// Returns the size of the terminal behind a file descriptor, or 80 × 24 if it is unknown.
  package static func current(of fileDescriptor: Int32) -> TerminalSize {
    var window = winsize()
    guard ioctl(fileDescriptor, UInt(TIOCGWINSZ), &window) == 0,
      window.ws_col > 0, window.ws_row > 0
    else { return TerminalSize(columns: 80, rows: 24) }
    return TerminalSize(columns: Int(window.ws_col), rows: Int(window.ws_row))
  }
}
