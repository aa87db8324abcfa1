package import ArgumentParser
import CommandKit
import InstrumentTuning
import MusicTheory

/// `kammerton instruments`: the instruments and tunings that `tune` accepts.
package struct InstrumentsCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "instruments",
    abstract: "List instruments and their tunings.",
    usage: "kammerton instruments [SEARCH ...] [<options>]",
    discussion: """
      With SEARCH, lists those that contain all the words. Your own instruments go into \
      instruments.txt in $XDG_CONFIG_HOME/kammerton (~/.config/kammerton), in the format that \
      --export prints.

      Example: kammerton instruments guitar drop
      """)

  @Argument(
    help: ArgumentHelp(
      "Words to find in names, groups or tunings.", valueName: "search"))
  private var words: [String] = []

  @OptionGroup private var own: InstrumentFileOption

  @Flag(help: "Print one JSON array.")
  private var json = false

  @Flag(help: "Print the format of instrument files.")
  private var export = false

  @Flag(help: "List transposing instruments, the names that --transpose takes.")
  private var transposing = false

  package init() {}

  package func validate() throws {
    guard !transposing || (!export && own.instrumentFile == nil) else {
      throw ValidationError(
        "--transposing lists built-in names. Remove --export and --instrument-file.")
    }
    try Refusals.exclude(["--json": json, "--export": export])
  }

  package func run() throws {
    guard !transposing else { return try listTransposing() }
    let catalog = try InstrumentLibrary.catalog(path: own.instrumentFile)
    let found = catalog.search(words.joined(separator: " "))
    if export {
      try ByteOutput.standardOutput.write(data: try text(of: found))
    } else {
      try ByteOutput.standardOutput.write(try text(of: found))
    }
    guard found.isEmpty, !json else { return }
    throw noneFound("guitar")
  }

  private func listTransposing() throws {
    let found = TransposingList.find(words)
    try ByteOutput.standardOutput.write(
      json ? TransposingList.json(found) : TransposingList.text(found))
    guard found.isEmpty, !json else { return }
    throw noneFound("--transposing trumpet")
  }

  private func noneFound(_ example: String) -> ExitCode {
    complain(
      "No instrument contains all these words. Try one word: kammerton instruments \(example).")
    return ExitStatus.nothingDone
  }

  private func text(of instruments: [Instrument]) throws -> String {
    if json { return InstrumentList.json(instruments) }
    if export { return InstrumentFile.write(try InstrumentCatalog(instruments)) }
    return InstrumentList.text(instruments)
  }
}

/// Instruments and tunings as an indented list, and as JSON.
enum InstrumentList {
  /// Returns groups, instruments and tunings, one below the other.
  static func text(_ instruments: [Instrument]) -> String {
    var text = ""
    var group: String?
    for instrument in instruments {
      if instrument.group != group {
        text += (group == nil ? "" : "\n") + instrument.group.printable + "\n"
        group = instrument.group
      }
      let others =
        instrument.otherNames.isEmpty
        ? "" : "  (" + instrument.otherNames.joined(separator: ", ") + ")"
      text += "  " + (instrument.name + others).printable + "\n"
      let width = instrument.tunings.map { $0.name.printable.columns }.max() ?? 0
      for tuning in instrument.tunings {
        text += "    " + tuning.name.printable.left(width + 2)
        text += InstrumentFile.strings(of: tuning) + "\n"
      }
    }
    return text
  }

  /// Returns one JSON array, with every string's number, note, cents and frequency at A4 = 440 Hz.
  static func json(_ instruments: [Instrument]) -> String {
    JSON.lines(
      instruments.map { instrument in
        // Courses with two strings in unison, which the tunings list once.
        let twice: JSON = .object(
          instrument.unisonCourses.map {
            [("unisonCourses", [.number($0.lowerBound), .number($0.upperBound)])]
          } ?? [])
        return [
          "name": .text(instrument.name), "group": .text(instrument.group),
          "otherNames": .array(instrument.otherNames.map(JSON.text)),
          "fretted": .bool(instrument.isFretted),
        ] + twice + ["tunings": .array(instrument.tunings.map(object))]
      })
  }

  private static func object(_ tuning: Tuning) -> JSON {
    let strings = tuning.strings.map { string -> JSON in
      [
        "string": .number(string.number), "note": .text(string.pitch.note.asciiDescription),
        "cents": .number(string.pitch.cents),
        "frequency": .number(string.pitch.frequency(), decimals: 3),
      ]
    }
    return ["name": .text(tuning.name), "strings": .array(strings)]
  }
}

/// Transposing instruments as a table, and as JSON.
enum TransposingList {
  /// Returns the instruments whose name or title contains every word, in upper or lower case.
  static func find(_ words: [String]) -> [TransposingInstrument] {
    let words = words.map { $0.lowercased() }
    return TransposingInstrument.all.filter { instrument in
      let text = instrument.name + " " + instrument.title.lowercased()
      return words.allSatisfy { text.contains($0) }
    }
  }

  /// Returns one line per instrument: its name, its title and the sound of a written C4.
  static func text(_ instruments: [TransposingInstrument]) -> String {
    instruments.map { instrument in
      let sounding = instrument.transposition.sounding(written)
      return instrument.name.left(22) + instrument.title.left(36) + "C4 sounds \(sounding)\n"
    }.joined()
  }

  /// Returns one JSON array, with the interval from the written note to the sounding one.
  static func json(_ instruments: [TransposingInstrument]) -> String {
    JSON.lines(
      instruments.map { instrument in
        let interval = instrument.transposition.interval
        return [
          "name": .text(instrument.name), "title": .text(instrument.title),
          "steps": .number(interval.steps), "semitones": .number(interval.semitones),
          "writtenC4": .text(instrument.transposition.sounding(written).asciiDescription),
        ]
      })
  }

  private static let written = Note(.c, octave: 4)
}
