import FileWriting

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
