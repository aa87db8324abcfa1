#if canImport(Darwin)
  import Darwin
#else
  // Where Foundation is in the program, its C part counts as what declares `stat`.
  import CoreFoundation
  import Glibc
#endif

/// The access of users to a file.
package enum FileAccess {
  /// Returns `true` for a regular file that all users of this machine may read or write.
  package static func isOpenToAll(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && status.st_mode & 0o006 != 0
  }
}
