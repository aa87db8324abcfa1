import CommandKit
import Connections
import InstrumentTuning
import KammertonCommand
import LiveAudio
import PitchEstimation
import TuneCommands
import WebServer

/// A run of `kammerton serve`.
struct ServeRun {
  let command: ServeCommand

  private var server: ServerOptions { command.server }

  func run() async throws {
    let page = try WebSite(directory: server.site ?? SiteFolder.path)
    if let export = command.export {
      try write(page, to: export)
    } else {
      try await serve(page)
    }
  }

  private func write(_ page: WebSite, to directory: String) throws {
    let export = SiteExport(page)
    try export.write(to: directory, force: command.force)
    try say("Files written to \(directory): \(export.fileCount)".printable)
  }
}

// MARK: - Serving

extension ServeRun {
  /// Serves until a signal asks to stop, which is no error.
  private func serve(_ page: WebSite) async throws {
    let names = LocalNames.current()
    let token = LocalNames.isLoopback(server.address) ? nil : AccessToken()
    let broadcaster = command.listen ? EventBroadcaster() : nil
    var webServer = WebServer(
      site: page, readings: broadcaster, host: server.address, port: server.port ?? 8440,
      access: token.map { .token($0, isSecure: server.isSecure) } ?? .thisMachine,
      identity: try identity(names))
    webServer.beat = try command.beat.relays().map { BeatEndpoint($0) }
    let model = try command.model()
    let strum = try command.strumSetup(model.state.setup)
    let task = Task { [webServer] in
      try await withThrowingTaskGroup(of: Bool.self) { group in
        group.addTask {
          try await webServer.run { announce(port: $0, token: token, names) }
          return true
        }
        if let broadcaster {
          group.addTask {
            let feed = ListenFeed(broadcaster: broadcaster)
            try await feed.run(
              command.events(under: model.state.setup.reference, strum, chords: feed.chords) {
                broadcaster.send(strum: $0)
              }, model)
            return false  // the page stays when the source ends
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
      return try ServerIdentity(
        certificates: PEMFile.read(certificate), key: PEMFile.read(key, isKey: true))
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
      try ByteOutput.standardOutput.write(styled: lines.joined(separator: "\n") + "\n")
    } catch {
      if error != .closed { complain("\(error) The address could not be printed.") }
    }
    if token != nil, !server.isSecure, !command.listen {
      complain(
        "Phones allow microphones over https only. Add --tls, or use this machine's with --listen.")
    }
  }

  /// Returns the lines of the QR code; none without a terminal that can show it.
  private func code(of address: String) -> [String] {
    let output = ByteOutput.standardOutput
    let capabilities = Capabilities(environment: .process, isTerminal: output.isTerminal)
    guard !server.noQr, output.isTerminal, capabilities.hasUnicode, let code = QRCode(address)
    else {
      return []
    }
    return code.lines(hasColor: capabilities.hasColor)
  }
}

/// This machine's microphone for the viewers of a server: the lines of `tune --jsonl`, the notes of
/// a history, and the state of the device.
struct ListenFeed: Sendable {
  let broadcaster: EventBroadcaster
  /// The chords of the source, which are listened for while several tones sound.
  var chords = ChordWatch()

  /// Runs until the source ends or the task is cancelled.
  func run(_ events: TunerLineWriter.Events, _ startModel: TunerModel) async throws {
    var model = startModel
    var buffer = TextBuffer(capacity: 512)
    for try await event in events {
      event.complain()
      let result = model.take(event)
      model.listen(with: chords)
      if let result {
        buffer.removeAll()
        model.line(for: result).append(to: &buffer)
        broadcaster.send(reading: buffer.bytes)
      }
      send(model.takeEndedNotes())
      if let status = ListenStatus(event) { broadcaster.send(status: Array(status.json.utf8)) }
    }
    model.finishNote()
    send(model.takeEndedNotes())
  }

  private func send(_ ended: [HeardNote]) {
    for note in ended {
      broadcaster.send(note: Array(HistoryObjects.object(note).line().utf8))
    }
  }
}

/// The state of the microphone, for viewers.
struct ListenStatus: Equatable {
  enum State: String {
    case listening, lost, ended
  }

  var state: State
  /// The name of the device, or the reason of its loss.
  var detail: String

  /// Creates the status of an event; `nil` for events that do not concern viewers.
  init?(_ event: LiveEvent<TunerObservation>) {
    switch event {
    case .started(let deviceName, _): self.init(state: .listening, detail: deviceName)
    case .lost(let reason): self.init(state: .lost, detail: reason)
    case .ended: self.init(state: .ended, detail: "")
    case .reading, .skipped, .dropped, .retrying, .resumed: return nil
    }
  }

  private init(state: State, detail: String) {
    (self.state, self.detail) = (state, detail)
  }

  var json: String { "{\"state\":\"\(state.rawValue)\",\"detail\":\(detail.jsonQuoted)}" }
}
