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
    abstract: "Click at TEMPO (120, 3/8=80) or along a tempo map.",
    usage: "kammerton metronome [TEMPO | FILE | -] [<options>]",
    discussion: "Example: kammerton metronome 120 --meter 7/8=2+2+3 --ramp +5/4bars")

  @Argument(
    help: ArgumentHelp("Beats a minute, or a tempo map.", visibility: .hidden),
    completion: .file(extensions: ["tempo"]))
  var tempo: String?

  @Option(help: ArgumentHelp("As in 3/4 or 7/8=2+2+3.", valueName: "n/d"))
  var meter: String?

  @Option(help: ArgumentHelp("A sign a beat: X, O, x, o, or . for none.", valueName: "signs"))
  var pattern: String?

  @Option(help: ArgumentHelp("Clicks to a beat, 1...16.", valueName: "count"))
  var subdivide: String?

  @Option(help: ArgumentHelp("The first of a pair takes 50...80 %.", valueName: "percent"))
  var swing: String?

  @Option(help: ArgumentHelp("A second voice, as in 3:4.", valueName: "n:m"))
  var poly: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("+5/4bars, -10/30s, +5/4bars..180[,steps].", valueName: "ramp"))
  var ramp: String?

  @Option(help: ArgumentHelp("Silent bars: 3:1, or 25% at random.", valueName: "bars"))
  var mute: String?

  @Option(
    help: ArgumentHelp("Bars before the first.", valueName: "bars"),
    transform: MetronomeText.countIn)
  var countIn: Int?

  @Option(
    help: ArgumentHelp("click, wood, beep, rod, rock, or files.", valueName: "name"),
    transform: MetronomeText.sound)
  var sound: MetronomeText.Sound?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Peak in dBFS, -120...0. (default: -10)", valueName: "db"),
    transform: ToneText.level)
  var level: Double?

  @OptionGroup var options: SoundOptions

  @Option(help: ArgumentHelp("Start at a label of FILE.", visibility: .hidden))
  var start: String?

  @Option(
    help: ArgumentHelp("Percent of the written tempos.", visibility: .hidden),
    transform: MetronomeText.speed)
  var speed: Double?

  @Option(help: ArgumentHelp("Another seed silences other bars.", visibility: .hidden))
  var seed: UInt64?

  @Flag(help: ArgumentHelp("Remember TEMPO as the default.", visibility: .hidden))
  var save = false

  @Flag(help: ArgumentHelp("No full-screen view.", visibility: .hidden))
  var plain = false

  @Option(help: ArgumentHelp("Channels to play the same on, 1...8.", visibility: .hidden))
  var channels: Int?

  var adviceOnDevices: String { "--device NAME, or --output FILE" }

  func validate() throws {
    guard (1...8).contains(channels ?? 1) else {
      throw ValidationError("--channels must lie in 1...8, but is \(channels ?? 1).")
    }
    if mapPath != nil {
      try requireNoSectionOptions()
    } else {
      _ = try section()
      guard start == nil else { throw ValidationError("--start needs a tempo map.") }
      if case .file = options.destination, options.seconds == nil {
        throw ValidationError("A file needs an end: add --duration, as in --duration 3min.")
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
        "No line has the label '\(start)'; there are: \(labels.joined(separator: ", ")).")
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
      throw ValidationError("A file needs an end: add --duration, as in --duration 3min.")
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
        "A tempo map says its \(first.0.dropFirst(2)) itself; leave \(first.0) out.")
    }
  }
}
