package import CommandKit
package import Metronome

/// The tempo that `kammerton metronome` has without one: a small tempo map in the user's settings.
package struct SavedTempo: Sendable {
  private let files: UserFiles

  /// The tempo of those who have never saved one: that of the app that this metronome follows.
  package static let factory = Tempo(80)

  init(environment: [String: String]) { files = UserFiles(environment: environment) }

  /// The place of this process's user.
  package static var ofUser: SavedTempo { SavedTempo(environment: .process) }

  private var path: String? { files.path(of: "metronome.tempo") }

  /// The saved tempo; `nil` if there is none, or nothing that can be read.
  package func read() -> Tempo? {
    guard let path, let map = try? TempoMapFile.read(path) else { return nil }
    return map.sections[0].tempo.first
  }

  /// Saves a tempo, in one step.
  package func write(_ tempo: Tempo) throws(OutputError) {
    try files.makeDirectory()
    guard let path else { return }  // makeDirectory has thrown
    let file = try AtomicTextFile(path: path)
    try file.write(
      Array("# What kammerton metronome plays without a tempo.\n* \(tempo.notation)\n".utf8))
    try file.finish()
  }
}
