import ArgumentParser
import AudioDevices
import CommandIO
import CommandOptions
import InstrumentTuning
import LiveAudio
import MusicTheory
import TerminalUI
import TunerScreen
import WebServer

/// `kammerton serve`: the tuner as a page, for this machine or for phones in the same network.
struct ServeCommand: AsyncParsableCommand, DeviceCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve the tuner as a web page.",
    usage: "kammerton serve [<options>]",
    discussion: """
      Phones allow microphones over https only: use --host 0.0.0.0 --tls. See docs/serve.md.

      Example: kammerton serve --host 0.0.0.0 --listen
      """)

  @Flag(help: "Send the readings of this machine's microphone to /api/readings.")
  private var listen = false

  @Option(
    help: ArgumentHelp(
      "Microphone for --listen, by number or part of its name.", valueName: "name"))
  private var microphone: String?

  @OptionGroup private var simulation: SimulationOption

  @Option(
    help: ArgumentHelp(
      "Write the page as files to this directory, for any web host.", valueName: "dir"),
    completion: .directory)
  private var export: String?

  @Flag(help: "Export into a directory that holds other files.")
  private var force = false

  @OptionGroup(title: "Server options") private var server: ServerOptions
  @OptionGroup(title: "Strum options") private var strum: StrumOptions
  @OptionGroup(title: "Listening options") private var options: AnalysisOptions

  var adviceOnDevices: String { "--microphone NAME, or --simulate" }

  func validate() throws {
    guard (0...65_535).contains(server.port ?? 0) else {
      throw ValidationError("--port must be between 0 and 65535.")
    }
    guard (server.certificate == nil) == (server.key == nil) else {
      throw ValidationError("--certificate and --key need each other. Give both.")
    }
    let isForListening =
      microphone != nil || simulation.simulate != nil || strum.isWanted || server.rate != nil
    guard listen || !isForListening else {
      throw ValidationError(
        "--microphone, --simulate, --strum, --strings and --rate need --listen. Add it.")
    }
    guard (1...100).contains(server.rate ?? 1) else {
      throw ValidationError("--rate must be between 1 and 100.")
    }
    guard microphone == nil || simulation.simulate == nil else {
      throw ValidationError("--microphone and --simulate exclude each other. Give one of them.")
    }
    guard export != nil || !force else {
      throw ValidationError("--force needs --export. Add it, or remove --force.")
    }
    guard export == nil || !(listen || server.isSecure || server.host != nil || server.port != nil)
    else {
      throw ValidationError(
        "--export only writes files. Remove --host, --port, --tls, --certificate and --listen.")
    }
    try options.requireNotes()
    try options.requireOneEstimator()
  }

  func run() async throws {
    let page = try SiteFolder.site(in: server.site)
    if let export {
      try write(page, to: export)
    } else {
      try await serve(page)
    }
  }

  private func write(_ page: WebSite, to directory: String) throws {
    let export = SiteExport(page)
    try export.write(to: directory, force: force)
    try say("Files written to \(directory): \(export.fileCount)".printable)
  }
}

// MARK: - Serving

extension ServeCommand {
  /// Serves until a signal asks to stop, which is no error.
  private func serve(_ page: WebSite) async throws {
    let names = LocalNames.current()
    let token = LocalNames.isLoopback(server.address) ? nil : AccessToken()
    let broadcaster = listen ? EventBroadcaster() : nil
    let webServer = WebServer(
      site: page, readings: broadcaster, host: server.address, port: server.port ?? 8440,
      access: token.map { .token($0, isSecure: server.isSecure) } ?? .thisMachine,
      identity: try identity(names))
    let model = try model()
    let strum = try strum.setup(model.state.setup, catalog: .builtIn)
    let task = Task {
      try await withThrowingTaskGroup(of: Bool.self) { group in
        group.addTask {
          try await webServer.run { announce(port: $0, token: token, names) }
          return true
        }
        if let broadcaster {
          group.addTask {
            try await ListenFeed(broadcaster: broadcaster).run(
              events(under: model.state.setup.reference, strum, broadcaster), model)
            return false  // the page stays, whatever the source does
          }
        }
        while let isServer = try await group.next(), !isServer {}
        group.cancelAll()
      }
    }
    let watcher = Interruption().watchSignals { task.cancel() }
    defer { withExtendedLifetime(watcher) {} }
    try await task.value
  }

