package import ArgumentParser
import CommandKit
import MusicTheory

/// `kammerton scale`: the degrees of a temperament, a division of the octave or a Scala file; without
/// a name, the list of the names that `--temperament` accepts.
package struct ScaleCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "scale",
    abstract: "List temperaments, or show the degrees of one.",
    usage: """
      kammerton scale <name> [<options>]
      kammerton scale [--list [<word>]] [--json]
      """,
    discussion: """
      Without a name, lists the built-in temperaments and scales. Equal divisions of the octave have \
      names such as 19-edo, and are not listed.

      Example: kammerton scale werckmeister-iii --root D --a4 415

      Example: kammerton scale --list meantone
      """)

  @Argument(
    help: ArgumentHelp(
      """
      Temperament or scale, an equal division such as 19-edo, or FILE.scl. With --list: show only \
      those with this word in their name, title or source.
      """, valueName: "name"),
    completion: .list(NamedScale.all.map(\.name)))
  private var name: String?

  @Flag(help: "List the names of temperaments and scales.")
  private var list = false

  @Option(
    help: ArgumentHelp(
      "Note of degree 0. (default: C)", valueName: "note"),
    transform: TemperamentOptions.root)
  private var root: NoteName?

  @OptionGroup private var reference: ConcertPitchOption

  @Option(
    help: ArgumentHelp(
      "Show the keys of this keyboard mapping instead of degrees.", valueName: "file.kbm"),
    completion: .file(extensions: ["kbm"]), transform: MappingArgument.init(argument:))
  private var mapping: MappingArgument?

  @Flag(help: "Print one JSON object; of the list, an array.")
  private var json = false

  @Flag(help: "Print a Scala file (.scl).")
  private var scl = false

  package init() {}

  package func validate() throws {
    try Refusals.exclude(["--json": json, "--scl": scl])
    if isListed {
      try Refusals.require(
        "the name of a scale", false,
        for: [
          "--root": root != nil, "--a4": reference.a4 != nil, "--mapping": mapping != nil,
          "--scl": scl,
        ])
      return
    }
    _ = try choice()
    guard mapping == nil || (!scl && root == nil && reference.a4 == nil) else {
      throw ValidationError("--mapping sets keys and frequencies. Remove --root, --a4 and --scl.")
    }
  }

  /// True if the names are listed.
  private var isListed: Bool { list || name == nil }

  private func choice() throws -> ScaleChoice { try ScaleChoice(argument: name ?? "") }

  package func run() throws {
    if isListed, !json, TemperamentList.find(name ?? "").isEmpty {
      complain(
        "No temperament contains '\((name ?? "").printable)'. To list all, leave the word out.")
      throw ExitStatus.nothingDone
    }
    let output = try output
    // A Scala file is data, whatever is in its title.
    if scl {
      try ByteOutput.standardOutput.write(data: output)
    } else {
      try ByteOutput.standardOutput.write(output)
    }
  }

  /// The text that the command prints.
  var output: String {
    get throws {
      guard isListed else { return text(of: try choice()) }
      let found = TemperamentList.find(name ?? "")
      return json ? TemperamentList.json(found) : TemperamentList.text(found)
    }
  }

  private func text(of argument: ScaleChoice) -> String {
    if scl {
      let isFile = argument.name.lowercased().hasSuffix(".scl")
      let file = argument.scale.scalaFile(
        name: isFile ? argument.name : argument.name + ".scl")
      return String(decoding: file, as: UTF8.self)
    }
    if let mapping {
      let report = KeyboardReport(
        name: argument.name, scale: argument.scale, mapping: mapping.mapping)
      return (json ? report.json : report.text) + "\n"
    }
    let report = ScaleReport(
      name: argument.name,
      rooted: RootedScale(
        argument.scale, root: root ?? NoteName(.c), concertPitch: reference.a4 ?? .standard))
    return (json ? report.json : report.text) + "\n"
  }
}

/// The names that `--temperament` and `scale` accept.
enum TemperamentList {
  /// Returns those with a word in their names, titles or sources.
  static func find(_ word: String) -> [NamedScale] {
    let word = word.lowercased()
    return NamedScale.all.filter { scale in
      word.isEmpty
        || ([scale.name, scale.title, scale.source] + scale.aliases).contains {
          $0.lowercased().contains(word)
        }
    }
  }

  static func text(_ scales: [NamedScale]) -> String {
    scales.map { "\($0.name.left(32))\($0.title) (\($0.source))\n" }.joined()
  }

  static func json(_ scales: [NamedScale]) -> String {
    let objects = scales.map { scale -> JSON in
      [
        "name": .text(scale.name), "title": .text(scale.title), "source": .text(scale.source),
        "degrees": .number(scale.scale.count), "period": .number(scale.scale.period),
        "cents": .array(scale.scale.degrees.map(JSON.number)),
      ]
    }
    return JSON.array(objects).line() + "\n"
  }
}
