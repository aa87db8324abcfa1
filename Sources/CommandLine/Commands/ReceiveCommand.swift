import ArgumentParser
import AudioDevices
import AudioFiles
import LiveAudio
import SoundModem

/// `kammerton receive`: bytes from sound.
struct ReceiveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "receive",
    abstract: "Receive what kammerton send sends.",
    usage: "kammerton receive [FILE] [<options>]",
    discussion: """
      Hears the microphone, or a FILE. Payloads go to standard output as they are.

      Example: kammerton receive out.wav --once --output payload.bin
      """,
    shouldDisplay: false)  // the general help has no line to spare, and names it with `send`

  @Argument(
    help: ArgumentHelp("A recording; - is a WAV from standard input.", visibility: .hidden),
    completion: .file())
  private var input: String?

  @Option(
    help: ArgumentHelp("u: 17-19.5 kHz, x: 15.5-18, a: audible. (default: all)", valueName: "band"),
    transform: ModemText.band)
  private var band: [ModemBand] = []

  @Flag(help: "End after the first packet; exit 2 if there is none.")
  private var once = false

  @Option(help: ArgumentHelp("Write the payloads to a file.", valueName: "file"))
  private var output: String?

  @Flag(help: "One JSON object a packet: payload, band, mode, time, speed, SNR.")
  private var jsonl = false

  @Option(
    help: ArgumentHelp("End after a time, as in 10s.", valueName: "time"),
    transform: SoundDuration.init(argument:))
  private var timeout: SoundDuration?

  @Option(help: ArgumentHelp("Number or part of the name of the microphone.", valueName: "name"))
  private var device: String?

  func validate() throws {
    guard input == nil || device == nil else {
      throw ValidationError("--device is for the microphone: leave FILE out.")
    }
  }

  func run() async throws {
    ignoreBrokenPipes()
    var output = ReceivedOutput(path: output, asObjects: jsonl)
    do {
      if let input {
        try receive(from: input, &output)
      } else {
        try await listen(&output)
      }
      guard output.packetCount > 0 || !once else {
        complain("No packet was heard.")
        throw ExitStatus.nothingDone
      }
      try output.finish()
    } catch OutputError.closed {
      return  // `| head` has heard enough
    } catch let error as ExitCode {
      throw error
    } catch {
      complain("\(error)")
      throw ExitStatus.nothingDone
    }
  }

  /// Hears a recording or a pipe to its end, or to the first packet.
  private func receive(from input: String, _ output: inout ReceivedOutput) throws {
    if input == "-" {
      var reader = try AudioStreamReader(format: .wave, channel: .mix)
      try receive(&reader, &output)
    } else {
      var reader = try AudioFileReader(path: input)
      try receive(&reader, &output)
    }
  }

  private func receive(
    _ reader: inout some SampleReader & ~Copyable, _ output: inout ReceivedOutput
  ) throws {
    var receiver = try BandReceiver(band, sampleRate: reader.sampleRate)
    let limit = timeout.map { $0.seconds * reader.sampleRate } ?? .infinity
    var heard = 0
    var block: [Float] = []
    while try reader.read(into: &block, maximumCount: 8192) > 0, Double(heard) < limit {
      heard += block.count
      receiver.append(block.span)
      if try deliver(&receiver, &output) { return }
    }
    receiver.finish()
    _ = try deliver(&receiver, &output)
  }

  /// - Returns: Whether that was all.
  private func deliver(
    _ receiver: inout BandReceiver, _ output: inout ReceivedOutput
  ) throws -> Bool {
    while let packet = receiver.next() {
      try output.write(packet)
      if once { return true }
    }
    return false
  }

  /// Hears the microphone.
  private func listen(_ output: inout ReceivedOutput) async throws {
    let source = MicrophoneSource(device: DeviceSelection(device ?? ""), channel: .mix)
    var receiver: BandReceiver?
    var heard = 0.0
    for try await event in source.start() {
      switch event {
      case .started(_, let rate): receiver = try BandReceiver(band, sampleRate: rate)
      case .block(let block):
        guard var current = receiver else { continue }
        receiver = nil  // held once, so that nothing is copied
        current.append(block.span)
        let isDone = try deliver(&current, &output)
        heard += Double(block.count) / current.sampleRate
        receiver = current
        if isDone || heard > timeout?.seconds ?? .infinity {
          await source.stop()
          return
        }
      default: continue
      }
    }
  }
}
