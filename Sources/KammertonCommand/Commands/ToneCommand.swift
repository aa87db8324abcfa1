import ArgumentParser
import MusicTheory
import SoundPrograms
import ToneGeneration

/// `kammerton tone`: reference tones, chords, drones, sweeps, noise and dialling.
struct ToneCommand: AsyncParsableCommand, DeviceCommand {
  static let configuration = CommandConfiguration(
    commandName: "tone",
    abstract: "Play tones, chords, drones, sweeps or noise.",
    usage: "kammerton tone [TONE] [<options>]",
    discussion: "Example: kammerton tone A4 --wave saw --duration 2s --output a.flac")

  @Argument(
    help: """
      Tone to play: a note such as A4, a frequency such as 441.3 or 100Hz, or a MIDI number.
      """)
  var tone: String?

  @OptionGroup(title: "Tone options") var tones: ToneOptions
  @OptionGroup(title: "Sound options") var timbre: TimbreOptions
  @OptionGroup(title: "Output options") var options: SoundOptions

  var adviceOnDevices: String { "--loudspeaker NAME, or --output FILE" }

  func validate() throws {
    guard (1...8).contains(timbre.channels ?? 1) else {
      throw ValidationError("--channels must be between 1 and 8, but is \(timbre.channels ?? 1).")
    }
    let program = try program()
    if case .file = options.destination, program.isEndless {
      throw ValidationError("A file must end. Add a duration, such as --duration 10s.")
    }
    do {
      // The rate of a device shows only when it is open; then this is asked again.
      let rate = options.requestedSampleRate ?? 48_000
      _ = try program.sound(sampleRate: rate, channelCount: 2)
    } catch {
      throw ValidationError(error.description)
    }
  }

  func run() async throws {
    let program = try program()
    let run = SoundRun(
      destination: options.destination,
      channelCount: max(timbre.channels ?? 1, program.channelCount),
      sampleRate: options.requestedSampleRate, title: program.title(under: concertPitch)
    ) { format in
      try program.sound(sampleRate: format.sampleRate, channelCount: format.channelCount)
    }
    try await run.run()
  }

  private var concertPitch: ConcertPitch { timbre.a4 ?? .standard }
}

// MARK: - From options to a program

extension ToneCommand {
  /// What the options ask for.
  ///
  /// - Throws: `ValidationError` if they contradict each other.
  func program() throws -> ToneProgram {
    try tones.requireOne(besides: tone, wave: timbre.wave)
    let subject = try tones.subject(tone, isPlucked: timbre.wave == .pluck, under: concertPitch)
    var program = ToneProgram(subject: subject)
    if case .waveform(let waveform) = timbre.wave { program.waveform = waveform }
    program.level = timbre.level ?? -20
    program.gains = timbre.gains ?? (tones.drone != nil && !tones.tanpura ? [0, -3, -6] : [])
    program.envelope = timbre.adsr ?? Envelope()
    program.duration = options.seconds
    program.seed = timbre.seed ?? 1
    return program
  }
}
