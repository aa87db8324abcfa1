#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension [String: String] {
  /// The variables that decide on the display and on where the user's files lie, as the process got
  /// them.
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
