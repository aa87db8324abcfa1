import ArgumentParser
import BellTuning
import CommandKit
package import InstrumentTuning
import MusicTheory

/// The options that choose what to tune.
struct TargetOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Instrument to tune, such as guitar. To list them, run kammerton instruments.",
      valueName: "name"))
  private var instrument: String?

  @Option(
    help: ArgumentHelp(
      """
      Tuning of the instrument, such as drop-d, or pure-fifths for violins. (default: its standard \
      tuning)
      """, valueName: "name"))
  private var tuning: String?

  @Option(
    help: ArgumentHelp(
      "Tune only this string, such as 6 or E2. (default: auto)", valueName: "n"))
  private var string: String?

  @Option(
    help: ArgumentHelp(
      "Tune only this note, such as A4.", valueName: "note"))
  private var note: String?

  @OptionGroup private var own: InstrumentFileOption

  enum StringChoice: Hashable, Sendable {
    case automatic
    case number(Int)
    case note(Note)
  }

  func validate() throws {
    guard note == nil || (instrument == nil && tuning == nil && string == nil) else {
      throw ValidationError("--note tunes one note. Remove --instrument, --tuning and --string.")
    }
    if let instrument, object != nil, tuning != nil || string != nil {
      throw ValidationError(
        "\(instrument.printable) has one note for each bell or bar. Remove --tuning and --string.")
    }
    guard instrument != nil || !hasPureFifths else {
      throw ValidationError(
        "--tuning pure-fifths needs an instrument. Add one, such as --instrument violin.")
    }
    guard instrument != nil || (tuning == nil && string == nil) else {
      throw ValidationError(
        "--tuning and --string need an instrument. Add one, such as --instrument guitar.")
    }
  }

  /// The object whose strike note is read, if the instrument is one that has it. The tines of a
  /// kalimba are read as strings are: their first partial is by far the strongest.
  var object: ResonatorKind? {
    guard let instrument, let object = ResonatorKind(named: instrument), object != .kalimba,
      !object.isHarmonic
    else { return nil }
    return object
  }

  /// True if the instrument is tuned in pure fifths: the standard tuning, in Pythagorean temperament.
  var hasPureFifths: Bool {
    let words = (tuning ?? "").lowercased().split { " -_".contains($0) }
    return words.count == 2 && words[1] == "fifths"
      && ["pure", "just", "perfect"].contains(words[0])
  }

  /// True if --note or --instrument is given.
  var isGiven: Bool { note != nil || instrument != nil }
  /// True if --note is given.
  var isNote: Bool { note != nil }

  /// Checks that --note and --string are valid in a notation, or in English without one.
  func requireNotes(in notation: NoteNotation?) throws {
    _ = try note.map { try Self.note($0, in: notation) }
    _ = try string.map { try Self.string($0, in: notation) }
  }

  /// The built-in instruments and those of the user's files.
  ///
  /// - Throws: `InstrumentLibraryError` if a file is broken, and --instrument or --instrument-file
  ///   is given. Otherwise the tuner reports the file and uses the built-in instruments.
  func catalog() throws(InstrumentLibraryError) -> InstrumentCatalog {
    do {
      return try InstrumentLibrary.catalog(path: own.instrumentFile)
    } catch {
      guard instrument == nil, own.instrumentFile == nil else { throw error }
      complain("\(error) Only the built-in instruments can be used.")
      return .builtIn
    }
  }

  /// Returns the target that the options choose.
  ///
  /// - Parameters:
  ///   - catalog: The instruments to choose from.
  ///   - notation: The notation of --note and --string; English by default.
  /// - Returns: The target; `nil` if no option chooses one.
  /// - Throws: `InstrumentError` or `ValidationError`.
  func target(
    from catalog: InstrumentCatalog, in notation: NoteNotation?
  ) throws -> TunerSetup.Target? {
    do {
      return try found(in: catalog, notation)
    } catch let error as InstrumentLookupError {
      throw ValidationError(error.description)
    } catch let error as TargetError {
      throw ValidationError(error.description)
    }
  }

  private func found(
    in catalog: InstrumentCatalog, _ notation: NoteNotation?
  ) throws -> TunerSetup.Target? {
    if let note { return .note(try TargetPitch(Self.note(note, in: notation))) }
    guard let instrument else { return nil }
    guard object == nil else { return .everything }
    let found = try catalog.instrument(named: instrument)
    let named = hasPureFifths ? nil : tuning
    let tuning = try named.map { try found.tuning(named: $0) } ?? found.standardTuning
    let title = "\(found.name), \(tuning.name)"
    let choice = try string.map { try Self.string($0, in: notation) } ?? .automatic
    let number = try Self.number(of: choice, in: tuning, title: title)
    return .instrument(found, tuning, string: number)
  }

  private static func number(
    of string: StringChoice, in tuning: Tuning, title: String
  ) throws(TargetError) -> Int? {
    switch string {
    case .automatic: return nil
    case .number(let number):
      guard tuning.stringNumbers.contains(number) else {
        throw .noString("\(number)", tuning: title, count: tuning.courses.count)
      }
      return number
    case .note(let note):
      guard let found = tuning.strings.first(where: { $0.pitch.note.isEnharmonic(to: note) })
      else {
        throw .noString(note.asciiDescription, tuning: title, count: tuning.courses.count)
      }
      return found.number
    }
  }

  static func string(
    _ argument: String, in notation: NoteNotation? = nil
  ) throws -> StringChoice {
    if argument.lowercased() == "auto" { return .automatic }
    if let number = Int(argument), number >= 1 { return .number(number) }
    // A note without its octave could be several strings.
    let hasOctave = argument.last.map { $0.isNumber || Note.helmholtzMarks.contains($0) } ?? false
    guard hasOctave || notation?.octaves == .helmholtz,
      let note = try? Note(argument: argument, in: notation)
    else {
      throw ValidationError(
        "'\(argument)' is not a string. Write auto, its number or its note, such as 6 or E2.")
    }
    return .note(note)
  }

  static func note(
    _ argument: String, in notation: NoteNotation? = nil, hasOption: Bool = true
  ) throws -> Note {
    do {
      let note = try Note(argument: argument, in: notation, hasOption: hasOption)
      _ = try TargetPitch(note)
      return note
    } catch let error as ValidationError {
      throw error
    } catch {
      throw ValidationError("\(error)")
    }
  }
}

