import ArgumentParser
import AudioDevices
import CommandKit
import LiveAudio
import MessageCommands
import Pairing
import PairingByAir
import PairingNetwork
import WebServer

/// What `kammerton pair` does.
struct PairRun {
  let command: PairCommand

  /// Refuses what a pairing does not allow, before a device is opened.
  func check() throws {
    do {
      var handOver: HandOver?
      if case .argument? = source { handOver = try self.handOver() }  // a file is read when it runs
      _ = try PairingOffer(handOver: handOver, window: window())
    } catch {
      throw ValidationError("\(error)")
    }
  }

  func run() async throws {
    try check()
    let task = Task { try await pair() }
    let interruption = Interruption()
    let watcher = interruption.watchSignals { task.cancel() }
    defer { withExtendedLifetime(watcher) {} }
    do {
      try deliver(try await task.value)
    } catch {
      // What fails because the user has ended it is no news.
      throw interruption.isRequested ? ExitStatus.interrupted : error
    }
  }

  private func pair() async throws -> PairingResult {
    let air = PairingAir(band: command.air.band, mode: command.air.mode)
    let handOver = try handOver()
    let isAnswered = command.yes
    guard let answers = isAnswered || source == nil ? 0 : source?.answers else {
      throw NobodyToCompare()
    }
    let question = PairingQuestion(isAnswered: isAnswered, descriptor: answers)
    let status = PairingStatus()
    defer { status.clear() }
    let play = PairingSound.player(command.loudspeaker)
    let compare: @Sendable (ShortString) async -> Bool = { string in
      status.clear()
      return await question.ask(string)
    }
    let say: @Sendable ([UInt8]) async throws -> Void = { try await play(AirMessage($0, air: air)) }
    if command.offer, command.network {
      return try await NetworkPairing.offer(
        handOver: handOver, at: Self.address, window: window(), sayBySound: say,
        compare: compare, onEvent: status.take)
    }
    return try await LiveSound.listen(to: MicrophoneSource(named: command.microphone)) { sound in
      if command.offer {
        let offer = try PairingOffer(handOver: handOver, window: window())
        return try await AirPairing(offer, air: air).run(
          hearing: sound.blocks, sampleRate: sound.sampleRate, play: play, compare: compare,
          onEvent: status.take)
      }
      return try await NetworkPairing.join(
        heard: air.messages(in: sound.blocks, sampleRate: sound.sampleRate),
        pace: AirPairing<PairingJoin>.pace(air), window: window(), sayBySound: say,
        compare: compare, onEvent: status.take)
    }
  }

  func window() throws(PairingError) -> PairingWindow {
    try PairingWindow(start: 0, lifetime: command.lifetime ?? PairingWindow.defaultLifetime)
  }

  private var source: PairingPayload? {
    if let payloadFile = command.payloadFile { return .file(payloadFile) }
    return command.payload.map { $0 == "-" ? .file("-") : .argument($0) }
  }

  /// Reads the payload; standard input only once.
  func handOver() throws -> HandOver? {
    guard let payload = try source?.text() else { return nil }
    let looksLikeURL = payload.contains("://") && !payload.contains(where: \.isWhitespace)
    let kind = command.kind ?? (looksLikeURL ? .url : .text)
    return try kind.handOver(payload)
  }

  /// This machine's likeliest address of IPv4 in the local network; without a network, the loopback.
  private static var address: [UInt8] {
    let addresses = LocalNames.current().addresses.map { text in
      text.split(separator: ".").compactMap { UInt8($0) }
    }
    return addresses.first { LocalAddress(bytes: $0, port: 1024) != nil } ?? [127, 0, 0, 1]
  }

  private func deliver(_ result: PairingResult) throws {
    if let secretPath = command.secretPath {
      try SecretFile.write(result.sharedSecret, to: secretPath)
    }
    guard command.join, let handOver = result.handOver else { return }
    try ByteOutput.standardOutput.write(handOver.text + "\n")
  }
}

extension HandOverKind {
  func handOver(_ text: String) throws(PairingError) -> HandOver {
    switch self {
    case .text: return .text(text)
    case .address: return .address(text)
    case .url: return .url(text)
    case .tuner:
      switch TunerHandOver.read(text) {
      case .success(let settings): return .tuner(settings)
      case .failure(let problem): throw .handOverRefused(problem)
      }
    }
  }
}
