package import ArgumentParser
import AudioDevices
import AudioFiles
import CommandKit
import Connections
import InstrumentTuning
import LiveAudio
import MeasureCommands
import MusicTheory
import PitchEstimation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// `kammerton tune`: the tuner on a microphone, a file, standard input or a simulation.
package struct TuneCommand: AsyncParsableCommand, DeviceCommand {
  package static let configuration = CommandConfiguration(
    commandName: "tune",
    abstract: "Show the note you play and how far off it is.",
    usage: "kammerton tune [FILE | -] [<options>]",
    discussion: """
      Listens to the microphone, or reads FILE. In the full-screen view, ? lists the keys.

      Example: kammerton tune --instrument guitar --tuning drop-d --view strobe
      """)

  @Argument(
    help: ArgumentHelp(
      "Audio file to tune from, or - for standard input.", valueName: "file"),
    completion: .file())
  var input: String?

  @OptionGroup var device: MicrophoneOption

  @OptionGroup var simulation: SimulationOption

  @Flag(
    help: "Process FILE or simulated tones in real time, even in a pipe.")
  var realtime = false

  @Flag(help: "Play FILE through the loudspeaker while it is analysed.")
  var play = false

  @OptionGroup var player: LoudspeakerOption

  @Flag(help: "Print one line per change, as in a pipe, instead of the full-screen view.")
  private var plain = false

  @Flag(help: "Print one JSON object per reading.")
  var jsonl = false

  @Flag(help: "Print the verdict on FILE as one JSON object, and no readings.")
  var json = false

  @Flag(help: "Neither read nor save settings.")
  var noConfig = false

  @Flag(
    inversion: .prefixedNo,
    help: "Record notes for kammerton history. (default: microphone only)")
  private var history: Bool?

  @Flag(help: "Show every note of a chord, its name, pure intervals and beats.")
  private var chord = false

  @OptionGroup var pace: HopOption

  @OptionGroup(title: "Display options") private var display: DisplayOptions
  @OptionGroup(title: "Target options") private var target: TargetOptions
  @OptionGroup(title: "Strum options") private var strum: StrumOptions
  @OptionGroup(title: "Piano options") private var piano: PianoTuneOptions
  @OptionGroup(title: "Beat options") var beats: BeatsOptions
  @OptionGroup(title: "Connection options") var connections: ConnectionOptions
  @OptionGroup(title: "Analysis options") var options: AnalysisOptions
  @OptionGroup(title: "Raw input options") var stream: StreamOptions

  package init() {}

  var adviceOnDevices: String {
    play ? "--realtime instead of --play" : "--microphone NAME, or --simulate"
  }

  package func validate() throws {
    try Refusals.exclude([
      "FILE": input != nil, "--microphone": device.microphone != nil,
      "--simulate": simulation.simulate != nil,
    ])
    guard !play || input != nil else {
      throw ValidationError("--play needs a FILE to play. Add it, or remove --play.")
    }
    try Refusals.require("--play", play, for: ["--loudspeaker": player.loudspeaker != nil])
    try Refusals.exclude(["--plain": plain, "--jsonl": jsonl, "--json": json])
    try Refusals.require("FILE", input != nil && input != "-", for: ["--json": json])
    try Refusals.exclude([
      "--json": json, "--strum": strum.isWanted, "--beats": beats.isWanted,
      "--freeze": display.freeze,
    ])
    try Refusals.exclude([
      "--chord": chord, "--strum": strum.isWanted, "--beats": beats.isWanted,
      "--freeze": display.freeze,
    ])
    if chord, let name = options.ofOnePitch.first(where: \.value)?.key {
      throw ValidationError("\(name) is for one pitch, and --chord shows several. Remove one.")
    }
    let isOfSeveral = piano.isGiven || strum.isWanted || beats.isWanted || chord
    guard !connections.isGiven || !isOfSeveral else {
      throw ValidationError(
        "--osc and --midi need single notes. Remove --piano, --strum, --beats, --chord.")
    }
    try Refusals.exclude(["--freeze": display.freeze, "--strum": strum.isWanted])
    try Refusals.exclude(["--freeze": display.freeze, "--beats": beats.isWanted])
    if let input { try Self.requireFile(input) }
    try options.requireOneEstimator()
    try stream.requireStandardInput(input == "-")
    try target.requireNotes(in: display.notation)
    try piano.refuse([
      ("--instrument and --note", target.isGiven), ("--strum and --strings", strum.isWanted),
      ("--chord", chord),
      ("--beats", beats.isWanted), ("--history", history == true), ("--json", json),
      (DisplayOptions.besidesTolerance, display.isGivenBesidesTolerance),
      (AnalysisOptions.besidesChannel, options.isGivenBesidesChannel),
    ])
  }

  /// Refuses a name of an instrument or a note in the place of a file.
  private static func requireFile(_ input: String) throws {
    guard input != "-", !input.contains("/"), FileIdentity(path: input) == nil else { return }
    let options: [String]
    if (try? InstrumentCatalog.builtIn.instrument(named: input)) != nil {
      options = ["--instrument \(input)"]
    } else if input.last?.isNumber == true, (try? Note(argument: input)) != nil {
      options = ["--note \(input)"]
    } else {
      guard !input.contains(".") else { return }
      let names = InstrumentCatalog.builtIn.instruments.map { $0.name.lowercased() }
      options = NearNames.of(input, in: names, farthest: 2).map { "--instrument \($0)" }
    }
    guard !options.isEmpty else { return }
    throw ValidationError(
      """
      There is no file \(input.printable). Did you mean \(options.joined(separator: " or ").printable)?
      """)
  }

  package func run() async throws {
    let faults = InputFaults()
    defer { faults.report(input == "-" ? "standard input" : input ?? "", "analysed") }
    let settings = noConfig ? SavedSettings() : SavedSettings.load()
    let catalog = try target.catalog()
    let session = screenSession()
    var setup = try setup(settings, catalog, isOnScreen: session != nil)
    let isPitchKnown = try await hearConcertPitch(&setup)
    if piano.isGiven {
      let hasHeard = try await piano.run(
        heardSource(under: setup.reference, inRealTime: session != nil || realtime, faults),
        tolerance: display.tolerance, on: session, capabilities: capabilities, isJSON: jsonl)
      return try report(hasHeard ? .heard : .silent(.quiet), faults)
    }
    // On the screen, all strings are one view of several.
    let strings = try strum.setup(setup, isView: display.view == .strum, catalog: catalog)
    if let strings, session == nil { return try await report(listen(to: strings, faults), faults) }
    let showsChords = chord || display.view == .chord
    if showsChords, session == nil {
      return try await report(listenToChords(setup, faults), faults)
    }
    if let target = try beats.target(under: setup.reference, in: display.notation) {
      return try await report(measureBeats(near: target, setup.reference, faults), faults)
    }
    var shown = setup
    if strings != nil {
      shown.view = .strum
    } else if showsChords {
      shown.view = .chord
    } else if shown.view.isOfSeveralNotes, session == nil || target.isNote {
      shown.view = .needle  // the saved view is for the screen, and for strings
    }
    if display.freeze, shown.view.followsPitch { shown.view = .needle }
    var model = TunerModel(shown)
    model.frozen = display.freeze ? FrozenNote() : nil
    model.catalog = catalog
    model.strumNotes = try strum.notes(in: setup.notation)
    if options.hearsConcertPitch, !isPitchKnown { model.startListeningForConcertPitch() }
    let (recorder, outlet) = (makeRecorder(), try connections.outlet())
    let ending: TunerLineWriter.Ending
    if let session {
      let (end, setupAtEnd) = try await show(model, on: session, recorder, outlet, faults)
      if !noConfig { remember(setupAtEnd, since: shown) }
      ending = end
    } else {
      ending = try await feed(model, recorder, outlet, faults)
    }
    try report(ending, faults)
    guard recorder?.hasLostNotes != true, outlet?.hasFailed != true else {
      throw ExitStatus.someFailed
    }
  }

  /// Returns the saved settings, overridden by the options.
  ///
  /// Plain lines show no instrument and read no keys, so that only options choose one there. The
  /// same holds for --note.
  private func setup(
    _ settings: SavedSettings, _ catalog: InstrumentCatalog, isOnScreen: Bool
  ) throws -> TunerSetup {
    var setup = TunerSetup()
    let problems = setup.take(
      settings, from: catalog, withTarget: isOnScreen && !target.isNote)
    for problem in problems { complain(problem.printable) }
    if let pitch = options.givenConcertPitch { setup.concertPitch = pitch.frequency }
    setup.concertPitch = try options.air.moved(frequency: setup.concertPitch)
    if let scale = options.temperament.temperament {
      (setup.scale, setup.root) = (scale, NoteName(.c))
    } else if target.hasPureFifths {
      (setup.scale, setup.root) = (try ScaleChoice(argument: "pythagorean"), NoteName(.c))
    }
    if let root = options.temperament.root { setup.root = root }
    if let target = try target.target(from: catalog, in: display.notation) { setup.target = target }
    try display.apply(to: &setup)
    return setup
  }

  /// Saves the choices that keys changed.
  private func remember(_ end: TunerSetup, since start: TunerSetup) {
    guard end != start, UserFiles(environment: .process).directory != nil else { return }
    var settings = SavedSettings.load()  // another run may have written meanwhile
    settings.remember(end, since: start)
    do {
      try settings.save()
    } catch {
      complain("The settings were not saved. \(error)")
    }
  }
}

