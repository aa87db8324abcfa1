import FileWriting

#if canImport(Darwin)
  import Darwin
#else
  // Where Foundation is in the program, its C part counts as what declares `stat`.
  import CoreFoundation
  import Glibc
#endif

/// A text file that appears under its name only when it is complete.
///
/// Without ``finish()``, nothing is left behind and an older file stays as it was. Pipes and
/// devices are written to at once.
package struct AtomicTextFile: ~Copyable {
  private let file: WholeFile

  /// Creates the file; with `isPrivate`, only its owner can read it.
  package init(path: String, isPrivate: Bool = false) throws(OutputError) {
    do throws(FileWritingError) {
      file = try WholeFile(path: path, privacy: isPrivate ? .ownerOnly : .usual)
    } catch {
      throw OutputError(error)
    }
  }

  package func write(_ bytes: [UInt8]) throws(OutputError) {
    do throws(FileWritingError) { try file.write(bytes) } catch { throw OutputError(error) }
  }

  /// Moves the complete file to its path, in one step.
  package consuming func finish() throws(OutputError) {
    do throws(FileWritingError) { try file.finish() } catch { throw OutputError(error) }
  }

  /// Writes a whole file.
  package static func write(_ bytes: [UInt8], to path: String) throws(OutputError) {
    let file = try AtomicTextFile(path: path)
    try file.write(bytes)
    try file.finish()
  }

  /// Checks that a file can be written at a path.
  package static func requirePlace(_ path: String) throws(OutputError) {
    do throws(FileWritingError) {
      try WholeFile.requirePlace(path)
    } catch {
      throw OutputError(error)
    }
  }
}

extension OutputError {
  /// Converts an error of the operating system; a pipe without a reader becomes `closed`.
  init(_ error: FileWritingError) {
    self = error.isBrokenPipe ? .closed : .failed(name: error.path, reason: error.reason)
  }
}

/// A text file of the user's, such as a tempo map, that cannot be read or parsed.
package enum TextFileError<Fault: Error & Equatable & CustomStringConvertible>: Error, Equatable {
  /// The operating system's `reason`, or that the file is too large.
  case unreadable(name: String, reason: String)
  /// A fault in the text; its description begins with the number of the line, if there is one.
  case wrong(name: String, Fault)
}

extension TextFileError: CustomStringConvertible {
  /// The name of the file, and the reason.
  package var description: String {
    switch self {
    case .unreadable(let name, let reason):
      return "\(name.printable) could not be read (\(reason))."
    case .wrong(let name, let fault):
      let text = fault.description.printable
      return name.printable + (text.hasPrefix("line ") ? ", " : ": ") + text
    }
  }
}

/// The identity of a file, equal for all paths and links that lead to it.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64

  /// `nil` if there is no path, or no file there.
  package init?(path: String?) {
    var status = stat()
    guard let path, stat(path.systemPath, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}
