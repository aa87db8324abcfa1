import ArgumentParser
import AudioDevices
import CommandIO
import CommandOptions
import LiveAudio
import Pairing
import PairingByAir
import PairingNetwork
import SoundMessages
import SoundModem
import WebServer

/// `kammerton pair`: two devices in a room get a shared secret.
struct PairCommand: AsyncParsableCommand, DeviceCommand {
  static let configuration = CommandConfiguration(
    commandName: "pair",
    abstract: "Pair two devices by sound.",
    usage: "kammerton pair --offer [--payload TEXT] | --join [<options>]",
    discussion: """
      Gives both devices a shared secret, and hands over a payload. Both show six digits: on each, \
      type the digits of the other. See docs/pairing.md.

      Example: kammerton pair --offer --payload https://example.org/
      """)

  @Flag(help: "Start the pairing, and hand over the payload.")
  private var offer = false

  @Flag(help: "Answer an offer, and print its payload.")
  private var join = false

  @Option(
    help: ArgumentHelp(
      """
      Text to hand over, up to 574 bytes; - reads standard input. Other users of this \
      machine can see it in the process list.
      """, valueName: "text"))
  private var payload: String?

  @Option(
    name: .customLong("payload-file"),
    help: ArgumentHelp(
      "Hand over the content of this file, which the process list does not show.", valueName: "file"
    ))
  private var payloadFile: String?

  @Option(
    help: ArgumentHelp(
      """
      Kind of payload: text, address, url or tuner. (default: url if it looks like one, \
      otherwise text)
      """, valueName: "kind"))
  private var kind: HandOverKind?

  @Flag(help: "Let the other device answer over the local network.")
  private var network = false

  @Flag(help: "Accept the digits without asking. Protects against eavesdroppers only.")
  private var yes = false

  @Option(
    help: ArgumentHelp(
      "Time limit for the whole pairing, 5s...15min. (default: 2min)", valueName: "time"),
    transform: SoundDuration.init(argument:))
  private var timeout: SoundDuration?

  @Option(
    name: .customLong("save-secret"),
    help: ArgumentHelp(
      """
      Write the shared secret to this file, as 64 digits, for send and receive --secret.
      """, valueName: "file"))
  private var secretPath: String?

  @OptionGroup private var bands: BandOption

  @Option(
    help: ArgumentHelp(
      """
      Speed and reach, from fast and near to slow and far: touch, desk, room, far or beacon. \
      (default: room)
      """, valueName: "mode"),
    transform: ModemText.mode)
  private var mode: ModemMode?

  @OptionGroup private var device: MicrophoneOption

  @OptionGroup private var player: LoudspeakerOption

  var adviceOnDevices: String { "--microphone NAME or --loudspeaker NAME" }

  func validate() throws {
    guard offer != join else {
      throw ValidationError("Give --offer on one device, and --join on the other.")
    }
    guard offer || (payload == nil && payloadFile == nil && kind == nil && !network) else {
      throw ValidationError(
        "--payload, --payload-file, --kind and --network need --offer. Remove them, or give --offer."
      )
    }
    guard payload == nil || payloadFile == nil else {
      throw ValidationError("--payload and --payload-file exclude each other. Give one of them.")
    }
    do {
      var handOver: HandOver?
      if case .argument? = source { handOver = try self.handOver() }  // a file is read when it runs
      _ = try PairingOffer(handOver: handOver, window: window())
    } catch {
      throw ValidationError("\(error)")
    }
  }

  func run() async throws {
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
    let air = PairingAir(band: bands.band ?? .ultrasonic, mode: mode ?? .room)
    let handOver = try handOver()
    guard let answers = yes || source == nil ? 0 : source?.answers else { throw NobodyToCompare() }
    let question = PairingQuestion(isAnswered: yes, descriptor: answers)
    let status = PairingStatus()
    defer { status.clear() }
    let play = PairingSound.player(player.loudspeaker)
    let compare: @Sendable (ShortString) async -> Bool = { string in
      status.clear()
      return await question.ask(string)
    }
    let say: @Sendable ([UInt8]) async throws -> Void = { try await play(AirMessage($0, air: air)) }
    if offer, network {
      return try await NetworkPairing.offer(
        handOver: handOver, at: Self.address, window: window(), sayBySound: say,
        compare: compare, onEvent: status.take)
    }
    return try await LiveSound.listen(to: MicrophoneSource(named: device.microphone)) { sound in
      if offer {
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
    try PairingWindow(start: 0, lifetime: timeout?.seconds ?? PairingWindow.defaultLifetime)
  }

  private var source: PairingPayload? {
    if let payloadFile { return .file(payloadFile) }
    return payload.map { $0 == "-" ? .file("-") : .argument($0) }
  }

  /// Reads the payload; standard input only once.
  func handOver() throws -> HandOver? {
    guard let payload = try source?.text() else { return nil }
    let looksLikeURL = payload.contains("://") && !payload.contains(where: \.isWhitespace)
    let kind = kind ?? (looksLikeURL ? .url : .text)
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
    if let secretPath { try SecretFile.write(result.sharedSecret, to: secretPath) }
    guard join, let handOver = result.handOver else { return }
    try ByteOutput.standardOutput.write(handOver.text + "\n")
  }
}

/// What a payload is.
enum HandOverKind: String, ExpressibleByArgument {
  case text, address, url, tuner

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
