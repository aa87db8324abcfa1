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

  @Option(
    help: ArgumentHelp(
      "Waveform: sine, triangle, saw, square[:DUTY], pulse or pluck. (default: sine)",
      valueName: "name"),
    transform: ToneText.wave)
  var wave: ToneText.Wave?

  @Option(
    help: ArgumentHelp(
      "Play these tones together, such as A3,E4,A4 or A3,5/4,3/2.", valueName: "tones"))
  var chord: String?

  @Option(
    help: ArgumentHelp(
      "Play this root with its fifth and octave.", valueName: "tone"))
  var drone: String?

  @Option(
    help: ArgumentHelp(
      "Play these tones in turn, such as A4:1s,-:250ms,C5.", valueName: "tones"))
  var sequence: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Glide from one tone to another, such as 20..20000 or A5..A2.", valueName: "from..to"))
  var sweep: String?

  @Option(
    help: ArgumentHelp(
      "Dial these telephone keys: 0 to 9, *, # and A to D.", valueName: "keys"),
    transform: ToneText.keys)
  var dtmf: [DTMFKey]?

  @Option(
    help: ArgumentHelp(
      "Play noise: white, pink or brown.", valueName: "color"), transform: ToneText.noise)
  var noise: NoiseColor?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Add a second tone this many hertz above TONE.", valueName: "hz"))
  var beat: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Play TONE on the left, and this many hertz higher on the right.", valueName: "hz"))
  var binaural: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Peak level in dBFS, -120...0. (default: -20)", valueName: "db"),
    transform: ToneText.level)
  var level: Double?

  @Option(
    name: .customLong("a4"), parsing: .unconditional,
    help: ArgumentHelp(
      "Frequency of A4 in hertz, 300...500. (default: 440)", valueName: "hz"),
    transform: ConcertPitchChoice.concertPitch)
  var a4: ConcertPitch?

  @OptionGroup(title: "Output options") var options: SoundOptions

  @Flag(help: "Sweep at a constant number of octaves per second.")
  var log = false

  @Flag(help: "Sweep slowly at first, then faster.")
  var quadratic = false

  @Flag(help: "Pluck the drone on the four strings of a tanpura.")
  var tanpura = false

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
      "Play the same on this many channels, 1...8. (default: 1)", valueName: "n"))
  var channels: Int?

  @Option(
    help: ArgumentHelp(
      "Seed of the noise. (default: 1)", valueName: "n"))
  var seed: UInt64?

  var adviceOnDevices: String { "--loudspeaker NAME, or --output FILE" }

  func validate() throws {
    guard (1...8).contains(channels ?? 1) else {
      throw ValidationError("--channels must be between 1 and 8, but is \(channels ?? 1).")
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
      channelCount: max(channels ?? 1, program.channelCount),
      sampleRate: options.requestedSampleRate, title: program.title(under: concertPitch)
    ) { format in
      try program.sound(sampleRate: format.sampleRate, channelCount: format.channelCount)
    }
    try await run.run()
  }

  private var concertPitch: ConcertPitch { a4 ?? .standard }
}

// MARK: - From options to a program

extension ToneCommand {
  /// What the options ask for.
  ///
  /// - Throws: `ValidationError` if they contradict each other.
  func program() throws -> ToneProgram {
    try requireOneSubject()
    var program = ToneProgram(subject: try subject())
    if case .waveform(let waveform) = wave { program.waveform = waveform }
    program.level = level ?? -20
    program.gains = gains ?? (drone != nil && !tanpura ? [0, -3, -6] : [])
    program.envelope = adsr ?? Envelope()
    program.duration = options.seconds
    program.seed = seed ?? 1
    return program
  }

  private func requireOneSubject() throws {
    let subjects = [
      tone != nil, chord != nil, drone != nil, sequence != nil, sweep != nil, dtmf != nil,
      noise != nil,
    ]
    guard subjects.count(where: { $0 }) == 1 else {
      throw ValidationError(
        """
        Give one thing to play: TONE, such as A4, or one of --chord, --drone, --sequence, --sweep, \
        --dtmf and --noise.
        """)
    }
    guard beat == nil || binaural == nil, tone != nil || (beat == nil && binaural == nil) else {
      throw ValidationError(
        "--beat and --binaural need a TONE, and exclude each other. Example: kammerton tone A4 --beat 2"
      )
    }
    guard drone != nil || !tanpura else {
      throw ValidationError("--tanpura needs --drone TONE, such as --drone D3 --tanpura.")
    }
    guard sweep != nil || !(log || quadratic) else {
      throw ValidationError("--log and --quadratic need --sweep FROM..TO, such as --sweep A2..A5.")
    }
    guard !(quadratic && log) else {
      throw ValidationError("--quadratic and --log exclude each other. Give one of them.")
    }
    guard wave != .pluck || tone != nil || chord != nil else {
      throw ValidationError(
        "--wave pluck needs TONE or --chord. Give one of them, or choose another waveform.")
    }
  }

  private func subject() throws -> ToneProgram.Subject {
    if let dtmf { return .dialling(dtmf) }
    if let noise { return .noise(noise) }
    if let sequence { return .sequence(try ToneText.sequence(sequence, under: concertPitch)) }
    if let sweep {
      let (from, to) = try ToneText.sweep(sweep, under: concertPitch)
      let law: SweepLaw = quadratic ? .quadratic : log ? .logarithmic : .linear
      return .sweep(from: from, to: to, law: law)
    }
    if let drone {
      let root = try ToneText.frequency(drone, under: concertPitch)
      return tanpura ? .tanpura(tonic: root) : .chord([root, root * 1.5, root * 2])
    }
    if let chord {
      let frequencies = try ToneText.chord(chord, under: concertPitch)
      return wave == .pluck ? .strings(frequencies) : .chord(frequencies)
    }
    return try single(ToneText.frequency(tone ?? "A4", under: concertPitch))
  }

  private func single(_ frequency: Double) -> ToneProgram.Subject {
    if let binaural { return .binaural(left: frequency, right: frequency + binaural) }
    let frequencies = [frequency] + (beat.map { [frequency + $0] } ?? [])
    return wave == .pluck ? .strings(frequencies) : .chord(frequencies)
  }
}
