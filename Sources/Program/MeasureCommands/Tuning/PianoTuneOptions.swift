import ArgumentParser
package import CommandKit
package import LiveAudio
import PianoTuning

/// The options of `kammerton tune --piano`.
package struct PianoTuneOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Tune the keys of this piano file.", valueName: "file"),
    completion: .file())
  private var piano: String?

  @Flag(help: "With --piano: tune flat keys sharp, for a pitch raise.")
  private var raise = false

  package init() {}

  package func validate() throws {
    try Refusals.require("--piano", piano != nil, for: ["--raise": raise])
  }

  /// True if --piano is given.
  package var isGiven: Bool { piano != nil }

  /// Rejects options that have no meaning for a piano.
  ///
  /// - Parameter others: Options, and whether they are given.
  /// - Throws: `ValidationError` for the first one that is given.
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
  ///   - isJSON: Whether to print JSON lines.
  /// - Returns: True if a key was detected.
  /// - Throws: The error of the piano file or of the source.
  package func run(
    _ source: any AudioSource, tolerance: Double?, on session: TerminalSession?,
    capabilities: Capabilities, isJSON: Bool
  ) async throws -> Bool {
    guard let piano else { return false }
    let setup = PianoTuningSetup(
      try PianoFile.load(piano), isRaising: raise, tolerance: tolerance)
    if let session {
      return try await PianoApp(setup, session: session, capabilities: capabilities).run(source)
    }
    return try await PianoFeed(setup, isJSON: isJSON).run(source)
  }
}

/// A piano, and the tolerance for tuning it.
struct PianoTuningSetup: Sendable {
  let session: PianoSession
  /// The largest deviation that counts as in tune, in cents.
  let tolerance: Double

  init(_ file: PianoFile, isRaising: Bool = false, tolerance: Double? = nil) {
    var session = PianoSession(file)
    session.isRaising = isRaising
    self.session = session
    self.tolerance = tolerance ?? PianoFile.usualTolerance
  }

  var title: String { session.file.name }
  var targets: [KeyTarget] { session.targets }
}

/// Writes the readings of each key as lines, until the source or the user ends it.
struct PianoFeed: Sendable {
  private let setup: PianoTuningSetup
  private let isJSON: Bool
  private let output: ByteOutput

  init(_ setup: PianoTuningSetup, isJSON: Bool, output: ByteOutput = .standardOutput) {
    self.setup = setup
    self.isJSON = isJSON
    self.output = output
  }

  /// Runs until the source ends, the reader of the output has gone, or a signal asks to stop.
  ///
  /// - Returns: True if a key was detected, or the user has stopped it.
  /// - Throws: The error of the source, or `KeyMeterError` for a sample rate that is too low.
  func run(_ source: any AudioSource) async throws -> Bool {
    try await untilStopped(true) { try await feed(source) }
  }

  private func feed(_ source: any AudioSource) async throws -> Bool {
    var changes = PianoChanges(tolerance: setup.tolerance)
    var hasHeard = false
    var notice: String?
    for try await event in setup.keys(of: source) {
      switch event {
      case .reading(.key(let reading)):
        hasHeard = true
        if isJSON {
          try output.write(reading.jsonLine + "\n")
        } else if changes.process(reading) {
          try output.write(reading.plainLine(word: changes.word) + "\n")
        }
      case .reading(.stroke(let stroke)):
        guard let unison = stroke.unison() else { continue }
        try output.write((isJSON ? unison.jsonLine : unison.plainLine) + "\n")
      default: break
      }
      if let advice = event.advice, advice != notice {
        notice = advice
        if let notice { complain(notice.printable) }
      }
    }
    return hasHeard || Task.isCancelled
  }
}

/// Selects the readings that are worth a line for a screen reader: a new stroke, another word, and
/// after a second another cent.
///
/// The word has hysteresis, so that a key at the edge of the tolerance is not in tune, sharp and in
/// tune again from line to line: what was in tune stays so up to ``slack`` beyond it.
struct PianoChanges: Sendable {
  let tolerance: Double
  /// The verdict on the last reading: in tune, flat or sharp.
  private(set) var word = ""
  private var last: KeyListener.Reading?

  init(tolerance: Double) { self.tolerance = tolerance }

  /// How far beyond the tolerance a key that was in tune still counts as in tune, in cents.
  private var slack: Double { max(0.2, 0.25 * tolerance) }

  /// Processes a reading, and returns true if it is worth a line.
  mutating func process(_ reading: KeyListener.Reading) -> Bool {
    let isSame = last.map { !reading.isNewStroke && reading.key == $0.key } ?? false
    let oldWord = word
    word = reading.word(tolerance)
    if isSame, oldWord == "in tune" { word = reading.word(tolerance + slack) }
    guard let last, isSame, word == oldWord else {
      self.last = reading
      return true
    }
    guard reading.time - last.time >= 1, (reading.cents - last.cents).magnitude >= 1 else {
      return false
    }
    self.last = reading
    return true
  }
}
