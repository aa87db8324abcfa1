import ArgumentParser
import CommandKit
import MusicTheory
import PianoTuning

/// The options for the settings of a piano file.
struct PianoSettingsOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Whose piano it is.", valueName: "text"))
  private var name: String?

  @Option(
    name: .customLong("a4"), parsing: .unconditional,
    help: ArgumentHelp("Frequency of A4 in hertz, 300...500. (default: 440)", valueName: "hz"),
    transform: NumberUnit.hertz.number)
  private var concertPitch: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Temperature of the room in degrees Celsius, or with its unit, such as 70F.",
      valueName: "degrees"),
    transform: AirOptions.celsiusByDefault)
  private var temperature: Double?

  @Option(
    help: ArgumentHelp(
      "What is pure: octaves, balanced or twelfths. (default: balanced)", valueName: "style"),
    completion: .list(TuningStyle.allCases.map(\.rawValue)), transform: PianoText.style)
  private var style: TuningStyle?

  @Option(
    help: ArgumentHelp(
      "Temperament of twelve degrees on C; kammerton scale lists them. (default: equal)",
      valueName: "name"))
  private var temperament: String?

  @Option(
    help: ArgumentHelp(
      "Lowest key without wound strings, for a pitch raise. (default: A#2)", valueName: "key"),
    transform: PianoText.key)
  private var lowestPlainKey: PianoKey?

  var isEmpty: Bool {
    name == nil && concertPitch == nil && temperature == nil && style == nil && temperament == nil
      && lowestPlainKey == nil
  }

  func validate() throws {
    if let concertPitch, !PianoFile.concertPitches.contains(concertPitch) {
      throw ValidationError("--a4 must be between 300 and 500 Hz.")
    }
    if let temperature, !PianoFile.temperatures.contains(temperature) {
      throw ValidationError("--temperature must be between -50 and 60 degrees Celsius.")
    }
    if let name, name.isEmpty || name.utf8.count > 200 || name.contains(where: \.isNewline) {
      throw ValidationError("--name must be one line of up to 200 bytes.")
    }
  }

  func apply(to piano: inout PianoFile) throws {
    if let name { piano.name = name.split(separator: " ").joined(separator: " ") }
    if let concertPitch { piano.concertPitch = concertPitch }
    if let temperature { piano.temperature = temperature }
    if let style { piano.style = style }
    if let lowestPlainKey { piano.lowestPlainKey = lowestPlainKey }
    guard let temperament else { return }
    piano.temperament = temperament
    do {
      _ = try piano.temperamentOffsets()
    } catch {
      throw ValidationError("\(temperament.printable): \(error.description)")
    }
  }
}

/// The parsing of values of the piano options.
enum PianoText {
  static func style(_ argument: String) throws -> TuningStyle {
    try Choices.value(argument)
  }

  static func key(_ argument: String) throws -> PianoKey {
    guard let key = PianoKey(name: argument) else {
      throw ValidationError("Write a key from A0 to C8, such as A#2.")
    }
    return key
  }
}
