import ArgumentParser
import BellTuning
import CommandKit
import MusicTheory
import PianoTuning

/// What is measured, and what it is tuned to.
struct BellOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      What is measured: bell, bar, marimba, xylophone, vibraphone, tube, drum, tongue, kalimba, \
      reed or pipe; also glockenspiel, celesta, chimes, timpani and handpan. (default: a bar, \
      drum, tongue or tube that the partials clearly fit, or else bell; with --keep: bell)
      """, valueName: "object"),
    completion: .list(ResonatorKind.allCases.map(\.rawValue)), transform: BellText.object)
  private var object: ResonatorKind?

  @Option(help: ArgumentHelp("What is measured here, for the report.", valueName: "text"))
  private var name: String?

  @Option(
    name: .customLong("a4"), parsing: .unconditional,
    help: ArgumentHelp("Frequency of A4 in hertz, 300...500. (default: 440)", valueName: "hz"),
    transform: NumberUnit.hertz.number)
  private var concertPitch: Double?

  @Option(
    help: ArgumentHelp(
      "Temperament of twelve degrees on C; kammerton scale lists them. (default: equal)",
      valueName: "name"))
  private var temperament: String?

  @Option(
    help: ArgumentHelp(
      "Third that bells are to have: minor or major. (default: that of each bell)",
      valueName: "third"),
    completion: .list(BellThird.allCases.map(\.rawValue)), transform: BellText.third)
  private var third: BellThird?

  @Option(
    name: .customLong("pitch-temperature"), parsing: .unconditional,
    help: ArgumentHelp(
      "Temperature that the pitch of pipes is meant for. (default: 20C)", valueName: "degrees"),
    transform: AirOptions.celsiusByDefault)
  private var temperature: Double?

  @Option(
    name: .customLong("beat"),
    help: ArgumentHelp(
      """
      Beat that reeds are to have at a note, in hertz, such as A4:2.5. Give it for several notes; \
      those between follow.
      """, valueName: "note:hz"),
    transform: BellText.beat)
  private var beats: [BellFile.Beat] = []

  var isEmpty: Bool {
    object == nil && name == nil && concertPitch == nil && temperament == nil && third == nil
      && temperature == nil && beats.isEmpty
  }

  /// True if the object follows from the options.
  var namesObject: Bool { object != nil || third != nil || temperature != nil }

  func validate() throws {
    if let concertPitch, !BellFile.concertPitches.contains(concertPitch) {
      throw ValidationError("--a4 must be between 300 and 500 Hz.")
    }
    if let temperature, !BellFile.temperatures.contains(temperature) {
      throw ValidationError("--pitch-temperature must be between -50 and 60 degrees Celsius.")
    }
    let notes = beats.map(\.note)
    guard Set(notes).count == notes.count else {
      throw ValidationError("--beat was given twice for the same note.")
    }
    if let object, third != nil, object != .bell {
      throw ValidationError("--third is for bells. Remove it, or --object \(object.rawValue).")
    }
    if let object, !beats.isEmpty, object != .reed {
      throw ValidationError("--beat is for reeds. Add --object reed.")
    }
  }

  func apply(to bells: inout BellFile) throws {
    if let object, !bells.setObject(object) {
      throw ValidationError(
        """
        The file holds \(bells.object.rawValue) and not \(object.rawValue). Use another file, or \
        remove --object.
        """)
    }
    if let name, !bells.setName(name.utf8) {
      throw ValidationError("--name must be one line of up to 200 bytes.")
    }
    if let concertPitch { bells.concertPitch = concertPitch }
    if let third { bells.third = third }
    if let temperature { bells.temperature = temperature }
    if !beats.isEmpty { bells.beats = beats.sorted { $0.note < $1.note } }
    if let temperament, !bells.setTemperament(temperament.utf8) {
      throw ValidationError(
        "'\(temperament.printable)' is no temperament of twelve degrees. kammerton scale lists them."
      )
    }
  }
}

/// The parsing of values of the options, and words for objects.
enum BellText {
  static func object(_ argument: String) throws -> ResonatorKind {
    if let object = ResonatorKind(named: argument.lowercased()) { return object }
    let objects = ResonatorKind.allCases.map(\.rawValue)
    throw Choices.unknown(
      argument, among: objects + ResonatorKind.instrumentNames,
      list: objects.joined(separator: ", "))
  }

  static func third(_ argument: String) throws -> BellThird { try Choices.value(argument) }

  static func note(_ argument: String) throws -> Int {
    let note = try Note(argument: argument)
    guard (0...127).contains(note.midiNumber) else {
      throw ValidationError("Write a note from C-1 to G9, such as A4.")
    }
    return note.midiNumber
  }

  static func beat(_ argument: String) throws -> BellFile.Beat {
    let parts = argument.split(separator: ":")
    guard parts.count == 2, let rate = Double(String(parts[1]), in: .hertz),
      BellFile.beatRates.contains(rate)
    else { throw ValidationError("Write a note and its beat in hertz, such as A4:2.5.") }
    return BellFile.Beat(note: try note(String(parts[0])), rate: rate)
  }

  /// The name of a note, in ASCII.
  static func name(_ midi: Int) -> String { Note(midiNumber: midi).asciiDescription }
}
