import ArgumentParser
import CommandKit
import InstrumentTuning
import MusicTheory

/// The options for the display of `kammerton tune`.
struct DisplayOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Largest deviation that counts as in tune, 0.1...50. (default: 3)", valueName: "cents"),
    transform: Tuner.tolerance(argument:))
  private(set) var tolerance: Double?

  @Option(
    help: ArgumentHelp(
      """
      First view: needle, strobe, knob, history, playing, strum, chord, spectrum or wave. (default: \
      needle)
      """,
      valueName: "name"),
    transform: TunerViewKind.init(argument:))
  private(set) var view: TunerViewKind?

  @Flag(
    help: """
      Hide the needle while you play: show the first stable pitch of each note, until the next one.
      """)
  private(set) var freeze = false

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
    try Refusals.exclude(["--capo": capo != nil, "--transpose": transpose != nil])
    guard let view, freeze, view.followsPitch else { return }
    throw ValidationError(
      """
      --freeze hides the pitch while you play, and the view \(view.rawValue) shows it. Choose \
      needle, history, spectrum or wave.
      """)
  }

  static let besidesTolerance = "--view, --freeze, --spelling, --notation, --transpose and --capo"
  /// True if any display option other than --tolerance is given.
  var isGivenBesidesTolerance: Bool {
    view != nil || freeze || spelling != nil || notation != nil || transpose != nil || capo != nil
  }
  /// The notation, if --notation is given.
  var notation: NoteNotation? { naming.notation }

  /// Overrides a setup with the options that are given.
  ///
  /// - Parameter setup: The setup of the tuner, with its instrument.
  /// - Throws: `ValidationError` for a capo on an instrument without frets.
  func apply(to setup: inout TunerSetup) throws {
    if let spelling { setup.spelling = spelling }
    if let notation { setup.notation = notation }
    do {
      if let transpose { try setup.transpose(transpose) }
      if let capo { try setup.transpose(capo == 0 ? .none : .capo(capo)) }
    } catch {
      throw ValidationError(error.description)
    }
    if let tolerance { setup.tolerance = tolerance }
    if let view { setup.view = view }
  }
}

extension Tuner {
  /// - Returns: A tolerance, in cents.
  /// - Throws: `ValidationError` if the text is not a tolerance within the limits.
  static func tolerance(argument: String) throws -> Double {
    guard let tolerance = Double(argument, in: .cents), toleranceLimits.contains(tolerance) else {
      throw ValidationError("Write a number of cents in 0.1...50, such as 3.")
    }
    return tolerance
  }
}

extension Tuning {
  /// - Returns: The fret of a capo.
  /// - Throws: `ValidationError` if the text is not a fret in 0...12.
  static func capo(argument: String) throws -> Int {
    guard let fret = Int(argument) else {
      throw ValidationError("Write the fret of the capo as a whole number in 0...12, such as 2.")
    }
    guard capoLimits.contains(fret) else {
      throw ValidationError(InstrumentError.capoOutOfRange(fret).description)
    }
    return fret
  }
}

extension TranspositionChoice {
  /// Reads a name.
  ///
  /// - Throws: `ValidationError` that offers near names.
  init(argument: String) throws {
    let typed = argument.lowercased()
    if typed == "none" {
      self = .none
    } else if let fret = try Self.number(typed, after: "capo") {
      self = .capo(fret)
    } else if let semitones = try Self.number(typed, after: "drop") {
      self = .drop(semitones)
    } else {
      do {
        self.init(try TransposingInstrument(named: argument))
      } catch {
        throw ValidationError(
          "\(error.description) Also possible: capo-1 to capo-12, drop-1 to drop-12, or none.")
      }
    }
  }

  /// Returns the number in `capo-2` or `capo2`, or `nil` if the text does not start with the word.
  private static func number(_ text: String, after word: String) throws -> Int? {
    guard text.hasPrefix(word) else { return nil }
    let digits = text.dropFirst(word.count).drop { $0 == "-" || $0 == " " }
    guard let number = Int(digits), steps.contains(number) else {
      throw ValidationError("Write a number from \(word)-1 to \(word)-12.")
    }
    return number
  }
}

extension TunerViewKind {
  init(argument: String) throws {
    self = try Choices.value(argument)
  }
}
