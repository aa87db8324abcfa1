import ArgumentParser
import AudioFiles
import CommandKit
import Metronome
import MusicTheory

/// The rhythm of `kammerton metronome` at one tempo.
struct RhythmOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Meter, such as 3/4 or 7/8=2+2+3. (default: 4/4)", valueName: "n/d"))
  var meter: String?

  @Option(
    help: ArgumentHelp(
      "One sign per beat: X strong, O medium, x normal, o weak, . silent.", valueName: "signs"))
  var pattern: String?

  @Option(
    help: ArgumentHelp(
      "Clicks per beat, 1...16. (default: 1)", valueName: "count"))
  var subdivide: String?

  @Option(
    help: ArgumentHelp(
      "Share of a pair that the first note takes, 50...80 %. (default: 50)", valueName: "percent"))
  var swing: String?

  @Option(
    help: ArgumentHelp(
      "Add a second voice in this ratio, such as 3:4.", valueName: "n:m"))
  var poly: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Change the tempo steadily: +5/4bars is 5 faster every 4 bars. Also -10/30s, or \
      +5/4bars..180[,steps] up to a limit.
      """, valueName: "ramp"))
  var ramp: String?

  @Option(
    help: ArgumentHelp(
      """
      Play some bars silently: 3:1 after every three, 25% at random. Or single beats: 2,4 or beat:3 in \
      each bar, 25%beats at random.
      """, valueName: "bars|beats"))
  var mute: String?

  @Option(
    help: ArgumentHelp(
      "With --mute 25% and 25%beats: the seed that chooses what is silent. (default: 1)",
      valueName: "n"))
  var seed: UInt64?
}

// MARK: - From options to a section of a tempo map

extension RhythmOptions {
  /// Returns an endless section of a tempo map at a tempo.
  static func line(of tempo: String) throws -> TempoSection {
    let number = withoutUnit(tempo)
    guard !number.isEmpty, number.allSatisfy({ $0.isASCII && !" \t\n#".contains($0) }) else {
      throw unknown(tempo, MetronomeError.invalidTempo(tempo))
    }
    do throws(TempoMapError) {
      return try TempoMap(parsing: Array("* \(number)".utf8)).sections[0]
    } catch {
      throw unknown(tempo, error.reason)
    }
  }

  /// Returns `120` for `120bpm` and `120 BPM`.
  private static func withoutUnit(_ tempo: String) -> String {
    guard tempo.lowercased().hasSuffix("bpm") else { return tempo }
    return String(tempo.dropLast(3).reversed().drop { $0 == " " }.reversed())
  }

  private static func unknown(_ tempo: String, _ error: MetronomeError) -> ValidationError {
    let near = NearNames.of(tempo, in: TempoMarking.allCases.map(\.rawValue))
    guard case .invalidTempo = error, !near.isEmpty else { return ValidationError("\(error)") }
    return ValidationError(
      "'\(tempo.printable)' is not a tempo. Did you mean \(near.joined(separator: " or "))?")
  }

  /// Returns the one section that the options describe.
  ///
  /// - Parameter tempo: As typed; `nil` for the saved tempo.
  /// - Returns: An endless section.
  /// - Throws: `ValidationError` with the fault.
  func section(_ tempo: String?) throws -> TempoSection {
    do {
      let saved = SavedTempo.ofUser.read() ?? SavedTempo.factory
      var section = try Self.line(of: tempo ?? saved?.notation ?? "80")
      if let meter { section.meter = try Meter(notation: meter) }
      if let pattern {
        section.accents = try TempoSection.accents(notation: pattern, meter: section.meter)
      }
      if let subdivide { section.feel.subdivision = try Feel.subdivision(notation: subdivide) }
      if let swing { section.feel.swing = try Feel.swing(notation: swing) }
      if let poly { section.feel.polyrhythm = try Polyrhythm(notation: poly) }
      if let mute {
        section.rests = try BarRests(notation: mute, seed: seed ?? 1)
        try Self.require(section.rests, in: section.meter)
      }
      if let ramp {
        guard case .steady(let tempo) = section.tempo else {
          throw MetronomeError.overlappingRamps
        }
        section.tempo = .ramp(tempo, try TempoRamp(notation: ramp))
      }
      return section
    } catch let error as MetronomeError {
      throw ValidationError(error.description)
    }
  }

  /// Refuses beats that the meter does not have.
  private static func require(_ rests: BarRests, in meter: Meter) throws {
    guard case .beats(let beats) = rests, let last = beats.max(), last >= meter.beatCount else {
      return
    }
    throw ValidationError(
      "--mute names beat \(last + 1), but a bar has \(meter.beatCount) beats. Remove it, or change "
        + "--meter.")
  }

  /// Refuses these options for a tempo map, which sets them itself.
  func requireNone() throws {
    let given = [
      ("--meter", meter), ("--pattern", pattern), ("--subdivide", subdivide), ("--swing", swing),
      ("--poly", poly), ("--ramp", ramp), ("--mute", mute),
    ].filter { $0.1 != nil }
    if let first = given.first {
      throw ValidationError(
        "The tempo map sets its own \(first.0.dropFirst(2)). Remove \(first.0).")
    }
  }
}

/// Parses the values of the options of `kammerton metronome`.
enum MetronomeText {
  /// A sound by name, or the user's own audio files.
  enum Sound: Hashable, Sendable {
    case voice(ClickVoice)
    case files([String])
  }

  static func level(_ argument: String) throws -> Double {
    guard !argument.hasPrefix("--") else {
      throw ValidationError(
        """
        Write a level in -120...0 dBFS, where 0 is full scale. To make the loudspeakers of several \
        devices sound together, use --align.
        """)
    }
    return try ToneText.level(argument)
  }

  static func sound(_ argument: String) throws -> Sound {
    if let voice = ClickVoice(rawValue: argument.lowercased()) { return .voice(voice) }
    let files = argument.commaSeparatedItems
    guard (1...5).contains(files.count), files.allSatisfy({ $0.contains(".") }) else {
      let names = ClickVoice.allCases.map(\.rawValue)
      throw Choices.unknown(
        argument, among: names,
        list: """
          \(names.joined(separator: ", ")), or 1 to 5 files for strong, medium, normal, weak and \
          second-voice clicks, such as strong.wav,normal.wav
          """)
    }
    return .files(files)
  }

  static func countIn(_ argument: String) throws -> Int {
    guard let count = Int(argument), (0...100).contains(count) else {
      throw ValidationError("Write a number of bars in 0...100.")
    }
    return count
  }

  static func speed(_ argument: String) throws -> Double {
    guard let percent = Double(argument, in: .percent), (10...400).contains(percent) else {
      throw ValidationError("Write a percentage in 10...400, such as 80.")
    }
    return percent / 100
  }

  /// Returns the samples of a file, mixed to one channel.
  static func click(path: String) throws(AudioFileError) -> (samples: [Float], sampleRate: Double) {
    var reader = try AudioFileReader(path: path, channel: .mix)
    let limit = Int(ClickSounds.durationLimit * reader.sampleRate)
    var samples: [Float] = []
    var block: [Float] = []
    var unusable = UnusableSamples()
    while samples.count < limit, try reader.read(into: &block, maximumCount: 4096) > 0 {
      unusable.silence(&block)
      samples += block
    }
    unusable.report(path)
    guard !samples.isEmpty else { throw .noSamples(path: path) }
    return (samples, reader.sampleRate)
  }
}