// MARK: - Display

extension TuneCommand {
  var capabilities: Capabilities {
    Capabilities(
      environment: .process, isTerminal: ByteOutput.standardOutput.isTerminal)
  }

  /// The terminal for the full-screen view, or `nil` for lines.
  private func screenSession() -> TerminalSession? {
    guard !plain, !jsonl, !json, capabilities.canMoveCursor,
      let keyboard = TerminalSession.keyboardDescriptor()
    else { return nil }
    return TerminalSession(output: .standardOutput, inputDescriptor: keyboard)
  }

  /// The recorder of notes: by default for a microphone, with --history for a file too.
  private func makeRecorder() -> NoteRecorder? {
    history ?? isLive ? NoteRecorder() : nil
  }

  /// - Returns: The ending, and the setup at that time.
  private func show(
    _ model: TunerModel, on session: TerminalSession, _ recorder: NoteRecorder?,
    _ outlet: (any ReadingOutlet)?, _ faults: InputFaults
  ) async throws -> (TunerLineWriter.Ending, TunerSetup) {
    let (sound, strums, chords) = (SoundHistory(), StrumWatch(), ChordWatch())
    let app = TunerApp(
      model: model, session: session, capabilities: capabilities, history: sound, strums: strums,
      chords: chords, recorder: recorder, outlet: outlet)
    let events = events(
      of: model, object: target.object, inRealTime: true, faults, sound, strums, chords: chords)
    let setup = try await app.run(events)
    if let input, app.ending == .heard, !setup.view.isOfSeveralNotes {
      try say(app.summary(of: TrackInput(input).name.printable))
    }
    return (app.ending, setup)
  }

