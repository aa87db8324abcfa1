import ArgumentParser
import MusicTheory
import SoundPrograms
import ToneGeneration

/// `kammerton tone`: reference tones, chords, drones, sweeps, noise and dialling.
struct ToneCommand: AsyncParsableCommand, DeviceCommand {
  static let configuration = CommandConfiguration(
    commandName: "tone",
    abstract: "Play TONE (A4, 441.3, 100Hz, MIDI 69), chords, noise.",
    usage: "kammerton tone [TONE] [<options>]",
    discussion: "Example: kammerton tone A4 --wave saw --duration 2s --output a.flac")

  @Argument(help: ArgumentHelp("The tone.", visibility: .hidden))
  var tone: String?

  @Option(
    help: ArgumentHelp("sine, triangle, saw, square[:DUTY], pulse or pluck.", valueName: "name"),
    transform: ToneText.wave)
  var wave: ToneText.Wave?

  @Option(
    help: ArgumentHelp("Together, as in A3,E4,A4 or A3,5/4,3/2.", valueName: "tones"))
  var chord: String?

  @Option(
    help: ArgumentHelp("Root, fifth, octave; --tanpura plucks them.", valueName: "tone"))
  var drone: String?

  @Option(help: ArgumentHelp("In turn, as in A4:1s,-:250ms,C5.", valueName: "tones"))
  var sequence: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("As in 20..20000 or A5..A2; also --log.", valueName: "from..to"))
  var sweep: String?

  @Option(help: ArgumentHelp("Keys of a telephone.", valueName: "keys"), transform: ToneText.keys)
  var dtmf: [DTMFKey]?

  @Option(
    help: ArgumentHelp("white, pink or brown.", valueName: "color"), transform: ToneText.noise)
  var noise: NoiseColor?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Two: TONE and so much higher; --binaural: one an ear.", valueName: "hz"))
  var beat: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("TONE left, so much higher right.", valueName: "hz", visibility: .hidden))
  var binaural: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Peak in dBFS, -120...0. (default: -20)", valueName: "db"),
    transform: ToneText.level)
  var level: Double?

  @Option(
    name: .customLong("a4"), parsing: .unconditional,
    help: ArgumentHelp("Frequency of A4, 300...500. (default: 440)", valueName: "hz"),
    transform: ConcertPitchChoice.concertPitch)
  var a4: ConcertPitch?

  @OptionGroup var options: SoundOptions

  @Flag(help: ArgumentHelp("Sweep octaves, not hertz, in equal times.", visibility: .hidden))
  var log = false

  @Flag(help: ArgumentHelp("The same as --log.", visibility: .hidden))
  var exponential = false

  @Flag(help: ArgumentHelp("Sweep slowly at first.", visibility: .hidden))
  var quadratic = false

  @Flag(help: ArgumentHelp("Pluck the drone on four strings.", visibility: .hidden))
  var tanpura = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Gains of the voices in dB, as in 0,-6,-12.", visibility: .hidden),
    transform: ToneText.gains)
  var gains: [Double]?

  @Option(
    help: ArgumentHelp("Attack, decay, sustain, release.", visibility: .hidden),
    transform: ToneText.envelope)
  var adsr: Envelope?

  @Option(help: ArgumentHelp("Channels to play the same on, 1...8.", visibility: .hidden))
  var channels: Int?

  @Option(help: ArgumentHelp("Another seed gives other noise.", visibility: .hidden))
  var seed: UInt64?

  var adviceOnDevices: String { "--device NAME, or --output FILE" }

  func validate() throws {
    guard (1...8).contains(channels ?? 1) else {
      throw ValidationError("--channels must lie in 1...8, but is \(channels ?? 1).")
    }
    let program = try program()
    if case .file = options.destination, program.isEndless {
      throw ValidationError("A file needs an end: add --duration, as in --duration 10s.")
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
        Name one thing to play: TONE such as A4, or one of --chord, --drone, --sequence, --sweep, \
        --dtmf and --noise.
        """)
    }
    guard beat == nil || binaural == nil, tone != nil || (beat == nil && binaural == nil) else {
      throw ValidationError("--beat or --binaural needs a TONE, as in kammerton tone A4 --beat 2.")
    }
    guard drone != nil || !tanpura else {
      throw ValidationError("--tanpura needs --drone TONE, as in --drone D3 --tanpura.")
    }
    guard sweep != nil || !(log || exponential || quadratic) else {
      throw ValidationError("--log, --exponential and --quadratic need --sweep FROM..TO.")
    }
    guard !(quadratic && (log || exponential)) else {
      throw ValidationError("--quadratic and --log exclude each other.")
    }
    guard wave != .pluck || tone != nil || chord != nil else {
      throw ValidationError("--wave pluck needs TONE or --chord.")
    }
  }

  private func subject() throws -> ToneProgram.Subject {
    if let dtmf { return .dialling(dtmf) }
    if let noise { return .noise(noise) }
    if let sequence { return .sequence(try ToneText.sequence(sequence, under: concertPitch)) }
    if let sweep {
      let (from, to) = try ToneText.sweep(sweep, under: concertPitch)
      let law: SweepLaw = quadratic ? .quadratic : log || exponential ? .logarithmic : .linear
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
