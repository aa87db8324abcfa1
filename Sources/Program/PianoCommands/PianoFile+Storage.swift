import CommandKit
package import PianoTuning

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file of measurements that cannot be used.
package struct PianoStorageError: Error, CustomStringConvertible {
  package var path: String
  package var reason: String

  package init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  package var description: String { "\(path): \(reason)" }
}

extension PianoFile {
  /// Reads a file.
  static func load(_ path: String) throws(PianoStorageError) -> PianoFile {
    let bytes: [UInt8]
    do {
      bytes = try ByteInput.readWhole(path, atMost: largestSize)
    } catch {
      throw PianoStorageError(path: path, reason: "The file could not be read (\(error.reason)).")
    }
    do {
      return try PianoFile(bytes: bytes)
    } catch {
      throw PianoStorageError(path: path, reason: "\(error)")
    }
  }

  /// Reads a file, or creates a new piano if there is none.
  static func loadOrBegin(_ path: String) throws(PianoStorageError) -> PianoFile {
    UserFiles.exists(path) ? try load(path) : PianoFile()
  }

  /// Writes the file in one step; an older one stays until then.
  func save(_ path: String) throws(OutputError) {
    let file = try AtomicTextFile(path: path)
    try file.write(bytes)
    try file.finish()
  }

  /// Adds a measurement.
  ///
  /// - Returns: A notice if the key was measured before with another result.
  mutating func noticeOfAdding(_ entry: Entry) -> String? {
    guard let disagreement = add(entry) else { return nil }
    return """
      \(entry.measurement.key.name) was measured before with another result. Both are kept, and \
      the \(disagreement == .newIsUsed ? "new" : "old") one is used, which has the smaller error.
      """
  }

  /// Returns the current time in the format of entries.
  package static func now() -> String {
    var seconds = time(nil)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func two(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "\(1900 + parts.tm_year)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))T"
      + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))Z"
  }
}
