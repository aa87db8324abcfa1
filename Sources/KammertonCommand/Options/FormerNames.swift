/// Names that options had, which are still understood and no longer shown.
enum FormerNames {
  /// For each command, what an option is called now, by its former name.
  static let ofCommands: [String: [String: String]] = [
    "calibrate": microphone,
    "metronome": loudspeaker,
    "pair": ["--secret-to": "--save-secret", "--output": "--save-secret"],
    "receive": microphone,
    "send": ["--to-file": "--output", "--device": "--loudspeaker"],
    "serve": microphone,
    "tone": ["--device": "--loudspeaker", "--exponential": "--log"],
    "tune": microphone,
  ]

  private static let microphone = ["--device": "--microphone"]
  private static let loudspeaker = ["--device": "--loudspeaker"]

  /// Replaces former names by those of today.
  ///
  /// - Parameter arguments: The words after the name of the program.
  /// - Returns: The same words; those after `--` are no options, and stay as they are.
  static func replaced(in arguments: [String]) -> [String] {
    guard let command = arguments.first, let names = ofCommands[command] else { return arguments }
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    return arguments[..<end].map { argument in
      let name = String(argument.prefix { $0 != "=" })
      return names[name].map { $0 + argument.dropFirst(name.count) } ?? argument
    } + arguments[end...]
  }
}
