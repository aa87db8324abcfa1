package import ArgumentParser
package import MusicTheory

/// How notes are named.
package struct NotationOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Note names, such as english, german, fixed-do or helmholtz. (default: english)",
      valueName: "name"),
    transform: NoteNotation.init(argument:))
  package var notation: NoteNotation?

  package init() {}
}

extension NoteNotation {
  /// - Throws: `ValidationError` if no notation has the name.
  package init(argument: String) throws {
    do { self = try NoteNotation(named: argument) } catch {
      throw ValidationError(error.description)
    }
  }
}

extension TransposingInstrument {
  /// - Throws: `ValidationError` if no instrument has the name.
  package init(argument: String) throws {
    do { self = try TransposingInstrument(named: argument) } catch {
      throw ValidationError(error.description)
    }
  }
}

extension Spelling {
  /// Reads `sharps`, `flats`, `mixed` or a key.
  package init(argument: String) throws {
    switch argument {
    case "sharps": self = .sharps
    case "flats": self = .flats
    case "mixed": self = .mixed
    default:
      do {
        self = .key(try Key(argument))
      } catch .notAKey {
        throw ValidationError(
          "'\(argument)' is not a spelling. Write sharps, flats, mixed or a key such as Eb or F#m.")
      }
    }
  }
}
