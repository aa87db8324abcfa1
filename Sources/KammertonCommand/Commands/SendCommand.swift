import ArgumentParser
import AudioDevices
import AudioFiles
import ClassicModem
import CommandIO
import GgwaveModem
import LiveAudio
import LiveModem
import Pairing
import SoundMessages
import SoundModem
import SoundPrograms

/// `kammerton send`: bytes as sound.
struct SendCommand: AsyncParsableCommand, DeviceCommand {
  static let configuration = CommandConfiguration(
    commandName: "send",
    abstract: "Send text or bytes by sound; `receive` hears them.",
    usage: "kammerton send TEXT | --file FILE | - [<options>]",
    discussion: """
      Animals and children hear what you may not: keep it short, and the level low.

      Example: kammerton send "see you at eight" --to-file out.wav
      """)

  @Argument(help: ArgumentHelp("The text.", visibility: .hidden))
  private var text: String?

  @Option(help: ArgumentHelp("Send the bytes of a file; - is standard input.", valueName: "file"))
  private var file: String?

  @Option(
    help: ArgumentHelp("touch, desk, room, far, beacon. (default: by length)", valueName: "mode"),
    transform: ModemText.mode)
  private var mode: ModemMode?

  @Option(
    help: ArgumentHelp("u: 17-19.5 kHz, x: 15.5-18, a: audible. (default: u)", valueName: "band"),
    transform: ModemText.band)
  private var band: ModemBand?

  @Option(
    name: .customLong("repeat"),
    help: ArgumentHelp("Send all of it so many times. (default: 1)", valueName: "n"))
  private var repetitions: Int?

  @Flag(help: "Until receive --answer has it all; exit 2 if not. Anyone near can fake that.")
  private var confirm = false

  @Option(
    help: ArgumentHelp(
      "Of pair --secret-to: only that device can confirm.", valueName: "file"))
  private var secret: String?

  @Option(help: ArgumentHelp("So many must confirm, 1...16. (default: 1)", valueName: "n"))
  private var receivers: Int?

  @Option(
    help: ArgumentHelp("Stop waiting for that after a time, as in 1min.", valueName: "time"),
    transform: SoundDuration.init(argument:))
  private var timeout: SoundDuration?

  @Option(
    name: .customLong("protocol"),
    help: ArgumentHelp(
      "For others: ggwave-u-fast and the like, classic, classic-corrected.", valueName: "name"),
    transform: SendingProtocol.init(argument:))
  private var chosenProtocol: SendingProtocol?

  @Option(
    name: .customLong("to-file"),
    help: ArgumentHelp("Write a .wav or .flac instead of playing.", valueName: "file"))
  private var output: String?

  @Option(help: ArgumentHelp("Number or part of the name of the loudspeaker.", valueName: "name"))
  private var device: String?

  @Option(help: ArgumentHelp("The same of the microphone, to confirm.", valueName: "name"))
  private var microphone: String?

  @OptionGroup private var level: ModemLevelOption

  @Option(
    name: .customLong("sample-rate"), parsing: .unconditional,
    help: ArgumentHelp("Of the sound. (default: 48000)", valueName: "hz"))
  private var rate: Double?

  var adviceOnDevices: String { "--device NAME, or --to-file FILE" }

  func validate() throws {
    guard (text == nil) != (file == nil) else {
      throw ValidationError("Name one thing to send: TEXT, or --file FILE.")
    }
    guard output == nil || device == nil else {
      throw ValidationError("--to-file and --device exclude each other.")
    }
    guard `protocol` == .kammerton || (mode == nil && band == nil && repetitions == nil) else {
      throw ValidationError("This --protocol has no --mode, --band or --repeat: leave them out.")
    }
    guard (1...100).contains(repetitions ?? 1) else {
      throw ValidationError("--repeat must lie in 1...100.")
    }
    guard !confirm || (output == nil && `protocol` == .kammerton && repetitions == nil) else {
      throw ValidationError("--confirm plays: leave --to-file, --protocol and --repeat out.")
    }
    guard confirm || secret == nil else {
      throw ValidationError("--secret is for --confirm: write it too.")
    }
    guard secret == nil || receivers == nil else {
      throw ValidationError("A pairing has one other device: leave --receivers out.")
    }
    guard confirm || (receivers == nil && microphone == nil && timeout == nil) else {
      throw ValidationError(
        "--receivers, --timeout and --microphone are for --confirm: write it too.")
    }
    guard (1...SendingDialogue.Settings.largestReceiverCount).contains(receivers ?? 1) else {
      throw ValidationError("--receivers must lie in 1...16.")
    }
    guard !confirm || rate == nil else {
      throw ValidationError("--confirm takes the loudspeaker's rate: leave --sample-rate out.")
    }
    if let output { _ = try SoundOptions.fileFormat(of: output, option: "--to-file") }
    if let rate { try SoundOptions.check(sampleRate: rate) }
    // What only the bytes can tell is refused in `run`.
    do { _ = try sound(of: Array("0".utf8))(rate ?? 48_000) } catch {
      throw ValidationError("\(error)")
    }
  }

