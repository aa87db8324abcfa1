import ArgumentParser
import AudioFiles
import CommandIO
import Metronome
import MetronomeScreen
import SoundPrograms
import TerminalUI

/// `kammerton metronome`: clicks at a tempo, or along a tempo map.
struct MetronomeCommand: AsyncParsableCommand, DeviceCommand {
  static let configuration = CommandConfiguration(
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
      Tempo in beats per minute, such as 120 or 3/8=80, or a tempo map; - reads a map from \
      standard input. (default: the saved tempo, or 80)
      """, valueName: "tempo|file"),
    completion: .file(extensions: ["tempo"]))
  var tempo: String?

  @Option(
    help: ArgumentHelp(
      "Meter, such as 3/4 or 7/8=2+2+3. (default: 4/4)", valueName: "n/d"))
  var meter: String?

  @Option(
    help: ArgumentHelp(
      "One sign per beat: X strong, O medium, x normal, o weak, . silent.", valueName: "signs"))
  var pattern: String?

  @Option(
    help: ArgumentHelp(
      "Clicks per beat, 1...16. (default: 1)", valueName: "count"))
  var subdivide: String?

  @Option(
    help: ArgumentHelp(
      "Share of a pair that the first note takes, 50...80 %. (default: 50)", valueName: "percent"))
  var swing: String?

  @Option(
    help: ArgumentHelp(
      "Add a second voice in this ratio, such as 3:4.", valueName: "n:m"))
  var poly: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Change the tempo steadily: +5/4bars is 5 faster every 4 bars. Also -10/30s, or \
      +5/4bars..180[,steps] up to a limit.
      """, valueName: "ramp"))
  var ramp: String?

  @Option(
    help: ArgumentHelp(
      "Play some bars silently: 3:1 after every three, 25% at random.", valueName: "bars"))
  var mute: String?

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
    transform: ToneText.level)
  var level: Double?

  @OptionGroup(title: "Output options") var options: SoundOptions

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

  @Option(
    help: ArgumentHelp(
      "With --mute 25%: the seed that chooses the silent bars. (default: 1)", valueName: "n"))
  var seed: UInt64?

  @Flag(help: "Save TEMPO as the default.")
  var save = false

  @Flag(help: "Print a status line instead of the full-screen view.")
  var plain = false

  @Option(
    help: ArgumentHelp(
      "Play the same on this many channels, 1...8. (default: 1)", valueName: "n"))
  var channels: Int?

  var adviceOnDevices: String { "--loudspeaker NAME, or --output FILE" }

  func validate() throws {
    guard (1...8).contains(channels ?? 1) else {
      throw ValidationError("--channels must be between 1 and 8, but is \(channels ?? 1).")
    }
    if mapPath != nil {
      try requireNoSectionOptions()
    } else {
      _ = try section()
      guard start == nil else {
        throw ValidationError("--start needs a tempo map. Give a FILE instead of a tempo.")
      }
      if case .file = options.destination, options.seconds == nil {
        throw ValidationError("A file must end. Add a duration, such as --duration 3min.")
      }
    }
  }

  func run() async throws {
    let program = try program()
    if save { try SavedTempo.ofUser.write(program.map.sections[0].tempo.first) }
    if let session = screenSession(), case .device(let device) = options.destination {
      let app = MetronomeApp(
        program: program, device: device, channelCount: channels ?? 1,
        sampleRate: options.requestedSampleRate, session: session, capabilities: capabilities)
      return try await app.run()
    }
    let run = SoundRun(
      destination: options.destination, channelCount: channels ?? 1,
      sampleRate: options.requestedSampleRate, title: program.title
    ) { format in
      try program.sound(sampleRate: format.sampleRate, channelCount: format.channelCount)
    }
    try await run.run()
  }

  private var capabilities: Capabilities {
    Capabilities(environment: .process, isTerminal: ByteOutput.standardOutput.isTerminal)
  }

  /// The terminal for the full-screen view, or `nil` for the status line.
  private func screenSession() -> TerminalSession? {
    guard !plain, capabilities.canMoveCursor, case .device = options.destination,
      let keyboard = TerminalSession.keyboardDescriptor()
    else { return nil }
    return TerminalSession(output: .standardOutput, inputDescriptor: keyboard)
  }
}

// MARK: - From options to a program

extension MetronomeCommand {
  /// The tempo map that is to be played; `nil` if the argument is a tempo.
  private var mapPath: String? {
    guard let tempo else { return nil }
    guard (try? Self.line(of: tempo)) == nil else { return nil }
    let isName = tempo == "-" || tempo.contains("/") || tempo.hasSuffix(".tempo")
    return isName || FileIdentity(path: tempo) != nil ? tempo : nil
  }

  /// A line of a tempo map without end at a tempo.
  private static func line(of tempo: String) throws -> TempoSection {
    let line = "* \(tempo)"
    guard !tempo.isEmpty, tempo.allSatisfy({ $0.isASCII && !" \t\n#".contains($0) }) else {
      throw ValidationError(MetronomeError.invalidTempo(tempo).description)
    }
    do throws(TempoMapError) {
      return try TempoMap(parsing: Array(line.utf8)).sections[0]
    } catch {
      throw ValidationError(error.reason.description)
    }
  }

  /// What is played.
  ///
  /// - Returns: The map with everything around it.
  /// - Throws: `TempoMapFileError`, `AudioFileError` or `ValidationError`.
  func program() throws -> MetronomeProgram {
    var map = try mapPath.map { try TempoMapFile.read($0) } ?? TempoMap([section()])
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

  /// The one section that the options describe.
  private func section() throws -> TempoSection {
    do {
      let saved = SavedTempo.ofUser.read() ?? SavedTempo.factory
      var section = try Self.line(of: tempo ?? saved?.notation ?? "80")
      if let meter { section.meter = try Meter(notation: meter) }
      if let pattern {
        section.pattern = try TempoSection.pattern(notation: pattern, meter: section.meter)
      }
      if let subdivide { section.feel.subdivision = try Feel.subdivision(notation: subdivide) }
      if let swing { section.feel.swing = try Feel.swing(notation: swing) }
      if let poly { section.feel.polyrhythm = try Polyrhythm(notation: poly) }
      if let mute { section.rests = try BarRests(notation: mute, seed: seed ?? 1) }
      if let ramp {
        guard case .steady(let tempo) = section.tempo else {
          throw MetronomeError.overlappingRamps
        }
        section.tempo = .ramp(tempo, try TempoRamp(notation: ramp))
      }
      return section
    } catch let error as MetronomeError {
      throw ValidationError(error.description)
    }
  }

  /// A map says all of this itself, line by line.
  private func requireNoSectionOptions() throws {
    let given = [
      ("--meter", meter), ("--pattern", pattern), ("--subdivide", subdivide), ("--swing", swing),
      ("--poly", poly), ("--ramp", ramp), ("--mute", mute),
    ].filter { $0.1 != nil }
    if let first = given.first {
      throw ValidationError(
        "The tempo map sets its own \(first.0.dropFirst(2)). Remove \(first.0).")
    }
  }
}
