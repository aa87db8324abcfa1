#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The file of the running program, and what is installed around it.
package struct ProgramFile {
  /// An absolute path without links.
  package let path: String

  package init(path: String) { self.path = path }

  /// The running program; `nil` if the system does not report it.
  package static var running: ProgramFile? {
    #if canImport(Darwin)
      var path = [CChar](repeating: 0, count: Int(PATH_MAX))
      var size = UInt32(path.count)
      guard _NSGetExecutablePath(&path, &size) == 0, let resolved = realpath(path, nil) else {
        return nil
      }
    #else
      guard let resolved = realpath("/proc/self/exe", nil) else { return nil }
    #endif
    defer { free(resolved) }
    return ProgramFile(path: String(cString: resolved))
  }

  private var parts: [Substring] { path.split(separator: "/") }

  private static func path(_ parts: some Sequence<Substring>) -> String {
    parts.map { "/\($0)" }.joined()
  }

  /// The directory of the program, without a slash at its end: that of `/` is empty.
  package var directory: String { Self.path(parts.dropLast()) }

  /// The directory that `bin`, `libexec` and `share` are in.
  package var prefix: String {
    // kammerton is in bin, and the parts that it starts are in libexec/kammerton.
    let isPart = parts.dropLast().suffix(2) == ["libexec", "kammerton"]
    return Self.path(parts.dropLast(isPart ? 3 : 2))
  }

  /// The checkout in which `make` has built the program; `nil` for any other program.
  package var checkout: String? {
    guard parts.dropLast().last == "release", let build = parts.lastIndex(of: ".build") else {
      return nil
    }
    return Self.path(parts[..<build])
  }
}
