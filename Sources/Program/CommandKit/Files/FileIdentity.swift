#if canImport(Darwin)
  import Darwin
#else
  // Where Foundation is in the program, its C part counts as what declares `stat`.
  import CoreFoundation
  import Glibc
#endif

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
