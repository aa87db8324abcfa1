package import CommandIO
package import Metronome

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The tempo that `kammerton metronome` has without one: a small tempo map in the user's settings.
package struct SavedTempo: Sendable {
  private let directory: String?

  /// The tempo of those who have never saved one: that of the app that this metronome follows.
  package static let factory = Tempo(80)

  /// - Parameters:
  ///   - settings: `XDG_CONFIG_HOME`, if it is set.
  ///   - home: `HOME`, if it is set.
  init(settings: String?, home: String?) {
    if let settings, settings.hasPrefix("/") {
      directory = settings + "/kammerton"
    } else if let home, home.hasPrefix("/") {
      directory = home + "/.config/kammerton"
    } else {
      directory = nil
    }
  }

  /// The place of this process's user.
  package static var ofUser: SavedTempo {
    func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    return SavedTempo(settings: variable("XDG_CONFIG_HOME"), home: variable("HOME"))
  }

  private var path: String? { directory.map { $0 + "/metronome.tempo" } }

  /// The saved tempo; `nil` if there is none, or nothing that can be read.
  package func read() -> Tempo? {
    guard let path, let map = try? TempoMapFile.read(path) else { return nil }
    return map.sections[0].tempo.first
  }

  /// Saves a tempo, in one step.
  package func write(_ tempo: Tempo) throws(OutputError) {
    guard let directory, let path else {
      throw .failed(name: "The saved tempo", reason: "neither HOME nor XDG_CONFIG_HOME is set")
    }
    var parent = ""
    for part in directory.split(separator: "/") {
      parent += "/" + part
      _ = mkdir(parent, 0o755)  // if it fails, the file says why
    }
    let file = try AtomicTextFile(path: path)
    try file.write(
      Array("# What kammerton metronome plays without a tempo.\n* \(tempo.notation)\n".utf8))
    try file.finish()
  }
}
