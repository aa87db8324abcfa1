package import ArgumentParser
import AudioDevices
import AudioFiles
import CommandKit
import Connections
import Metronome

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// `kammerton metronome`: clicks at a tempo, or along a tempo map.
package struct MetronomeCommand: AsyncParsableCommand, DeviceCommand {
  package static let configuration = CommandConfiguration(
    commandName: "metronome",
    abstract: "Play clicks at a tempo or along a tempo map.",
    usage: "kammerton metronome [TEMPO | FILE | -] [<options>]",
    discussion: """
      Tempo maps are described in docs/tempo-maps.md.

      Example: kammerton metronome 120 --meter 7/8=2+2+3 --ramp +5/4bars
      """)

  @Argument(
    help: ArgumentHelp(
      """
      Tempo in beats per minute, such as 120, 120bpm or 3/8=80, a word such as andante, or a tempo map; \
      - reads a map from standard input. (default: the saved tempo, or 80)
      """, valueName: "tempo|file"),
    completion: .file(extensions: ["tempo"]))
  var tempo: String?

  @Option(
    help: ArgumentHelp(
      "Count in for this many bars, 0...100. (default: 0)", valueName: "bars"),
    transform: MetronomeText.countIn)
  var countIn: Int?

  @Option(
    help: ArgumentHelp(
      """
      Sound of the clicks: click, wood, beep, rod, rock, or up to five audio files. \
      (default: click)
      """, valueName: "name"),
    transform: MetronomeText.sound)
  var sound: MetronomeText.Sound?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Peak level in dBFS, -120...0. (default: -10)", valueName: "db"),
    transform: MetronomeText.level)
  var level: Double?

  @OptionGroup(title: "Rhythm options") var rhythm: RhythmOptions
  @OptionGroup(title: "Output options") var options: SoundOptions
  @OptionGroup(title: "Connection options") var connections: MetronomeConnectionOptions

  @Option(
    help: ArgumentHelp(
      "With a tempo map: start at this label.", valueName: "label"))
  var start: String?

  @Option(
    help: ArgumentHelp(
      "Play the map at this percentage of its tempos, 10...400. (default: 100)",
      valueName: "percent"),
    transform: MetronomeText.speed)
  var speed: Double?

  @Flag(help: "Save TEMPO as the default.")
  var save = false

  @Flag(
    help: """
      Print one JSON object per beat when it is heard: its time, bar, beat and tempo; and the session's with --link.
      """)
  var jsonl = false

  @Flag(help: "Print a status line instead of the full-screen view.")
  var plain = false

  package init() {}

  var adviceOnDevices: String { "--loudspeaker NAME, or --output FILE" }

  package func validate() throws {
    if case .device = options.destination {
    } else {
      try connections.requireNone()
      guard !jsonl else {
        throw ValidationError(
          "--jsonl needs a loudspeaker, which keeps the time. Remove --output and --raw.")
      }
    }
    if connections.joinsSession { try validateForSession() }
    if mapPath != nil {
      try rhythm.requireNone()
    } else {
      _ = try rhythm.section(tempo)
      guard start == nil else {
        throw ValidationError("--start needs a tempo map. Give a FILE instead of a tempo.")
      }
      if case .file = options.destination, options.seconds == nil {
        throw ValidationError("A file must end. Add a duration, such as --duration 3min.")
      }
    }
  }

  /// A session has one tempo, and its bars have begun.
  private func validateForSession() throws {
    guard mapPath == nil else {
      throw ValidationError(
        "--link takes its tempo from the session. Give a tempo instead of a FILE.")
    }
    guard rhythm.ramp == nil else {
      throw ValidationError("--link takes its tempo from the session. Remove --ramp.")
    }
    guard countIn == nil else {
      throw ValidationError("--link begins with the session's next bar. Remove --count-in.")
    }
    guard SharedTempo.allows(try rhythm.section(tempo).tempo.first) else {
      throw ValidationError(
        "The tempo of a Link session is 20 to 999 quarter notes per minute. Choose such a tempo.")
    }
  }

  package func run() async throws {
    let program = try program()
    if save { try SavedTempo.ofUser.write(program.map.sections[0].tempo.first) }
    let link = try connections.link(
      section: program.map.sections[0], level: program.level, needsTimes: jsonl)
    defer { link?.finish() }
    if let session = screenSession(), case .device(let device) = options.destination {
      let app = MetronomeApp(
        program: program, device: device, channelCount: options.channelCount,
        sampleRate: options.requestedSampleRate, session: session, capabilities: capabilities,
        guide: link)
      return try await app.run()
    }
    let lines = jsonl ? BeatLines(guide: link, stop: { _ = kill(getpid(), SIGINT) }) : nil
    let run = SoundRun(
      destination: options.destination, channelCount: options.channelCount,
      sampleRate: options.requestedSampleRate, title: program.title,
      duration: program.duration,
      onEvent: { event in
        link?.tell(event)
        lines?.handle(event)
      }
    ) { format in
      try program.sound(
        sampleRate: format.sampleRate, channelCount: format.channelCount, log: lines?.log,
        guide: link)
    }
    try await run.run()
    try lines?.finish()
  }

  private var capabilities: Capabilities {
    Capabilities(environment: .process, isTerminal: ByteOutput.standardOutput.isTerminal)
  }

  /// The terminal for the full-screen view, or `nil` for the status line.
  private func screenSession() -> TerminalSession? {
    guard !plain, !jsonl, capabilities.canMoveCursor, case .device = options.destination,
      let keyboard = TerminalSession.keyboardDescriptor()
    else { return nil }
    return TerminalSession(output: .standardOutput, inputDescriptor: keyboard)
  }
}

// MARK: - From options to a program

extension MetronomeCommand {
  /// The path of the tempo map; `nil` if the argument is a tempo.
  private var mapPath: String? {
    guard let tempo else { return nil }
    guard (try? RhythmOptions.line(of: tempo)) == nil else { return nil }
    let isName = tempo == "-" || tempo.contains("/") || tempo.hasSuffix(".tempo")
    return isName || FileIdentity(path: tempo) != nil ? tempo : nil
  }

  /// Creates the program to play.
  ///
  /// - Returns: The tempo map with count-in, clicks, level and duration.
  /// - Throws: `TempoMapFileError`, `AudioFileError` or `ValidationError`.
  func program() throws -> MetronomeProgram {
    var map = try mapPath.map { try TempoMapFile.read($0) } ?? TempoMap([rhythm.section(tempo)])
    if let start, !map.start(atLabel: start) {
      let labels = map.sections.map(\.label).filter { !$0.isEmpty }
      throw ValidationError(
        "No line has the label '\(start)'. The map's labels: \(labels.joined(separator: ", ")).")
    }
    if let speed { map.scaleTempos(by: speed) }
    map.countIn(barCount: countIn ?? 0)
    var program = MetronomeProgram(map: map)
    switch sound {
    case .voice(let voice): program.clicks = .synthesised(voice)
    case .files(let paths):
      program.clicks = .own(try paths.map { try MetronomeText.click(path: $0) })
    case nil: break
    }
    program.level = level ?? program.level
    program.duration = options.seconds
    if case .file = options.destination, program.isEndless {
      throw ValidationError("A file must end. Add a duration, such as --duration 3min.")
    }
    return program
  }
}
