import FileWriting

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A directory of the user's own files, by the XDG Base Directory Specification 0.8.
package struct UserFiles {
  /// The kind of files; the raw value is the variable with their base directory.
  package enum Purpose: String {
    /// Settings: `$XDG_CONFIG_HOME/kammerton`, or `~/.config/kammerton`.
    case settings = "XDG_CONFIG_HOME"
    /// State that outlasts a run but can be recreated: `$XDG_STATE_HOME/kammerton`, or
    /// `~/.local/state/kammerton`.
    case state = "XDG_STATE_HOME"

    fileprivate var placeAtHome: String { self == .settings ? "/.config" : "/.local/state" }
  }

  /// The directory; `nil` if neither its variable nor `HOME` is an absolute path.
  package let directory: String?

  package init(environment: [String: String], purpose: Purpose = .settings) {
    // The specification ignores relative paths.
    if let base = environment[purpose.rawValue], base.hasPrefix("/") {
      directory = base + "/kammerton"
    } else if let home = environment["HOME"], home.hasPrefix("/") {
      directory = home + purpose.placeAtHome + "/kammerton"
    } else {
      directory = nil
    }
  }

  package func path(of name: String) -> String? {
    directory.map { $0 + "/" + name }
  }

  /// Creates the directory and its parents.
  package func makeDirectory() throws(OutputError) {
    guard let directory else {
      throw .failed(name: "settings", reason: "neither XDG_CONFIG_HOME nor HOME is set")
    }
    var path = ""
    for part in directory.split(separator: "/") {
      path += "/" + part
      guard mkdir(path.systemPath, 0o755) == 0 || errno == EEXIST else {
        throw .failed(name: path, reason: systemReason())
      }
    }
  }

  package static func exists(_ path: String) -> Bool { access(path.systemPath, F_OK) == 0 }
}

extension [String: String] {
  /// The variables of this process that determine its display and the folders of the user's files.
  package static var process: Self {
    var environment: Self = [:]
    for name in [
      "TERM", "NO_COLOR", "LC_ALL", "LC_CTYPE", "LANG", "HOME", "XDG_CONFIG_HOME",
      "XDG_DATA_HOME", "XDG_STATE_HOME",
    ] {
      if let value = getenv(name) { environment[name] = String(cString: value) }
    }
    return environment
  }
}