/// A string that a tuning does not have.
enum TargetError: Error, Equatable, CustomStringConvertible {
  case noString(String, tuning: String, count: Int)

  var description: String {
    switch self {
    case .noString(let string, let tuning, let count):
      "\(tuning) has no string \(string). Write a number in 1...\(count), or the note of a string."
    }
  }
}

/// The options for tuning all strings at once.
package struct StrumOptions: ParsableArguments {
  @Flag(help: "Show all strings of a strum at once, a guitar's unless you name an instrument.")
  private var strum = false

  @Option(
    help: ArgumentHelp(
      "Strings of any tuning, with --strum: from the highest number, such as D2,G2,D3,G3,B3,D4 or G3/G3,D4/D4.",
      valueName: "notes"))
  private var strings: String?

  package init() {}

  package func validate() throws { _ = try notes() }

  /// True if --strum or --strings is given.
  package var isWanted: Bool { strum || strings != nil }

  /// Returns the strings to tune; `nil` for single notes.
  ///
  /// - Parameters:
  ///   - setup: The setup of the tuner.
  ///   - isView: True if the chosen view is that of all strings.
  ///   - catalog: The catalog that contains the guitar.
  /// - Returns: The strings.
  /// - Throws: `ValidationError` for notes that are none; `InstrumentError` for too many strings.
  package func setup(
    _ setup: TunerSetup, isView: Bool = false, catalog: InstrumentCatalog
  ) throws -> StrumSetup? {
    guard isWanted || isView else { return nil }
    return try StrumSetup(setup, notes: notes(in: setup.notation), catalog: catalog)
  }

  func notes(in notation: NoteNotation? = nil) throws -> [[Note]]? {
    try strings?.split(separator: ",", omittingEmptySubsequences: false).map {
      try $0.split(separator: "/", omittingEmptySubsequences: false).map {
        try TargetOptions.note(String($0), in: notation)
      }
    }
  }
}
