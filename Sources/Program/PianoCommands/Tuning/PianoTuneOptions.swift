import ArgumentParser
package import CommandKit
package import LiveAudio
import PianoTuning

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

  /// Refuses what has no meaning for a piano.
  ///
  /// - Parameter others: Options, and whether they are given.
  /// - Throws: `ValidationError` for the first one that is.
  package func refuse(_ others: [(names: String, isGiven: Bool)]) throws {
    guard piano != nil, let other = others.first(where: \.isGiven) else { return }
    throw ValidationError(
      """
      --piano tunes the keys of its file, by the A4 and the temperament in it (kammerton piano \
      --piano FILE changes them). Remove \(other.names).
      """)
  }

  /// Tunes, on the full screen or as lines.
  ///
  /// - Parameters:
  ///   - source: The sound.
  ///   - tolerance: The largest deviation that counts as in tune, in cents; 1 if it is not given.
  ///   - session: The terminal; `nil` for lines.
  ///   - capabilities: Those of the terminal.
  ///   - isJSON: Whether lines are for programs.
  /// - Returns: Whether a key was heard.
  /// - Throws: What the piano file or the source throws.
  package func run(
    _ source: any AudioSource, tolerance: Double?, on session: TerminalSession?,
    capabilities: Capabilities, isJSON: Bool
  ) async throws -> Bool {
    guard let piano else { return false }
    let file = try PianoFile.load(piano)
    let setup = PianoTuningSetup(
      title: file.name, targets: try file.targets(isRaising: raise),
      tolerance: tolerance ?? KeyListener.usualTolerance)
    if let session {
      return try await PianoApp(setup, session: session, capabilities: capabilities).run(source)
    }
    return try await PianoFeed(setup, isJSON: isJSON).run(source)
  }
}