  private func feed(
    _ model: TunerModel, _ recorder: NoteRecorder?, _ outlet: (any ReadingOutlet)?,
    _ faults: InputFaults
  ) async throws -> TunerLineWriter.Ending {
    var feed = TunerLineWriter(style: style, recorder: recorder, outlet: outlet)
    // Degrees of a scale have no names, and a frozen pitch is a verdict on each note.
    if json {
      feed.verdict = .json
    } else if !jsonl, input != nil, input != "-", model.frozen == nil,
      !model.state.setup.hasDegrees
    {
      feed.verdict = .lines
    }
    feed.provenance = provenance(model)
    let events = events(
      of: model, object: target.object, inRealTime: realtime, faults, chords: feed.chords)
    return try await feed.run(events, model)
  }

  var style: TunerLineWriter.Style {
    jsonl ? .jsonLines : .plain(hasUnicode: capabilities.hasUnicode)
  }

  /// Reports a file or a pipe that ended without a tone. With --jsonl, the exit status stays 0.
  private func report(_ ending: TunerLineWriter.Ending, _ faults: InputFaults) throws {
    // A microphone, a pipe and a screen run until they are stopped; a file has an end of its own.
    if case .stopped = ending, let input, input != "-", screenSession() == nil {
      throw ExitStatus.interrupted
    }
    guard let input, case .silent(let silence) = ending else { return }
    let name = TrackInput(input).name.printable
    let reason = faults.hasOppositeChannels ? Silence.oppositeChannels : silence.advice
    complain("No tone was detected in \(name). \(reason)")
    if !jsonl { throw ExitStatus.nothingDone }
  }
}
