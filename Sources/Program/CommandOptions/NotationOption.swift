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