  func run() async throws {
    let payload = try payload()
    if confirm { return try await sendConfirmed(payload) }
    let (sound, seconds) = try plan(payload)
    let title = "\(payload.count) bytes in \(seconds.formatted(decimals: 1)) s"
    let run = SoundRun(
      destination: SoundOptions.destination(file: output, device: device),
      sampleRate: rate ?? 48_000, title: title, isOnlyOfUseWhole: true
    ) { format in
      try sound(format.sampleRate)
    }
    try await run.run()
  }

  /// What will be played, and how many seconds it takes.
  private func plan(
    _ payload: [UInt8]
  ) throws -> (sound: @Sendable (Double) throws -> SentSound, seconds: Double) {
    let sound = try sound(of: payload)
    return (sound, try sound(rate ?? 48_000).duration)
  }

  /// What makes the sound at a sample rate: of the same message each time, so that a loudspeaker
  /// that comes back goes on with its parts.
  private func sound(of payload: [UInt8]) throws -> @Sendable (Double) throws -> SentSound {
    let level = level.decibels
    switch `protocol` {
    case .kammerton:
      let message = try message(payload)
      return {
        let sound = try MessageSender(message, level: level, sampleRate: $0)
        return SentSound(sound, count: sound.count)
      }
    case .ggwave(let ggwave):
      return {
        let sound = try GgwaveModulator(payload, as: ggwave, level: level, sampleRate: $0)
        return SentSound(sound, count: sound.count)
      }
    case .classic:
      return {
        let sound = try ClassicHandshakeSender(payload, level: level, sampleRate: $0)
        return SentSound(sound, count: sound.count)
      }
    case .classicCorrected:
      return {
        let sound = try CorrectedHandshakeSender(payload, level: level, sampleRate: $0)
        return SentSound(sound, count: sound.count)
      }
    }
  }

  private var `protocol`: SendingProtocol { chosenProtocol ?? .kammerton }

  private func message(_ payload: [UInt8]) throws -> OutgoingMessage {
    var random = SystemRandomNumberGenerator()
    let (band, count) = (band ?? .ultrasonic, repetitions ?? 1)
    guard let mode else {
      return try OutgoingMessage(
        payload, atLeast: nil, band: band, repetitions: count, using: &random)
    }
    return try OutgoingMessage(
      payload, mode: mode, band: band, repetitions: count, using: &random)
  }

  /// Plays the message, and what receivers ask for, until they have confirmed it.
  private func sendConfirmed(_ payload: [UInt8]) async throws {
    let interruption = Interruption()
    let conversation = HalfDuplex()
    let watcher = interruption.watchSignals { conversation.stop() }
    let alarm = conversation.stop(after: timeout?.seconds)
    defer {
      alarm.cancel()
      withExtendedLifetime(watcher) {}
    }
    let secret = try secret.map { try SecretFile.read($0) }
    let bytes = secret?.signed(payload) ?? payload
    let message = try message(bytes)
    let proof = secret.map { PairedProof(secret: $0, message: bytes) }
    let report = SendingReport(isPaired: proof != nil)
    let sent = try await LiveSound.listen(to: MicrophoneSource(named: microphone)) { sound in
      let sending = try sending(message, proof, report, sampleRate: sound.sampleRate)
      return try await conversation.run(sending, hearing: sound) { [device] in
        SpeakerSink(named: device)
      }
    }
    guard !report.finish(sent.dialogue) else { return }
    throw interruption.isRequested ? ExitStatus.interrupted : ExitStatus.nothingDone
  }

  private func sending(
    _ message: OutgoingMessage, _ proof: PairedProof?, _ report: SendingReport, sampleRate: Double
  ) throws -> ConfirmedSending {
    var settings = SendingDialogue.Settings()
    settings.receiverCount = receivers ?? 1
    if proof != nil { settings.proofByteCount = PairedSecret.proofByteCount }
    var random = SystemRandomNumberGenerator()
    return try ConfirmedSending(
      message, settings: settings, level: level.decibels, sampleRate: sampleRate,
      using: &random, isProof: { proof?.holds($0, $1) ?? false }, onEvent: { report.take($0) })
  }

  private func payload() throws -> [UInt8] {
    if let text, text != "-" { return Array(text.utf8) }
    let limit = OutgoingMessage.largestPayload
    let bytes = try ByteInput.read(file ?? "-", limit: limit + 1)
    guard bytes.count <= limit else {
      complain("There are more than \(limit) bytes, the most of one message: send it in pieces.")
      throw ExitStatus.nothingDone
    }
    return bytes
  }
}
