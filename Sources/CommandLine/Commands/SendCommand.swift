import ArgumentParser
import AudioFiles
import SoundModem

/// `kammerton send`: bytes as sound.
struct SendCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "send",
    abstract: "Send text or bytes by sound; `receive` hears them.",
    usage: "kammerton send TEXT | --file FILE [<options>]",
    discussion: """
      Animals and children hear what you may not: keep it short, and the level low.

      Example: kammerton send "see you at eight" --to-file out.wav
      """)

  @Argument(help: ArgumentHelp("The text.", visibility: .hidden))
  private var text: String?

  @Option(help: ArgumentHelp("Send the bytes of a file; - is standard input.", valueName: "file"))
  private var file: String?

  @Option(
    help: ArgumentHelp("touch, desk, room, far or beacon. (default: room)", valueName: "mode"),
    transform: ModemText.mode)
  private var mode: ModemMode?

  @Option(
    help: ArgumentHelp("u: 17-19.5 kHz, x: 15.5-18, a: audible. (default: u)", valueName: "band"),
    transform: ModemText.band)
  private var band: ModemBand?

  @Option(
    name: .customLong("to-file"),
    help: ArgumentHelp("Write a .wav or .flac instead of playing.", valueName: "file"))
  private var output: String?

  @Option(help: ArgumentHelp("Number or part of the name of the loudspeaker.", valueName: "name"))
  private var device: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Peak in dBFS, -120...0. (default: -6)", valueName: "db"))
  private var level: Double?

  @Option(
    name: .customLong("sample-rate"), parsing: .unconditional,
    help: ArgumentHelp("Of the sound. (default: 48000)", valueName: "hz"))
  private var rate: Double?

  func validate() throws {
    guard (text == nil) != (file == nil) else {
      throw ValidationError("Name one thing to send: TEXT, or --file FILE.")
    }
    guard output == nil || device == nil else {
      throw ValidationError("--to-file and --device exclude each other.")
    }
    // What only the bytes can tell is refused in `run`.
    do { _ = try modulator([], sampleRate: rate ?? 48_000) } catch {
      throw ValidationError("\(error)")
    }
  }

  func run() async throws {
    let payload = try payload()
    do { _ = try modulator(payload, sampleRate: rate ?? 48_000) } catch {
      complain("\(error) Choose a mode that carries more, or send less.")
      throw ExitStatus.nothingDone
    }
    var arguments = rate.map { ["--sample-rate", "\($0)"] } ?? []
    if let output { arguments += ["--output", output] }
    if let device { arguments += ["--device", device] }
    let options = try SoundOptions.parse(arguments)
    let (level, mode, band) = (level, mode, band)
    let run = SoundRun(
      destination: options.destination, sampleRate: rate ?? 48_000,
      title: "\(payload.count) bytes"
    ) { format in
      try Self.modulator(payload, mode, band, level, sampleRate: format.sampleRate)
    }
    try await run.run()
  }

  private func modulator(_ payload: [UInt8], sampleRate: Double) throws(ModemError) -> Modulator {
    try Self.modulator(payload, mode, band, level, sampleRate: sampleRate)
  }

  private static func modulator(
    _ payload: [UInt8], _ mode: ModemMode?, _ band: ModemBand?, _ level: Double?,
    sampleRate: Double
  ) throws(ModemError) -> Modulator {
    try Modulator(
      payload, mode: mode ?? .room, band: band ?? .ultrasonic,
      level: level ?? Modulator.defaultLevel, sampleRate: sampleRate)
  }

  private func payload() throws -> [UInt8] {
    if let text { return Array(text.utf8) }
    do {
      // One byte more than the largest packet tells that there are too many.
      return try ByteInput.read(file ?? "-", limit: 4097)
    } catch {
      complain("\(error)")
      throw ExitStatus.nothingDone
    }
  }
}
