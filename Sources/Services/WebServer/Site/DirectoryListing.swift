import NIOCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Lists folders, and reads whole files.
enum DirectoryListing {
  /// Returns the paths of all regular files below a folder, in order, relative to it.
  ///
  /// Hidden files and symbolic links are left out.
  ///
  /// - Throws: ``WebSiteError/unreadable(path:reason:)``; ``WebSiteError/noPage(directory:)`` if
  ///   there is no such folder; ``WebSiteError/tooLarge(directory:)``.
  static func files(below directory: String, atMost limit: Int) throws(WebSiteError) -> [String] {
    var found: [String] = []
    var waiting = [""]
    while let folder = waiting.popLast() {
      let position = folder.isEmpty ? directory : directory + "/" + folder
      for name in try names(in: position) where !name.hasPrefix(".") {
        let path = folder + name
        switch kind(of: directory + "/" + path) {
        case S_IFDIR: waiting.append(path + "/")
        case S_IFREG: found.append(path)
        default: break
        }
        guard found.count + waiting.count <= limit else { throw .tooLarge(directory: directory) }
      }
    }
    return found.sorted()
  }

  /// Returns the names in a folder, including hidden ones.
  static func names(in directory: String) throws(WebSiteError) -> [String] {
    guard let stream = opendir(directory) else {
      throw errno == ENOENT || errno == ENOTDIR
        ? .noPage(directory: directory) : .unreadable(path: directory, reason: systemReason())
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Reads a whole file; `nil` if it is larger than `limit` bytes.
  static func contents(of path: String, atMost limit: Int) throws(WebSiteError) -> ByteBuffer? {
    // Not blocking: a pipe may have replaced the file in the meantime.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { throw .unreadable(path: path, reason: systemReason()) }
    defer { close(descriptor) }
    var contents = ByteBuffer()
    while contents.readableBytes <= limit {
      let count = contents.writeWithUnsafeMutableBytes(minimumWritableBytes: 65_536) { buffer in
        max(0, read(descriptor, buffer.baseAddress, buffer.count))
      }
      guard count > 0 else { return contents }
    }
    return nil
  }

  /// Returns the kind of a file, as in `stat.st_mode`; 0 if there is none. Links are not followed.
  static func kind(of path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : 0
  }
}

/// Returns the operating system's wording of the latest error.
func systemReason() -> String {
  String(cString: strerror(errno))
}
