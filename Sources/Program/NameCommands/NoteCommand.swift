package import ArgumentParser
import CommandKit
import MusicTheory

/// `kammerton note`: everything that follows from one note or frequency.
package struct NoteCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "note",
    abstract: "Look up a note, frequency or MIDI number.",
    usage: "kammerton note <tone> [<options>]",
    discussion: """
      Shows cents, wavelength, period, neighbours and harmonics. A whole number from 0 to 127 is a \
      MIDI number; any other number, or one that ends in Hz, is a frequency. Write -- before a tone \
      that starts with a minus sign.

      Example: kammerton note 441.3 --a4 442 --spelling Eb
      """)

  @Argument(
    help: ArgumentHelp(
      "Tone to look up, such as 441.3, 100Hz, A4, C#6, Eb or 69.", valueName: "tone"))
  private var text: String

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "Read the tone as this kind.", valueName: "kind"))
  private var kind: NoteInput.Kind?

  @OptionGroup private var pitch: ConcertPitchOption

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Air temperature, for wavelengths: in degrees Celsius, or with its unit, such as 64F. \
      (default: a speed of sound of 343 m/s)
      """, valueName: "degrees"),
    transform: AirOptions.celsiusByDefault)
  private var temperature: Double?

  @Option(
    help: ArgumentHelp(
      """
      Names of black keys: sharps, flats, mixed, or those of a key such as Eb. (default: as \
      the tone is written)
      """, valueName: "name"))
  private var spelling: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Number of harmonics to show, 0...64. (default: 8)", valueName: "count"))
  private var harmonics: Int?

  @OptionGroup(title: "Temperament options") private var temperament: TemperamentOptions

  @OptionGroup private var naming: NotationOption

  @Option(
    help: ArgumentHelp(
      "Show what a transposing instrument such as bb-trumpet must play, too.", valueName: "name"),
    transform: TransposingInstrument.init(argument:))
  private var transpose: TransposingInstrument?

  @Flag(help: "Print one JSON object.")
  private var json = false

  package init() {}

  package func validate() throws {
    _ = try report()
  }

  package func run() throws {
    let report = try report()
    try say(json ? report.json : report.text)
  }

  /// Returns everything that the command prints.
  ///
  /// - Throws: `ValidationError` that names the bad value and its limits.
  func report() throws -> NoteReport {
    do {
      let input = try NoteInput(text, as: kind, notation: naming.notation)
      let reference = pitch.a4 ?? .standard
      let rooted = temperament.temperament.map {
        RootedScale($0.scale, root: temperament.rootName, concertPitch: reference)
      }
      // A scale that cannot name notes is shown by its degrees, beside the notes of equal temperament.
      let concertPitch =
        rooted?.namesNotes == true ? try temperament.applied(to: reference) : reference
      let speedOfSound = try temperature.map(SpeedOfSound.init(airTemperature:)) ?? .standard
      let spelling = try spelling.map(Spelling.init(argument:)) ?? input.ownSpelling
      let count = harmonics ?? 8
      guard (0...64).contains(count) else {
        throw ValidationError("The number of harmonics must be between 0 and 64, but is \(count).")
      }
      let pitch = try Pitch(
        frequency: input.frequency(under: concertPitch), concertPitch: concertPitch,
        spelling: spelling)
      var report = NoteReport(pitch: pitch, speedOfSound: speedOfSound, harmonicCount: count)
      if let name = temperament.temperament?.name, let rooted {
        report.scale = ScaleReport(name: name, rooted: rooted)
      }
      report.notation = naming.notation ?? NoteNotation()
      report.instrument = transpose
      return report
    } catch let error as PitchError {
      throw ValidationError(error.description)
    } catch let error as NotationError {
      throw ValidationError(error.description)
    }
  }
}