  private func identity(_ names: LocalNames) throws -> ServerIdentity? {
    if let certificate = server.certificate, let key = server.key {
      return try ServerIdentity(certificates: contents(certificate), key: contents(key))
    }
    guard server.tls else { return nil }
    guard let directory = UserFiles(environment: .process, purpose: .state).directory else {
      throw CertificateError.notKept(path: "~", reason: "neither XDG_STATE_HOME nor HOME is set")
    }
    var all = names.certified
    let address = server.address
    if !all.contains(address), address != "0.0.0.0", address != "::" { all.append(address) }
    let (identity, isNew) = try CertificateStore(directory: directory).identity(for: all)
    if isNew { complain("A new certificate is in \(directory). Each browser asks about it once.") }
    return identity
  }

  private func contents(_ path: String) throws -> [UInt8] {
    do throws(ByteInputError) {
      return try ByteInput.readWhole(path, atMost: 1 << 20)
    } catch {
      throw CertificateError.unreadable(path: path, reason: error.reason)
    }
  }

  // MARK: - Address

  private func announce(port: Int, token: AccessToken?, _ names: LocalNames) {
    let addresses = ServeAddress(
      host: server.address, port: port, isSecure: server.isSecure, token: token?.text, names: names
    ).addresses
    var lines = ["Kammerton is at \(addresses[0]) until Ctrl-C."]
    lines += addresses.dropFirst().map { "             or \($0)" }
    if token != nil { lines = code(of: addresses[0]) + lines }
    if token == nil, ByteOutput.standardOutput.isTerminal {
      lines.append(
        "Only this machine can open it. For phones, run kammerton serve --host 0.0.0.0 --tls.")
    }
    do throws(OutputError) {
      try ByteOutput.standardOutput.write(lines.joined(separator: "\n") + "\n")
    } catch {
      if error != .closed { complain("\(error) The address could not be printed.") }
    }
    if token != nil, !server.isSecure, !listen {
      complain(
        "Phones allow microphones over https only. Add --tls, or use this machine's with --listen.")
    }
  }

  /// The lines of the code, where there is a terminal that can show it.
  private func code(of address: String) -> [String] {
    let output = ByteOutput.standardOutput
    let capabilities = Capabilities(environment: .process, isTerminal: output.isTerminal)
    guard !server.noQr, output.isTerminal, capabilities.hasUnicode, let code = QRCode(address)
    else {
      return []
    }
    return code.lines(hasColor: capabilities.hasColor)
  }

  // MARK: - Listening

  private func model() throws -> TunerModel {
    let settings = listen ? SavedSettings.load() : SavedSettings()
    var setup = TunerSetup()
    if let pitch = settings.concertPitch { setup.concertPitch = pitch.frequency }
    if let pitch = options.givenConcertPitch { setup.concertPitch = pitch.frequency }
    setup.concertPitch = try options.air.moved(frequency: setup.concertPitch)
    if let scale = options.temperament.temperament { setup.scale = scale }
    if let root = options.temperament.root { setup.root = root }
    var model = TunerModel(setup)
    if simulation.simulate == nil { model.clock = settings.clock }
    return model
  }

  private func events(
    under reference: ConcertPitch, _ strum: StrumSetup?, _ broadcaster: EventBroadcaster
  ) -> TunerFeed.Events {
    let analysis = options.analysis(under: reference)
    var source = source(under: reference)
    if let strum { source = StrumTap(source, strum) { broadcaster.send(strum: $0) } }
    let pitches = LivePitches(source: source, buffering: .newest(32)) { sampleRate in
      try analysis.tracker(
        sampleRate: sampleRate, hop: .seconds(1 / (server.rate ?? 50)), isLive: true)
    }
    return pitches.events
  }

  private func source(under reference: ConcertPitch) -> any AudioSource {
    switch simulation.simulate {
    case let simulated?: simulated.source(under: reference, clock: ContinuousClock())
    case nil:
      MicrophoneSource(
        device: DeviceSelection(microphone ?? ""), channel: options.analysis.channel.inputChannel)
    }
  }
}
