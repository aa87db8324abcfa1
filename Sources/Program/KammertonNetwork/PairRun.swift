import ArgumentParser
import AudioDevices
import CommandKit
import LiveAudio
import MessageCommands
import Pairing
import PairingByAir
import PairingNetwork
import WebServer

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A run of `kammerton pair`.
struct PairRun {
  let command: PairCommand

  /// Refuses a payload or a time limit that a pairing does not allow, before a device is opened.
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
    try requirePlace()
    let task = Task { try await pair() }
    let interruption = Interruption()
    let watcher = interruption.watchSignals { task.cancel() }
    defer { withExtendedLifetime(watcher) {} }
    do {
      try deliver(try await task.value)
    } catch {
      // After an interruption by the user, the error is not worth reporting.
      throw interruption.isRequested ? ExitStatus.interrupted : error
    }
  }

  /// Refuses a file for the secret that cannot be written, before another device takes part.
  private func requirePlace() throws {
    guard let path = command.secretPath else { return }
    if let secret = FileIdentity(path: path), secret == FileIdentity(path: command.payloadFile) {
      throw ValidationError("--save-secret would overwrite the payload. Choose another file.")
    }
    try AtomicTextFile.requirePlace(path)
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
    let compare: @Sendable (PairingDigits) async -> Bool = { digits in
      status.clear()
      return await question.ask(digits)
    }
    let say: @Sendable ([UInt8]) async throws -> Void = { try await play(AirMessage($0, air: air)) }
    if command.offer, command.network {
      return try await NetworkPairing.offer(
        handOver: handOver, at: Self.address, window: window(), sayBySound: say,
        compare: compare, onEvent: status.show)
    }
    let microphone = MicrophoneSource(named: command.microphone).tellingLoss()
    return try await LiveSound.listen(to: microphone) { sound in
      if command.offer {
        let offer = try PairingOffer(handOver: handOver, window: window())
        return try await AirPairing(offer, air: air).run(
          hearing: sound.blocks, sampleRate: sound.sampleRate, play: play, compare: compare,
          onEvent: status.show)
      }
      return try await NetworkPairing.join(
        heard: air.messages(in: sound.blocks, sampleRate: sound.sampleRate),
        pace: AirPairing<PairingJoin>.pace(air), window: window(), sayBySound: say,
        compare: compare, onEvent: status.show)
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

  /// This machine's likeliest IPv4 address in the local network; without a network, the loopback.
  private static var address: [UInt8] {
    let addresses = LocalNames.current().addresses.map { text in
      text.split(separator: ".").compactMap { UInt8($0) }
    }
    return addresses.first { LocalAddress(bytes: $0, port: 1024) != nil } ?? [127, 0, 0, 1]
  }

  /// Saves the secret and prints the payload: either of them, if the other fails.
  func deliver(
    _ result: PairingResult,
    print: (String) throws -> Void = { try ByteOutput.standardOutput.write($0) }
  ) throws {
    try withoutActuallyEscaping(print) { print in
      var outputs: [() throws -> Void] = []
      if let secretPath = command.secretPath {
        outputs.append { try SecretFile.write(result.sharedSecret, to: secretPath) }
      }
      if command.join, let handOver = result.handOver {
        outputs.append { try print(handOver.text + "\n") }
      }
      try Outputs.deliver(outputs)
    }
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

/// The source of the payload of an offer.
enum PairingPayload: Equatable {
  /// An argument, which every user of this machine can see in the list of processes.
  case argument(String)
  /// A file; `-` is standard input.
  case file(String)

  /// - Throws: `ByteInputError` if it cannot be read; ``PayloadIsNoText``.
  func text() throws -> String {
    guard case .file(let path) = self else {
      guard case .argument(let text) = self else { return "" }
      return text
    }
    let bytes = try ByteInput.read(path, limit: 65_536)
    guard let text = String(validating: bytes, as: UTF8.self) else { throw PayloadIsNoText() }
    // Editors and echo add a line end that is not meant.
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  /// The descriptor on which the user answers: the terminal, if standard input brings the payload.
  var answers: Int32? {
    guard self == .file("-") else { return 0 }
    let descriptor = open("/dev/tty", O_RDONLY | O_CLOEXEC | O_NOCTTY)
    return descriptor >= 0 ? descriptor : nil
  }
}

/// A payload that is not UTF-8.
struct PayloadIsNoText: Error, CustomStringConvertible {
  var description: String {
    "The payload is not UTF-8 text. To send any bytes, use kammerton send."
  }
}

/// A payload on standard input without a terminal to answer on.
struct NobodyToCompare: Error, CustomStringConvertible {
  init() {}

  var description: String {
    "Standard input carries the payload, and there is no terminal to type the digits on. "
      + "Give --payload-file FILE, or --yes if nobody is to compare them."
  }
}

/// The loudspeaker of a pairing.
enum PairingSound {
  /// Returns a function that plays a message and waits until it has ended.
  static func player(_ name: String?) -> @Sendable (AirMessage) async throws -> Void {
    return { message in
      let player = SoundPlayer(sink: SpeakerSink(named: name)) {
        try message.sound(sampleRate: $0.sampleRate)
      }
      try await player.play()
    }
  }
}

/// The status line of a pairing.
struct PairingStatus: Sendable {
  private let line = StatusLine()

  init() {}

  @Sendable func show(_ event: PairingEvent) {
    switch event {
    case .waiting(let stage): line.show(Self.text(stage))
    case .done: line.show("Paired.")
    case .failed: line.show("The pairing failed. Telling the other device …")
    case .ignored: break
    }
  }

  func clear() { line.clear() }

  static func text(_ stage: PairingStage) -> String {
    switch stage {
    case .offer: "Listening for an offer …"
    case .join: "Offering. Waiting for the other device …"
    case .reveal: "An offer arrived. Answering …"
    case .comparison: "Type the digits of the other device."
    case .confirmation: "Waiting for the other device to confirm …"
    case .handOver: "Handing over …"
    }
  }
}
