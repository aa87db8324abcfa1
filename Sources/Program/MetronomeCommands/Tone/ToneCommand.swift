package import ArgumentParser
import CommandKit
import MusicTheory
import SignalProcessing
import ToneGeneration

/// `kammerton tone`: reference tones, chords, drones, sweeps, noise and dialling.
package struct ToneCommand: AsyncParsableCommand, DeviceCommand {
  package static let configuration = CommandConfiguration(
    commandName: "tone",
    abstract: "Play tones, chords, drones, sweeps or noise.",
    usage: "kammerton tone [TONE] [<options>]",
    discussion: "Example: kammerton tone A4 --wave saw --duration 2s --output a.flac")

  @Argument(
    help: ArgumentHelp(
      "Tone to play: a note such as A4, a frequency such as 441.3 or 100Hz, or a MIDI number.",
      valueName: "tone"))
  private var typed: [String] = []

  /// The tone; `nil` if an option describes the sound.
  var tone: String? { typed.first }

  @OptionGroup(title: "Tone options") var tones: ToneOptions
  @OptionGroup(title: "Pitch options") var pitch: TonePitchOptions
  @OptionGroup(title: "Sound options") var timbre: TimbreOptions
  @OptionGroup(title: "Output options") var options: SoundOptions

  package init() {}

  var adviceOnDevices: String { "--loudspeaker NAME, or --output FILE" }

  package func validate() throws {
    guard typed.count < 2 else {
      let list = typed.map(\.printable)
      throw ValidationError(
        """
        Give one tone. To play several together: --chord \(list.joined(separator: ",")). One after \
        another: --sequence \(list.map { $0 + ":1s" }.joined(separator: ",")).
        """)
    }
    let program = try program()
    if case .file = options.destination, program.isEndless {
      throw ValidationError("A file must end. Add a duration, such as --duration 10s.")
    }
    if let duration = program.duration, let own = program.ownDuration, duration > own + 1e-6 {
      throw ValidationError(
        """
        It lasts \(((own * 1000).rounded() / 1000).plainText) s, so it cannot play for \(duration.plainText) s. Remove \
        --duration, or write more tones.
        """)
    }
    do {
      // The rate of a device is known only when it is open; then this is checked again.
      let rate = options.requestedSampleRate ?? 48_000
      _ = try program.sound(sampleRate: rate, channelCount: 2)
    } catch {
      throw ValidationError(error.description)
    }
  }

  package func run() async throws {
    let program = try program()
    let run = SoundRun(
      destination: options.destination,
      channelCount: max(options.channelCount, program.channelCount),
      sampleRate: options.requestedSampleRate, title: title(of: program),
      duration: program.duration ?? program.ownDuration
    ) { format in
      try program.sound(sampleRate: format.sampleRate, channelCount: format.channelCount)
    }
    try await run.run()
  }

  private func title(of program: ToneProgram) -> String {
    let pitches = pitch.pitches
    return program.title(
      under: pitches.concertPitch, in: pitches.notation ?? NoteNotation(.ascii))
  }
}

// MARK: - From options to a program

extension ToneCommand {
  /// Creates the program that the options describe.
  ///
  /// - Throws: `ValidationError` if they contradict each other.
  func program() throws -> ToneProgram {
    try tones.requireOne(besides: tone, wave: timbre.wave)
    let subject = try tones.subject(tone, isPlucked: timbre.wave == .pluck, pitch.pitches)
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

/// The timbre and level of the tones of `kammerton tone`.
struct TimbreOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Waveform: sine, triangle, saw, square[:DUTY], pulse or pluck. (default: sine)",
      valueName: "name"),
    transform: ToneText.wave)
  var wave: ToneText.Wave?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Peak level in dBFS, -120...0. (default: -20)", valueName: "db"),
    transform: ToneText.level)
  var level: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Gains of the tones in decibels, such as 0,-6,-12.", valueName: "db,..."),
    transform: ToneText.gains)
  var gains: [Double]?

  @Option(
    help: ArgumentHelp(
      "Attack, decay, sustain and release, such as 20ms,100ms,0.7,300ms.", valueName: "a,d,s,r"),
    transform: ToneText.envelope)
  var adsr: Envelope?

  @Option(
    help: ArgumentHelp(
      "Seed of the noise. (default: 1)", valueName: "n"))
  var seed: UInt64?
}
