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
/// Given up without ``finish()``, nothing is left behind, and an older file stays as it was. Pipes and
/// devices are written to at once.
package struct AtomicTextFile: ~Copyable {
  private let file: WholeFile

  /// `isPrivate` keeps everybody but the owner from reading it.
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

  /// Puts the file in its place, in one step.
  package consuming func finish() throws(OutputError) {
    do throws(FileWritingError) { try file.finish() } catch { throw OutputError(error) }
  }

  /// Refuses a place that cannot be written to.
  package static func requirePlace(_ path: String) throws(OutputError) {
    do throws(FileWritingError) {
      try WholeFile.requirePlace(path)
    } catch {
      throw OutputError(error)
    }
  }
}

extension OutputError {
  /// What the operating system refused; a pipe whose reader has gone is no failure.
  init(_ error: FileWritingError) {
    self = error.isBrokenPipe ? .closed : .failed(name: error.path, reason: error.reason)
  }
}

/// Why a text file of the user's, such as a tempo map, says nothing.
package enum TextFileError<Fault: Error & Equatable & CustomStringConvertible>: Error, Equatable {
  /// The operating system's `reason`, or that the file is too large.
  case unreadable(name: String, reason: String)
  /// What is wrong in it; the description begins with the line where one is to blame.
  case wrong(name: String, Fault)
}

extension TextFileError: CustomStringConvertible {
  /// The name of the file, and what is wrong.
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

/// Which file a path leads to, by whatever name or link.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64

  /// `nil` if there is no path, or no file there.
  package init?(path: String?) {
    var status = stat()
    guard let path, stat(path, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}
