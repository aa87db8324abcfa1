import CommandIO
import WebServer

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Where the page lies.
enum SiteFolder {
  /// The places to look in, in order: beside the program, where a package installs it, and where
  /// `make web` puts it.
  static func candidates(program: String?) -> [String] {
    var places: [String] = []
    if let program {
      let folder = program.split(separator: "/").dropLast()
      places.append("/" + (folder + ["web"]).joined(separator: "/"))
      places.append(
        "/" + (folder.dropLast() + ["share", "kammerton", "web"]).joined(separator: "/"))
    }
    return places + [".build-web/site"]
  }

  /// Reads the page.
  ///
  /// - Parameter directory: Its folder; `nil` to look in ``candidates(program:)``.
  /// - Returns: The page, in memory.
  /// - Throws: ``WebSiteError``.
  static func site(in directory: String?) throws(WebSiteError) -> WebSite {
    let places = directory.map { [$0] } ?? candidates(program: programPath())
    let found = places.first { UserFiles.exists($0 + "/index.html") }
    return try WebSite(directory: found ?? places.last ?? ".")
  }

  /// The program's own file, links resolved.
  private static func programPath() -> String? {
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
    return String(cString: resolved)
  }
}
