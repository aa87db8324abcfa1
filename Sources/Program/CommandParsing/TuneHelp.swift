import ArgumentParser

/// The help of `kammerton tune`, which has too many options for one reading: those that most people
/// need, then one help for each task. `--help-all` shows every option.
enum TuneHelp {
  /// Returns the help that the arguments ask for.
  ///
  /// - Parameters:
  ///   - arguments: The arguments of the program, as typed.
  ///   - root: The command of the program.
  ///   - columns: The width of the text; `nil` for that of the terminal.
  /// - Returns: `nil` if they ask for another help, or for none.
  static func text(
    for arguments: [String], of root: any CommandRoot.Type, columns: Int? = nil
  ) -> String? {
    let isVerb = arguments.first == "help"
    let words = Array((isVerb ? arguments.dropFirst() : arguments[...]).prefix { $0 != "--" })
    guard words.first == "tune", !words.contains("--help-all"), !words.contains("--help-hidden"),
      isVerb || words.contains("-h") || words.contains("--help"),
      let command = root.command(named: "tune")
    else { return nil }
    let full = root.helpMessage(for: command, columns: columns)
    guard let task = TuneTask.named(in: words) else { return short(of: full) }
    return task.heading + excerpt(of: full, task.options) + "\n"
      + "To list every option: kammerton tune --help-all"
  }

  private static func short(of full: String) -> String {
    let lines = full.split(separator: "\n", omittingEmptySubsequences: false)
    let heading = lines.prefix { !isHeading($0) }.joined(separator: "\n") + "\n"
    return heading + excerpt(of: full, usual) + """

      MORE:
        tune piano --help       Tune a piano by its file.
        tune strum --help       Tune all strings at once.
        tune chord --help       Show every note of a chord, and its beats.
        tune beats --help       Tune reeds and strings by their beats.
        tune --help-all         Every option: notation, transposition, capo, other
                                programs, analysis and raw input too.
      """
  }

  /// The options that most people need.
  private static let usual = [
    "--temperament", "--instrument", "--tuning", "--string", "--note", "--tolerance", "--view",
    "--freeze",
    "--a4", "--plain", "--json", "--history",
  ]

  /// The arguments and options of every excerpt.
  private static let always = [
    "<file>", "--microphone", "--simulate", "--jsonl", "--help",
  ]

  private static func isHeading(_ line: Substring) -> Bool { line.last == ":" && line.first != " " }

  /// Returns the parts of a help whose first names are wanted, under their headings.
  private static func excerpt(of help: String, _ options: [String]) -> String {
    let names = always + options
    var sections: [(heading: Substring, lines: [Substring])] = []
    var isWanted = false
    for line in help.split(separator: "\n", omittingEmptySubsequences: false) {
      if isHeading(line) {
        sections.append((line, []))
        isWanted = false
        continue
      }
      guard !sections.isEmpty, !line.isEmpty else { continue }
      if line.hasPrefix("  "), line.dropFirst(2).first != " " {
        let label = String(line.dropFirst(2)).split(separator: "  ").first ?? ""
        // The value of an option is no name.
        let labels = label.split { " ,/".contains($0) }
        isWanted = labels.enumerated().contains { index, name in
          (index == 0 || name.first == "-") && names.contains { $0 == name }
        }
      }
      if isWanted { sections[sections.count - 1].lines.append(line) }
    }
    return sections.filter { !$0.lines.isEmpty }.map { section in
      ([section.heading] + section.lines).joined(separator: "\n") + "\n"
    }.joined(separator: "\n")
  }
}

extension TuneTask {
  /// The beginning of its help.
  fileprivate var heading: String {
    switch self {
    case .piano:
      """
      OVERVIEW: Tune the keys of a piano by its file.

      The file is that of kammerton piano: measure a few keys first. Each key is
      found by itself.

      Example: kammerton tune piano salon.piano

      USAGE: kammerton tune piano <piano file> [FILE | -] [<options>]


      """
    case .strum:
      """
      OVERVIEW: Tune all strings at once: strum them together.

      Example: kammerton tune strum --instrument ukulele

      USAGE: kammerton tune strum [FILE | -] [<options>]


      """
    case .chord:
      """
      OVERVIEW: Show every note of a chord in cents, its name, and its beats.

      Each note is compared with the temperament and with the pure interval above
      the root that it is near. Of a FILE, each chord has some lines.

      Example: kammerton tune chord choir.wav --a4 442

      USAGE: kammerton tune chord [FILE | -] [<options>]


      """
    case .beats:
      """
      OVERVIEW: Tune reeds and strings that sound together by their beats.

      Lines near the note or frequency are told apart, and their beats are shown.

      Example: kammerton tune beats A4

      USAGE: kammerton tune beats <A4 or hertz> [FILE | -] [<options>]


      """
    }
  }

  /// The options that go with it.
  fileprivate var options: [String] {
    switch self {
    case .piano:
      ["--raise", "--play", "--loudspeaker", "--tolerance", "--plain", "--realtime", "--channel"]
    case .strum:
      [
        "--strings", "--instrument", "--tuning", "--a4", "--temperament", "--root", "--capo",
        "--tolerance", "--plain", "--realtime", "--channel",
      ]
    case .chord:
      [
        "--a4", "--temperament", "--root", "--tolerance", "--spelling", "--notation", "--plain",
        "--json", "--realtime", "--channel",
      ]
    case .beats:
      ["--beats-window", "--beats-plot", "--csv", "--a4", "--notation", "--realtime", "--channel"]
    }
  }
}
