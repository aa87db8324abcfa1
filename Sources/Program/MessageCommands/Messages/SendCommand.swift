package import ArgumentParser
import AudioDevices
import AudioFiles
import ClassicModem
import CommandKit
import GgwaveModem
import LiveAudio
import LiveModem
import SoundModem
import ToneGeneration

/// `kammerton send`: sends bytes as sound.
package struct SendCommand: AsyncParsableCommand, NetworkCommand, DeviceCommand {
  package static let configuration = CommandConfiguration(
    commandName: "send",
    abstract: "Send text or a file as sound.",
    usage: "kammerton send (<text> | - | --file <file>) [<options>]",
    discussion: """
      Another device receives it with kammerton receive. Children and animals may hear what you \
      cannot: keep messages short and the level low.

      Example: kammerton send "see you at eight" --output out.wav
      """)

  @Argument(help: "The text to send, or - to send standard input.")
  private var text: String?

  @Option(
    help: ArgumentHelp(
      "Send the bytes of this file; - is standard input.", valueName: "file"))
  private var file: String?

  @Flag(help: "With --file: send the file's name too, which receive --output DIR keeps.")
  private var withName = false

  @Option(
    help: ArgumentHelp(
      """
      Speed and reach, from fast and near to slow and far: touch, desk, room, far or beacon. \
      Touch and desk need devices that carry phases: see doctor band-test. (default: room; with \
      --confirm, desk if room would take over 10 s)
      """, valueName: "mode"),
    transform: ModemText.mode)
  private var mode: ModemMode?

  @OptionGroup private var bands: BandOption

  @Option(
    name: .customLong("repeat"),
    help: ArgumentHelp(
      "Send the message n times, 1...100. (default: 1)", valueName: "n"))
  private var repetitions: Int?

  @Flag(
    help: """
      Send missing parts until receive --answer confirms. After 3 turns without an answer, go on \
      in a surer mode: room, then far. Exit with 2 after 12 without progress.
      """)
  private var confirm = false

  @Option(
    help: ArgumentHelp(
      """
      With --confirm: accept only the device that shares this secret, a file from pair \
      --save-secret. Without it, anyone nearby can fake a confirmation.
      """, valueName: "file"))
  package var secret: String?

  @Option(
    help: ArgumentHelp(
      "With --confirm: wait for this many receivers, 1...16. (default: 1)", valueName: "n"))
  private var receivers: Int?

  @Option(
    help: ArgumentHelp(
      "With --confirm: stop after this time, such as 2min.", valueName: "time"),
    transform: SoundDuration.init(argument:))
  private var timeout: SoundDuration?

  @Option(
    name: .customLong("protocol"),
    help: ArgumentHelp(
      """
      Send for other programs: ggwave (which is ggwave-u-fast), ggwave-u-normal, \
      ggwave-u-fastest, ggwave-a-normal, ggwave-a-fast, ggwave-a-fastest, classic or \
      classic-corrected. (default: kammerton)
      """, valueName: "name"),
    transform: SendingProtocol.init(argument:))
  private var chosenProtocol: SendingProtocol?

  @Option(
    help: ArgumentHelp(
      "Write a .wav or .flac file instead of playing.", valueName: "file"))
  private var output: String?

  @OptionGroup private var player: LoudspeakerOption

  @Option(
    help: ArgumentHelp(
      "Microphone for --confirm, by number or part of its name.", valueName: "name"))
  private var microphone: String?

  @OptionGroup private var level: ModemLevelOption

  @Option(
    name: .customLong("sample-rate"), parsing: .unconditional,
    help: ArgumentHelp(
      """
      Sample rate in hertz, up to 192000. Bands u and x need 44100 or more, band a 16000. \
      (default: 48000)
      """, valueName: "hz"),
    transform: NumberUnit.hertz.number)
  private var rate: Double?

  package init() {}

  /// `true` with `--secret`: only `kammerton-network` handles keys.
  package var needsNetworkProgram: Bool { secret != nil }

  var adviceOnDevices: String { "--loudspeaker NAME, or --output FILE" }

  package func validate() throws {
    guard (text == nil) != (file == nil) else {
      throw ValidationError("Give either TEXT or --file FILE, and only one of them.")
    }
    guard !withName || (file != nil && file != "-" && `protocol` == .kammerton) else {
      throw ValidationError("--with-name needs --file FILE, and no other --protocol.")
    }
    try Refusals.exclude(["--output": output != nil, "--loudspeaker": player.loudspeaker != nil])
    guard `protocol` == .kammerton || (mode == nil && bands.band == nil && repetitions == nil)
    else {
      throw ValidationError(
        "--protocol sets mode and band, and sends once. Remove --mode, --band and --repeat.")
    }
    try Refusals.limit("--repeat", repetitions, to: 1...100)
    guard !confirm || (output == nil && `protocol` == .kammerton && repetitions == nil) else {
      throw ValidationError(
        "--confirm needs a loudspeaker, and repeats what is missing. Remove --output, --protocol and --repeat."
      )
    }
    try Refusals.require("--confirm", confirm, for: ["--secret": secret != nil])
    guard secret == nil || receivers == nil else {
      throw ValidationError("--secret names one receiver. Remove --receivers.")
    }
    try Refusals.require(
      "--confirm", confirm,
      for: [
        "--receivers": receivers != nil, "--timeout": timeout != nil,
        "--microphone": microphone != nil,
      ])
    try Refusals.limit(
      "--receivers", receivers, to: 1...SendingDialogue.Settings.largestReceiverCount)
    guard !confirm || rate == nil else {
      throw ValidationError(
        "--confirm uses the sample rate of the loudspeaker. Remove --sample-rate.")
    }
    if let output { _ = try SoundOptions.fileFormat(of: output, option: "--output") }
    if let rate { try SoundOptions.check(sampleRate: rate) }
    // Errors that depend on the bytes appear in `run`.
    do { _ = try sound(of: Array("0".utf8))(rate ?? 48_000) } catch {
      throw ValidationError("\(error)")
    }
  }

  package func run() async throws { try await run(secret: nil) }

  /// Sends the message, and with `--confirm` waits for receipts of the device that shares a secret,
  /// or without one, of anyone.
  package func run(secret paired: (any MessageSecret)?) async throws {
    let payload = try named(payload())
    if confirm { return try await sendConfirmed(payload, paired) }
    let (sound, seconds) = try plan(payload)
    adviseFasterMode(payload.count, seconds)
    let title = "\(payload.count) bytes in \(seconds.formatted(decimals: 1)) s"
    let run = SoundRun(
      destination: SoundOptions.destination(file: output, device: player.loudspeaker),
      sampleRate: rate ?? 48_000, title: title, duration: seconds, isOnlyOfUseWhole: true
    ) { format in
      try sound(format.sampleRate)
    }
    try await run.run()
  }

  /// Names the faster mode for a message that takes long only because nobody answers.
  private func adviseFasterMode(_ count: Int, _ seconds: Double) {
    guard mode == nil, `protocol` == .kammerton, seconds > 10 else { return }
    let inDesk = ModemMode.desk.duration(ofMessage: count, band: bands.band ?? .ultrasonic)
    complain(
      """
      This takes \(seconds.formatted(decimals: 0)) s. --mode desk takes \
      \(inDesk.formatted(decimals: 0)) s, if doctor band-test says that your devices can use it.
      """)
  }

  /// Returns the sound and its length in seconds.
  private func plan(
    _ payload: [UInt8]
  ) throws -> (sound: @Sendable (Double) throws -> SentSound, seconds: Double) {
    let sound = try sound(of: payload)
    return (sound, try sound(rate ?? 48_000).duration)
  }

  /// Returns a function that makes the sound at a sample rate. The message is the same each time,
  /// so that a loudspeaker that was connected again continues with its parts.
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
    let (band, count) = (bands.band ?? .ultrasonic, repetitions ?? 1)
    guard let mode else {
      return try OutgoingMessage(
        payload, atLeast: nil, band: band, repetitions: count, isAnswered: confirm,
        using: &random)
    }
    return try OutgoingMessage(
      payload, mode: mode, band: band, repetitions: count, using: &random)
  }

  /// Plays the message and the parts that receivers request, until they have confirmed it.
  private func sendConfirmed(
    _ payload: [UInt8], _ secret: (any MessageSecret)?
  ) async throws {
    let interruption = Interruption()
    let conversation = HalfDuplex()
    let source = MicrophoneSource(named: microphone).tellingLoss()
    let watcher = interruption.watchSignals(stopping: source) { conversation.stop() }
    let alarm = conversation.stop(source, after: timeout?.seconds)
    defer {
      alarm.cancel()
      withExtendedLifetime(watcher) {}
    }
    let bytes = secret?.signed(payload) ?? payload
    let message = try message(bytes)
    let proof = secret.map { PairedProof(secret: $0, message: bytes) }
    let report = SendingReport(isPaired: proof != nil)
    let failure = { interruption.isRequested ? ExitStatus.interrupted : ExitStatus.nothingDone }
    do {
      let sent = try await LiveSound.listen(to: source) { sound in
        let sending = try sending(message, proof, report, sampleRate: sound.sampleRate)
        return try await conversation.run(sending, hearing: sound) { [player] in
          SpeakerSink(named: player.loudspeaker)
        }
      }
      guard !report.finish(sent.dialogue) else { return }
    } catch is CancellationError {  // while the microphone was being opened
      complain("Nothing was sent, because the microphone did not start. Try kammerton doctor.")
    }
    throw failure()
  }

  private func sending(
    _ message: OutgoingMessage, _ proof: PairedProof?, _ report: SendingReport, sampleRate: Double
  ) throws -> ConfirmedSending {
    var settings = SendingDialogue.Settings()
    settings.receiverCount = receivers ?? 1
    settings.proofByteCount = proof?.byteCount ?? 0
    var random = SystemRandomNumberGenerator()
    return try ConfirmedSending(
      message, settings: settings, level: level.decibels, sampleRate: sampleRate,
      using: &random, isProof: { proof?.holds($0, $1) ?? false }, onEvent: { report.show($0) })
  }

  /// Returns the message for the bytes, with the name of their file if it is asked for.
  private func named(_ bytes: [UInt8]) -> [UInt8] {
    guard `protocol` == .kammerton else { return bytes }
    guard withName, let name = file?.split(separator: "/").last else {
      return NamedFile.message(of: bytes)
    }
    let short = NamedFile(name: String(name), bytes: bytes)
    return NamedFile(name: short.safeName ?? "", bytes: bytes).message
  }

  private func payload() throws -> [UInt8] {
    if let text, text != "-" { return Array(text.utf8) }
    let limit = OutgoingMessage.largestPayload
    let bytes = try ByteInput.read(file ?? "-", limit: limit + 1)
    guard bytes.count <= limit else {
      complain(
        """
        The input is longer than \(limit) bytes, the limit for one message. Split it and send the \
        pieces.
        """)
      throw ExitStatus.nothingDone
    }
    return bytes
  }
}

/// The sound that `send` plays, of any protocol.
struct SentSound: SoundRendering {
  /// The length, in seconds.
  let duration: Double
  private var sound: any SoundRendering

  /// - Parameters:
  ///   - sound: The sound, of one channel.
  ///   - count: The number of its samples.
  init(_ sound: some SoundRendering, count: Int64) {
    self.sound = sound
    duration = Double(count) / sound.sampleRate
  }

  var sampleRate: Double { sound.sampleRate }
  var channelCount: Int { 1 }

  mutating func render(into interleaved: inout MutableSpan<Float>) -> Int {
    sound.render(into: &interleaved)
  }
}
