/// The spellings of commands besides those that the parser knows.
///
/// Commands that belong together have one name each in the help. Older names still work: they are
/// replaced before anything is parsed, and no help lists them. `tune piano`, `tune strum`,
/// `tune chord` and `tune beats` stand for the options that turn the tuner to these tasks.
enum Spelling {
  /// The place of each command that had a name of its own.
  private static let moved: [String: [String]] = [
    "devices": ["doctor", "devices"], "selftest": ["doctor", "selftest"],
    "band-test": ["doctor", "band-test"], "temperaments": ["scale", "--list"],
    "string": ["setup", "string"],
  ]

  /// The older names.
  static var olderNames: [String] { moved.keys.sorted() }

  /// Returns the arguments as the parser knows them.
  ///
  /// - Parameter arguments: The arguments of the program, as typed.
  /// - Returns: The same, with the names of commands and the option for all help replaced.
  static func canonical(_ arguments: [String]) -> [String] {
    let isHelp = arguments.first == "help"
    var words = isHelp ? arguments.dropFirst() : arguments[...]
    if let name = words.first, let place = moved[name] {
      words = (isHelp ? place.filter { !$0.hasPrefix("-") } : place) + words.dropFirst()
    } else if let task = TuneTask.named(in: Array(words)) {
      words = isHelp ? ["tune"] : ["tune", task.option] + words.dropFirst(2)
    }
    let options = words.prefix { $0 != "--" }.map { $0 == "--help-all" ? "--help-hidden" : $0 }
    return (isHelp ? ["help"] : []) + options + words.dropFirst(options.count)
  }
}

/// A task of the tuner that has a name: `tune piano`.
enum TuneTask: String, CaseIterable {
  case piano, strum, chord, beats

  /// The task that the arguments name as the second word; `nil` for none.
  static func named(in arguments: [String]) -> TuneTask? {
    guard arguments.first == "tune", arguments.count > 1 else { return nil }
    return TuneTask(rawValue: arguments[1])
  }

  /// The option of `tune` for it.
  var option: String { "--\(rawValue)" }
}
