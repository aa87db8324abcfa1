package import ArgumentParser
import AudioDevices
import CommandKit
package import Connections
import InstrumentTuning
import LiveAudio
package import MusicTheory
package import TuneCommands

/// `kammerton serve`: serves the tuner as a page, for this machine or for phones in the same
/// network. `kammerton-network` runs it.
package struct ServeCommand: NetworkCommand, DeviceCommand {
  package static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve the tuner as a web page.",
    usage: "kammerton serve [<options>]",
    discussion: """
      Phones allow microphones over https only: use --host 0.0.0.0 --tls. See docs/serve.md.

      Example: kammerton serve --host 0.0.0.0 --listen
      """)

  @Flag(help: "Send the readings of this machine's microphone to /api/readings.")
  package var listen = false

  @Option(
    help: ArgumentHelp(
      "Microphone for --listen, by number or part of its name.", valueName: "name"))
  private var microphone: String?

  @OptionGroup private var simulation: SimulationOption

  @Option(
    help: ArgumentHelp(
      "Write the page as files to this directory, for any web host.", valueName: "dir"),
    completion: .directory)
  package var export: String?

  @Flag(help: "Export into a directory that holds other files.")
  package var force = false

  @OptionGroup(title: "Server options") package var server: ServerOptions
  @OptionGroup(title: "Metronome options") package var beat: PacketRelayOptions
  @OptionGroup(title: "Strum options") private var strum: StrumOptions
  @OptionGroup(title: "Listening options") private var options: AnalysisOptions

  package init() {}

  package var needsNetworkProgram: Bool { true }

  var adviceOnDevices: String { "--microphone NAME, or --simulate" }

  package func validate() throws {
    for (option, value) in [
      ("--host", server.host), ("--site", server.site), ("--certificate", server.certificate),
      ("--key", server.key), ("--export", export),
    ] where value == "" {
      throw ValidationError("\(option) is empty. Give a value, or leave it out.")
    }
    try Refusals.limit("--port", server.port, to: 0...65_535)
    guard (server.certificate == nil) == (server.key == nil) else {
      throw ValidationError("--certificate and --key need each other. Give both.")
    }
    let isForListening =
      microphone != nil || simulation.simulate != nil || strum.isWanted || server.rate != nil
    guard listen || !isForListening else {
      throw ValidationError(
        "--microphone, --simulate, --strum, --strings and --rate need --listen. Add it.")
    }
    try Refusals.limit("--rate", server.rate, to: 1...100)
    try Refusals.exclude([
      "--microphone": microphone != nil, "--simulate": simulation.simulate != nil,
    ])
    try Refusals.require("--export", export != nil, for: ["--force": force])
    let isServing =
      listen || beat.isGiven || server.isSecure || server.host != nil || server.port != nil
    guard export == nil || !isServing else {
      throw ValidationError(
        """
        --export only writes files. Remove --host, --port, --tls, --certificate, --listen and --join.
        """)
    }
    try options.requireNotes()
    try options.requireOneEstimator()
  }
}

// MARK: - Listening

extension ServeCommand {
  /// Returns the tuner whose readings viewers receive.
  package func model() throws -> TunerModel {
    let settings = listen ? SavedSettings.load() : SavedSettings()
    var setup = TunerSetup()
    if let pitch = settings.concertPitch { setup.concertPitch = pitch.frequency }
    if let pitch = options.givenConcertPitch { setup.concertPitch = pitch.frequency }
    setup.concertPitch = try options.air.moved(frequency: setup.concertPitch)
    if let scale = options.temperament.temperament { setup.scale = scale }
    if let root = options.temperament.root { setup.root = root }
    return TunerModel(setup)
  }

  /// Returns the targets of all strings of a strum; `nil` for single notes.
  package func strumSetup(_ setup: TunerSetup) throws -> StrumSetup? {
    try strum.setup(setup, catalog: .builtIn)
  }

  /// Returns the readings of the microphone, or of simulated tones.
  ///
  /// - Parameters:
  ///   - reference: The concert pitch of tones and ranges that are given as notes.
  ///   - strum: The targets of a strum; `nil` for single notes.
  ///   - chords: Gets the chords.
  ///   - onStrum: Called with each reading of the strum.
  /// - Returns: Events, until the source ends.
  package func events(
    under reference: ConcertPitch, _ strum: StrumSetup?, chords: ChordWatch,
    onStrum: @escaping @Sendable ([UInt8]) -> Void
  ) -> TunerLineWriter.Events {
    let analysis = options.analysis(under: reference)
    var source = chords.tap(source(under: reference))
    if let strum { source = StrumTap(source, strum, report: onStrum) }
    return Live(source: source, buffering: .newest(32)) { sampleRate in
      try TunerListener(
        analysis.tracker(
          sampleRate: sampleRate, hop: .seconds(1 / (server.rate ?? 50)), isLive: true))
    }
  }

  private func source(under reference: ConcertPitch) -> any AudioSource {
    switch simulation.simulate {
    case let simulated?: simulated.source(under: reference, clock: ContinuousClock())
    case nil:
      SavedSettings.load()
        .microphone(named: microphone, channel: options.analysis.channel.inputChannel)
    }
  }
}

/// Options of the address, the content and the encryption of `kammerton serve`.
package struct ServerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Address to serve at; 0.0.0.0 is the whole network. (default: 127.0.0.1)", valueName: "name"))
  var host: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Port, 0...65535; 0 chooses a free one. (default: 8440)", valueName: "n"))
  package var port: Int?

  @Option(help: ArgumentHelp("Readings per second, 1...100. (default: 50)", valueName: "n"))
  var rate: Double?

  @Option(
    help: ArgumentHelp(
      "Directory of the page. (default: the installed one)", valueName: "dir"),
    completion: .directory)
  package var site: String?

  @Flag(help: "Serve over https, with a certificate made here or from --certificate.")
  package var tls = false

  @Option(
    help: ArgumentHelp(
      "Certificate for https, a PEM file; needs --key.", valueName: "file"), completion: .file()
  )
  package var certificate: String?

  @Option(
    help: ArgumentHelp(
      "Private key of --certificate, a PEM file.", valueName: "file"),
    completion: .file())
  package var key: String?

  @Flag(help: "Print the address without its QR code.")
  package var noQr = false

  package init() {}

  /// The address, without a port.
  package var address: String { host ?? "127.0.0.1" }
  /// `true` if the page is served over https.
  package var isSecure: Bool { tls || certificate != nil }
}
