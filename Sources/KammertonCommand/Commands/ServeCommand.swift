import ArgumentParser
import AudioDevices
import CommandIO
import LiveAudio
import MusicTheory
import TerminalUI
import TunerScreen
import WebServer

/// `kammerton serve`: the tuner as a page, for this machine or for phones in the same network.
struct ServeCommand: AsyncParsableCommand, DeviceCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve the tuner's page to browsers.",
    usage: "kammerton serve [<options>]",
    discussion: """
      Phones need https to hear: --host 0.0.0.0 --tls. docs/serve.md says more.

      Example: kammerton serve --host 0.0.0.0 --listen
      """)

  @Option(
    help: ArgumentHelp("Address; 0.0.0.0 for the network. (default: 127.0.0.1)", valueName: "name"))
  private var host: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("0 for any. (default: 8440)", valueName: "n"))
  private var port: Int?

  @Option(help: ArgumentHelp("The page's folder.", valueName: "dir"), completion: .directory)
  private var site: String?

  @Flag(help: "Https, with a certificate made here or --certificate.")
  private var tls = false

  @Option(
    help: ArgumentHelp("Your own, as PEM, with --key FILE.", valueName: "file"), completion: .file()
  )
  private var certificate: String?

  @Option(
    help: ArgumentHelp("PEM, of --certificate.", valueName: "file", visibility: .hidden),
    completion: .file())
  private var key: String?

  @Flag(help: "Send what this machine hears to /api/readings.")
  private var listen = false

  @Option(help: ArgumentHelp("The microphone of --listen.", valueName: "name"))
  private var device: String?

  @OptionGroup private var simulation: SimulationOption

  @Flag(help: ArgumentHelp("No QR code of the address.", visibility: .hidden))
  private var noQr = false

  @Option(
    help: ArgumentHelp("Write the page as files, for any web host.", valueName: "dir"),
    completion: .directory)
  private var export: String?

  @Flag(help: ArgumentHelp("Export among the files of others.", visibility: .hidden))
  private var force = false

  @OptionGroup private var options: AnalysisOptions

  var adviceOnDevices: String { "--device NAME, or --simulate" }

  func validate() throws {
    guard (0...65_535).contains(port ?? 0) else {
      throw ValidationError("--port must lie in 0...65535.")
    }
    guard (certificate == nil) == (key == nil) else {
      throw ValidationError("--certificate and --key need each other.")
    }
    guard listen || (device == nil && simulation.simulate == nil) else {
      throw ValidationError("--device and --simulate are for --listen.")
    }
    guard device == nil || simulation.simulate == nil else {
      throw ValidationError("--device and --simulate exclude each other.")
    }
    guard export != nil || !force else { throw ValidationError("--force is for --export.") }
    guard export == nil || !(listen || isSecure || host != nil || port != nil) else {
      throw ValidationError("--export serves nothing: leave out what is for serving.")
    }
    try options.requireNotes()
  }

  func run() async throws {
    let page = try SiteFolder.site(in: site)
    if let export {
      try write(page, to: export)
    } else {
      try await serve(page)
    }
  }

  private func write(_ page: WebSite, to directory: String) throws {
    let export = SiteExport(page)
    try export.write(to: directory, force: force)
    try say("\(export.fileCount) files in \(directory)".printable)
  }
}

// MARK: - Serving

extension ServeCommand {
  private var address: String { host ?? "127.0.0.1" }
  private var isSecure: Bool { tls || certificate != nil }

  /// Serves until a signal asks to stop, which is no error.
  private func serve(_ page: WebSite) async throws {
    let names = LocalNames.current()
    let token = LocalNames.isLoopback(address) ? nil : AccessToken()
    let broadcaster = listen ? EventBroadcaster() : nil
    let server = WebServer(
      site: page, readings: broadcaster, host: address, port: port ?? 8440,
      access: token.map { .token($0, isSecure: isSecure) } ?? .thisMachine,
      identity: try identity(names))
    let model = try model()
    let task = Task {
      try await withThrowingTaskGroup(of: Bool.self) { group in
        group.addTask {
          try await server.run { announce(port: $0, token: token, names) }
          return true
        }
        if let broadcaster {
          group.addTask {
            try await ListenFeed(broadcaster: broadcaster).run(
              events(under: model.state.setup.reference), model)
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
    if let certificate, let key {
      return try ServerIdentity(certificates: contents(certificate), key: contents(key))
    }
    guard tls else { return nil }
    guard let directory = UserFiles(environment: .process, purpose: .state).directory else {
      throw CertificateError.notKept(path: "~", reason: "neither XDG_STATE_HOME nor HOME is set")
    }
    var all = names.certified
    if !all.contains(address), address != "0.0.0.0", address != "::" { all.append(address) }
    let (identity, isNew) = try CertificateStore(directory: directory).identity(for: all)
    if isNew { complain("A new certificate is in \(directory); browsers will ask about it once.") }
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
      host: address, port: port, isSecure: isSecure, token: token?.text, names: names
    ).addresses
    var lines = ["Kammerton is at \(addresses[0]) until Ctrl-C."]
    lines += addresses.dropFirst().map { "             or \($0)" }
    if token != nil { lines = code(of: addresses[0]) + lines }
    do throws(OutputError) {
      try ByteOutput.standardOutput.write(lines.joined(separator: "\n") + "\n")
    } catch {
      if error != .closed { complain("\(error) Nobody knows the address, then.") }
    }
    if token != nil, !isSecure, !listen {
      complain("Phones give their microphone to https only: add --tls, or --listen with this one.")
    }
  }

  /// The lines of the code, where there is a terminal that can show it.
  private func code(of address: String) -> [String] {
    let output = ByteOutput.standardOutput
    let capabilities = Capabilities(environment: .process, isTerminal: output.isTerminal)
    guard !noQr, output.isTerminal, capabilities.hasUnicode, let code = QRCode(address) else {
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
    if let scale = options.temperament.temperament { setup.scale = scale }
    if let root = options.temperament.root { setup.root = root }
    var model = TunerModel(setup)
    if simulation.simulate == nil { model.clock = settings.clock }
    return model
  }

  /// Fifty readings a second, which is more than a display shows.
  private func events(under reference: ConcertPitch) -> TunerFeed.Events {
    let analysis = options.analysis(under: reference)
    let pitches = LivePitches(source: source(under: reference), buffering: .newest(32)) {
      sampleRate in
      try analysis.tracker(
        sampleRate: sampleRate, hop: Self.hop, isLive: true)
    }
    return pitches.events
  }

  private static var hop: Hop { .seconds(0.02) }

  private func source(under reference: ConcertPitch) -> any AudioSource {
    switch simulation.simulate {
    case let simulated?: simulated.source(under: reference, clock: ContinuousClock())
    case nil:
      MicrophoneSource(
        device: DeviceSelection(device ?? ""), channel: options.analysis.channel.inputChannel)
    }
  }
}
