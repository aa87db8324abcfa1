import ArgumentParser
import CommandIO
package import LiveAudio
import PianoScreen
package import TerminalUI

/// `kammerton tune --piano`.
package struct PianoTuneOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Tune the keys of this piano file.", valueName: "file"),
    completion: .file())
  private var piano: String?

  @Flag(help: "With --piano: tune flat keys sharp, for a pitch raise.")
  private var raise = false

  package init() {}

  package func validate() throws {
    guard piano != nil || !raise else {
      throw ValidationError("--raise needs --piano FILE. Add it, or remove --raise.")
    }
  }

  /// Whether a piano is tuned.
  package var isGiven: Bool { piano != nil }

  /// Tunes, on the full screen or as lines.
  ///
  /// - Returns: Whether a key was heard.
  package func run(
    _ source: any AudioSource, on session: TerminalSession?, capabilities: Capabilities,
    isJSON: Bool
  ) async throws -> Bool {
    guard let piano else { return false }
    let file = try PianoFile.load(piano)
    let setup = PianoTuningSetup(
      title: file.name, targets: try file.targets(isRaising: raise), tolerance: 1)
    if let session {
      return try await PianoApp(setup, session: session, capabilities: capabilities).run(source)
    }
    return try await PianoFeed(setup, isJSON: isJSON).run(source)
  }
}
