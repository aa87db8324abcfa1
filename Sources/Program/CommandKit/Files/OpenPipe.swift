import FileWriting

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A pipe or a device with a name, such as `/dev/stdin`, that is open for reading.
package struct OpenPipe: ~Copyable {
  package let descriptor: Int32

  /// Opens it, without waiting for someone who writes; `nil` if the path leads to a file or a
  /// directory, or nowhere.
  package init?(path: String) {
    guard Self.exists(path) else { return nil }
    let descriptor = open(path.systemPath, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Returns true if there is a pipe or a device at a path.
  package static func exists(_ path: String) -> Bool {
    var status = stat()
    guard stat(path.systemPath, &status) == 0 else { return false }
    return [S_IFIFO, S_IFCHR].contains(status.st_mode & S_IFMT)
  }
}
