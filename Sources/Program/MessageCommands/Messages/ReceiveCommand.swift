package import ArgumentParser
import AudioDevices
import AudioFiles
import CommandKit
import LiveAudio
import LiveModem
import SoundModem

/// `kammerton receive`: receives messages as sound.
package struct ReceiveCommand: AsyncParsableCommand, NetworkCommand, DeviceCommand {
  package static let configuration = CommandConfiguration(
    commandName: "receive",
    abstract: "Receive messages from kammerton send.",
    usage: "kammerton receive [FILE] [<options>]",
    discussion: """
      Listens to the microphone, or reads FILE. Messages go to standard output byte by byte.

      Example: kammerton receive out.wav --once --output message.bin
      """)

  @Argument(
    help: ArgumentHelp(
      "Recording to read, or - for a WAV from standard input.", valueName: "file"),
    completion: .file())
  private var input: String?

  @Option(
    help: ArgumentHelp(
      """
      Frequencies to receive: u (17-19.5 kHz), x (15.5-18 kHz) or a (2-6.5 kHz, audible). \
      Give it again for a second band. (default: all)
      """, valueName: "band"),
    transform: ModemText.band)
  private var band: [ModemBand] = []

  @Option(
    name: .customLong("protocol"),
    help: ArgumentHelp(
      """
      Protocol of the sender, as in send: kammerton, ggwave (all bands and speeds), \
      ggwave-u-fast and the like (that band), classic or classic-corrected. (default: kammerton)
      """, valueName: "name"),
    completion: .list(SendingProtocol.names), transform: ReceivingChoice.init(argument:))
  private var chosenProtocol: ReceivingChoice?

  @Flag(help: "Stop after the first message. Exit with 2 if there is none.")
  private var once = false

  @Flag(help: "Ask the sender for missing parts and confirm; it must use send --confirm.")
  private var answer = false

  @Option(
    help: ArgumentHelp(
      """
      With --answer: receive only from the device that shares this secret, a file from pair \
      --save-secret.
      """, valueName: "file"))
  package var secret: String?

  @Flag(help: "Output repeated messages too.")
  private var repeats = false

  @Option(
    help: ArgumentHelp(
      """
      Write the messages to this file; or, to an existing directory, each as a file of its own, \
      under the name that send --with-name gave. (default: standard output)
      """, valueName: "file|dir"),
    completion: .file())
  private var output: String?

  @Flag(help: "Print one JSON object per message: payload, text, band, mode, time and SNR.")
  private var jsonl = false

  @Option(
    help: ArgumentHelp(
      "Stop after this time, such as 10s.", valueName: "time"),
    transform: SoundDuration.init(argument:))
  private var timeout: SoundDuration?

  @OptionGroup private var device: MicrophoneOption

  @Option(
    help: ArgumentHelp(
      "Loudspeaker for --answer, by number or part of its name.", valueName: "name"))
  private var loudspeaker: String?

  package init() {}

  /// `true` with `--secret`: only `kammerton-network` handles keys.
  package var needsNetworkProgram: Bool { secret != nil }

  var adviceOnDevices: String { "--microphone NAME, or a recording as FILE" }

  private var choice: ReceivingChoice { chosenProtocol ?? .standard }
  private var `protocol`: ReceivingProtocol { choice.kind }
  /// The bands to receive; empty for all.
  private var bands: [ModemBand] { choice.band.map { [$0] } ?? band }

  package func validate() throws {
    guard choice.band == nil || band.isEmpty else {
      throw ValidationError("The name of the protocol tells its band. Remove --band.")
    }
    guard `protocol` != .ggwave || !band.contains(.extended) else {
      throw ValidationError("ggwave has no band x. Use band u or a.")
    }
    guard `protocol` == .kammerton || `protocol` == .ggwave || band.isEmpty else {
      throw ValidationError("The classic handshake has only one band. Remove --band.")
    }
    guard `protocol` == .kammerton || !repeats else {
      throw ValidationError(
        "--repeats is for --protocol kammerton; other protocols always output repeats. Remove --repeats."
      )
    }
    try Refusals.exclude(["FILE": input != nil, "--microphone": device.microphone != nil])
    guard !answer || (input == nil && `protocol` == .kammerton && !repeats) else {
      throw ValidationError("--answer needs a microphone. Remove FILE, --protocol and --repeats.")
    }
    try Refusals.require(
      "--answer", answer, for: ["--secret": secret != nil, "--loudspeaker": loudspeaker != nil])
  }

  package func run() async throws { try await run(secret: nil) }

  /// Receives the messages of the device that shares a secret, or without one, those of everybody.
  package func run(secret paired: (any MessageSecret)?) async throws {
    let output = ReceivedOutput(path: output, asObjects: jsonl)
    try output.requirePlace()
    do {
      if let input {
        try receive(from: input, output)
      } else if answer {
        try await listenAndAnswer(output, paired)
      } else {
        try await listen(output)
      }
    } catch {
      // Messages that arrived before are output, because nobody sends them again.
      if output.messageCount > 0 { try output.finish() }
      throw error
    }
    // Without a message a recording is a failure; a microphone is not, unless --once was given.
    guard output.messageCount > 0 || !(once || input != nil) else {
      complain("No message arrived.")
      throw ExitStatus.nothingDone
    }
    try output.finish()
    if output.hasFailed { throw ExitStatus.someFailed }
  }

  /// Receives from a recording or a pipe to its end, or with `--once` to the first message.
  private func receive(from input: String, _ output: ReceivedOutput) throws {
    if input == "-" {
      var reader = try AudioStreamReader(format: .wave, channel: .mix)
      try receive(&reader, output)
    } else {
      var reader = try AudioFileReader(path: input)
      try receive(&reader, output)
    }
  }

  private func receive(
    _ reader: inout some SampleReader & ~Copyable, _ output: ReceivedOutput
  ) throws {
    var receiver = try receiver(sampleRate: reader.sampleRate)
    let limit = timeout.map { $0.seconds * reader.sampleRate } ?? .infinity
    let name = input == "-" ? "standard input" : input ?? ""
    var heard = 0
    var block: [Float] = []
    var unusable = UnusableSamples()
    let progress = InputProgress(inputCount: 1)
    defer {
      progress.clear()
      unusable.report(name)
    }
    while try reader.read(into: &block, maximumCount: 8192) > 0, Double(heard) < limit {
      unusable.silence(&block)
      heard += block.count
      receiver.append(block.span)
      progress.update(name, index: 0, sampleCount: heard, total: reader.frameCount)
      if try deliver(&receiver, output) { return }
    }
    progress.clear()
    receiver.finish()
    _ = try deliver(&receiver, output)
    for problem in receiver.problems { complain(problem) }
    if reader.isTruncated { complainOfCutOff(name, "received") }
  }

  private func receiver(sampleRate: Double) throws -> SoundReceiver {
    try SoundReceiver(
      `protocol`, bands: bands, keepsRepeats: repeats, sampleRate: sampleRate)
  }

  /// - Returns: `true` if the command ends here because of `--once`.
  private func deliver(
    _ receiver: inout SoundReceiver, _ output: ReceivedOutput
  ) throws -> Bool {
    while let heard = receiver.next() {
      if try deliver(heard, output) { return true }
    }
    return false
  }

  /// - Returns: `true` if the command ends here because of `--once`.
  private func deliver(_ heard: HeardSound, _ output: ReceivedOutput) throws -> Bool {
    let status = StatusLine()
    switch heard {
    case .note(let text):
      status.show(text)
      return false
    case .problem(let text):
      status.clear()
      complain(text)
      return false
    case .message(let message):
      status.clear()
      try output.write(message)
      if let report = message.channelReport { status.leave(report) }
      return once
    }
  }

  /// Receives from the microphone until a signal, the time limit or `--once` ends it.
  private func listen(_ output: ReceivedOutput) async throws {
    let source = MicrophoneSource(named: device.microphone)
    let watcher = Interruption().watchSignals(stopping: source)
    // The time limit holds even for a device that delivers nothing.
    let alarm = timeout.map { timeout in
      Task {
        try await Task.sleep(for: .seconds(timeout.seconds))
        await source.stop()
      }
    }
    defer {
      alarm?.cancel()
      withExtendedLifetime(watcher) {}
    }
    let (kind, bands, keepsRepeats) = (`protocol`, self.bands, repeats)
    let reception = Live(source: source) { sampleRate in
      try SoundReceiver(kind, bands: bands, keepsRepeats: keepsRepeats, sampleRate: sampleRate)
    }
    var isDone = false
    for try await event in reception {
      switch event {
      case .started(let name, _): StatusLine().show("listening to \(name)")
      case .reading(let heard):
        if !isDone, try deliver(heard, output) {
          isDone = true
          await source.stop()
        }
      case .dropped, .lost, .retrying, .resumed, .skipped, .ended: event.complain()
      }
    }
    StatusLine().clear()
  }

  /// Receives and answers, until the senders have probably received the last answer.
  private func listenAndAnswer(
    _ output: ReceivedOutput, _ secret: (any MessageSecret)?
  ) async throws {
    let conversation = HalfDuplex()
    let source = MicrophoneSource(named: device.microphone).tellingLoss()
    let watcher = Interruption().watchSignals(stopping: source) { conversation.stop() }
    let alarm = conversation.stop(source, after: timeout?.seconds)
    defer {
      alarm.cancel()
      withExtendedLifetime(watcher) {}
    }
    StatusLine().show("listening")
    let handler = AnsweredOutput(output, isOnce: once, secret: secret)
    let receiving: AnsweringReceiver<AnsweredOutput>
    do {
      receiving = try await LiveSound.listen(to: source) { sound in
        let answering = try answering(
          handler, proofByteCount: secret?.proofByteCount ?? 0, sampleRate: sound.sampleRate)
        return try await conversation.run(answering, hearing: sound) { [loudspeaker] in
          SpeakerSink(named: loudspeaker)
        }
      }
    } catch is CancellationError {
      return StatusLine().clear()  // stopped while the microphone was being opened
    }
    StatusLine().clear()
    for message in receiving.openMessages { complain(message.problem) }
  }

  private func answering(
    _ handler: AnsweredOutput, proofByteCount: Int, sampleRate: Double
  ) throws -> AnsweringReceiver<AnsweredOutput> {
    let receiver = try MessageReceiver(
      bands: band, sampleRate: sampleRate,
      settings: AnsweringReceiver<AnsweredOutput>.settings)
    var random = SystemRandomNumberGenerator()
    return AnsweringReceiver(
      receiver, handler: handler, proofByteCount: proofByteCount,
      using: &random)
  }
}
