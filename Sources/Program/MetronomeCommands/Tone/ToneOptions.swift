import ArgumentParser
import CommandKit
import MusicTheory
import ToneGeneration

/// The sounds that `kammerton tone` plays instead of a single tone, or with it.
struct ToneOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Play a chord by name, such as Am or Bbmaj7, or these tones: A3,E4,A4 or A3,5/4,3/2.",
      valueName: "tones"))
  var chord: String?

  @Option(
    help: ArgumentHelp(
      "Play this root with its fifth and octave; without --temperament the fifth is pure.",
      valueName: "tone"))
  var drone: String?

  @Flag(help: "Pluck the drone on the four strings of a tanpura.")
  var tanpura = false

  @Option(
    help: ArgumentHelp(
      "Play these tones in turn, such as A4:1s,-:250ms,C5.", valueName: "tones"))
  var sequence: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Glide from one tone to another, such as 20..20000 or A5..A2.", valueName: "from..to"))
  var sweep: String?

  @Flag(help: "Sweep at a constant number of octaves per second.")
  var log = false

  @Flag(help: "Sweep slowly at first, then faster.")
  var quadratic = false

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
      "Add a second tone this many hertz above TONE.", valueName: "hz"),
    transform: NumberUnit.hertz.number)
  var beat: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Play TONE on the left, and this many hertz higher on the right.", valueName: "hz"),
    transform: NumberUnit.hertz.number)
  var binaural: Double?
}

// MARK: - From options to a program

extension ToneOptions {
  /// Checks that there is exactly one thing to play.
  ///
  /// - Parameters:
  ///   - tone: The tone outside these options.
  ///   - wave: The waveform.
  /// - Throws: `ValidationError` with the options that go together.
  func requireOne(besides tone: String?, wave: ToneText.Wave?) throws {
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
    try Refusals.exclude(["--quadratic": quadratic, "--log": log])
    guard wave != .pluck || tone != nil || chord != nil else {
      throw ValidationError(
        "--wave pluck needs TONE or --chord. Give one of them, or choose another waveform.")
    }
  }

  /// Returns the sound to play.
  ///
  /// - Parameters:
  ///   - tone: The tone outside these options.
  ///   - isPlucked: True for strings instead of waveforms.
  ///   - pitches: The meaning of note names.
  /// - Returns: Tones, noise, a sweep or dialling.
  /// - Throws: `ValidationError` for text that is not a tone.
  func subject(
    _ tone: String?, isPlucked: Bool, _ pitches: TonePitches
  ) throws -> ToneProgram.Subject {
    if let dtmf { return .dialling(dtmf) }
    if let noise { return .noise(noise) }
    if let sequence { return .sequence(try ToneText.sequence(sequence, pitches)) }
    if let sweep {
      let (from, to) = try ToneText.sweep(sweep, pitches)
      let law: SweepLaw = quadratic ? .quadratic : log ? .logarithmic : .linear
      return .sweep(from: from, to: to, law: law)
    }
    if let drone {
      let tones = try ToneText.drone(drone, pitches)
      return tanpura ? .tanpura(tonic: tones[0]) : .chord(tones)
    }
    if let chord {
      let frequencies = try ToneText.chord(chord, pitches)
      return isPlucked ? .strings(frequencies) : .chord(frequencies)
    }
    return try single(ToneText.frequency(tone ?? "A4", pitches), isPlucked: isPlucked)
  }

  private func single(_ frequency: Double, isPlucked: Bool) -> ToneProgram.Subject {
    if let binaural { return .binaural(left: frequency, right: frequency + binaural) }
    let frequencies = [frequency] + (beat.map { [frequency + $0] } ?? [])
    return isPlucked ? .strings(frequencies) : .chord(frequencies)
  }
}

/// The options that turn notes into frequencies.
struct TonePitchOptions: ParsableArguments {
  @OptionGroup private var reference: ConcertPitchOption
  @OptionGroup private var air: AirOptions
  @OptionGroup private var temperament: TemperamentOptions
  @OptionGroup private var naming: NotationOption

  @Option(
    help: ArgumentHelp(
      "Read notes as written for a transposing instrument such as bb-trumpet.", valueName: "name"),
    transform: TransposingInstrument.init(argument:))
  private var transpose: TransposingInstrument?

  func validate() throws {
    _ = try temperament.applied(to: air.moved(reference.a4 ?? .standard))
  }

  /// The options as plain values.
  var pitches: TonePitches {
    let given = reference.a4 ?? .standard
    let concertPitch = (try? air.moved(given)) ?? given
    return TonePitches(
      concertPitch: (try? temperament.applied(to: concertPitch)) ?? concertPitch,
      isTempered: temperament.temperament != nil, notation: naming.notation,
      transposition: transpose?.transposition ?? .none)
  }
}
