import ArgumentParser
import CommandKit
import InstrumentTuning
import MusicTheory

/// How `kammerton tune` shows notes.
struct DisplayOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Largest deviation that counts as in tune, 0.1...50. (default: 3)", valueName: "cents"),
    transform: Tuner.tolerance(argument:))
  private(set) var tolerance: Double?

  @Option(
    help: ArgumentHelp(
      "First view: needle, strobe, knob, history, playing, spectrum or wave. (default: needle)",
      valueName: "name"),
    transform: TunerViewKind.init(argument:))
  private var view: TunerViewKind?

  @Option(
    help: ArgumentHelp(
      """
      Names of black keys: sharps, flats, mixed, or those of a key such as Eb. (default: \
      sharps)
      """, valueName: "name"),
    transform: Spelling.init(argument:))
  private var spelling: Spelling?

  @OptionGroup private var naming: NotationOption

  @Option(
    help: ArgumentHelp(
      """
      Show notes as written for a transposing instrument such as bb-trumpet, or for capo-2 \
      or drop-1.
      """, valueName: "name"),
    transform: TranspositionChoice.init(argument:))
  private var transpose: TranspositionChoice?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Fret of a capo, 0...12: strings keep their names and sound higher. (default: 0)",
      valueName: "fret"),
    transform: Tuning.capo(argument:))
  private var capo: Int?

  func validate() throws {
    guard capo == nil || transpose == nil else {
      throw ValidationError("--capo and --transpose exclude each other. Give one of them.")
    }
  }

  static let besidesTolerance = "--view, --spelling, --notation, --transpose and --capo"
  /// Whether anything was asked for but a tolerance.
  var isGivenBesidesTolerance: Bool {
    view != nil || spelling != nil || notation != nil || transpose != nil || capo != nil
  }
  /// How notes are named, if that was chosen.
  var notation: NoteNotation? { naming.notation }

  /// Replaces what was remembered by what was asked for.
  ///
  /// - Parameter setup: That of the tuner.
  func apply(to setup: inout TunerSetup) {
    if let spelling { setup.spelling = spelling }
    if let notation { setup.notation = notation }
    if let transpose { setup.transposition = transpose }
    if let capo { setup.transposition = capo == 0 ? .none : .capo(capo) }
    if let tolerance { setup.tolerance = tolerance }
    if let view { setup.view = view }
  }
}
