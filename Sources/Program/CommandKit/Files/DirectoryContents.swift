import FileWriting

#if canImport(Darwin)
  import Darwin
#else
  // Where Foundation is in the program, its C part counts as what declares `stat`.
  import CoreFoundation
  import Glibc
#endif

/// The names in a directory, and what they lead to.
package enum DirectoryContents {
  /// The kind of what a name leads to.
  package enum Kind: Hashable, Sendable {
    /// A regular file, or a link to one. A link that leads nowhere counts, so that reading it fails
    /// with a message.
    case file
    case directory
    /// Anything else, such as a pipe, or a link to a directory.
    case other
  }

  /// Returns true if a path leads to a directory, over links too.
  package static func exists(_ path: String) -> Bool { mode(of: path) == S_IFDIR }

  /// Returns the names in a directory, those of hidden files too, in no order.
  package static func names(in path: String) throws(ByteInputError) -> [String] {
    guard let stream = opendir(path.systemPath) else {
      throw ByteInputError(name: path, reason: systemReason())
    }
    defer { closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0  // the only difference between an error and the end
      guard let entry = readdir(stream) else { break }
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 1) {
          FileName.text(Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))))
        }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    guard errno == 0 else { throw ByteInputError(name: path, reason: systemReason()) }
    return names
  }

  /// Returns the kind of a name in a directory; `nil` if nothing is there any more.
  ///
  /// - Throws: ``ByteInputError`` if the directory keeps that to itself.
  package static func kind(of path: String) throws(ByteInputError) -> Kind? {
    var status = stat()
    guard lstat(path.systemPath, &status) == 0 else {
      guard errno != ENOENT else { return nil }
      throw ByteInputError(name: path, reason: systemReason())
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .directory
    case S_IFLNK:
      let target = mode(of: path)
      return target == nil || target == S_IFREG ? .file : .other
    default: return .other
    }
  }

  /// Returns the kind of file at the end of all links, as in `stat.st_mode`.
  private static func mode(of path: String) -> mode_t? {
    var status = stat()
    return stat(path.systemPath, &status) == 0 ? status.st_mode & S_IFMT : nil
  }
}
