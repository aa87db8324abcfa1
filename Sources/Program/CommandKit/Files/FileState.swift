import FileWriting

#if canImport(Darwin)
  import Darwin
#else
  // Where Foundation is in the program, its C part counts as what declares `stat`.
  import CoreFoundation
  import Glibc
#endif

/// The state of a regular file at one moment. It is equal for as long as nobody changes or replaces
/// the file.
package struct FileState: Hashable, Sendable {
  private let identity: FileIdentity
  private let size: Int
  private let seconds: Int
  private let nanoseconds: Int

  /// `nil` if there is no path, or no regular file at the end of its links.
  package init?(path: String?) {
    var status = stat()
    guard let path, let identity = FileIdentity(path: path),
      stat(path.systemPath, &status) == 0, status.st_mode & S_IFMT == S_IFREG
    else { return nil }
    #if canImport(Darwin)
      let modification = status.st_mtimespec
    #else
      let modification = status.st_mtim
    #endif
    self.identity = identity
    size = Int(status.st_size)
    (seconds, nanoseconds) = (modification.tv_sec, modification.tv_nsec)
  }

  /// Returns true if the file was modified before another one.
  package func isOlder(than other: FileState) -> Bool {
    (seconds, nanoseconds) < (other.seconds, other.nanoseconds)
  }
}
