import ArgumentParser
import CommandIO
import MusicTheory
import TunerScreen

/// The temperament that notes are in, and its root.
struct TemperamentOptions: ParsableArguments {
  @Option(
    name: [.customLong("temperament"), .customLong("scale")],
    help: ArgumentHelp(
      """
      Temperament or scale, an equal division such as 19-edo, or FILE.scl. To list the \
      names, run kammerton temperaments. (default: equal)
      """, valueName: "name"),
    completion: .list(NamedScale.all.map(\.name)), transform: ScaleChoice.init(argument:))
  var temperament: ScaleChoice?

  @Option(
    help: ArgumentHelp(
      "Note that the temperament starts from. (default: C)", valueName: "note"),
    transform: TemperamentOptions.root)
  var root: NoteName?

  /// The note of degree 0.
  var rootName: NoteName { root ?? NoteName(.c) }

  func validate() throws {
    guard root == nil || temperament != nil else {
      throw ValidationError("--root needs a temperament. Add --temperament NAME.")
    }
  }

  /// The frequencies of notes at a concert pitch.
  ///
  /// - Throws: `ValidationError` if the scale has no twelve degrees in an octave.
  func applied(to concertPitch: ConcertPitch) throws -> ConcertPitch {
    guard let temperament else { return concertPitch }
    do {
      return try ConcertPitch(
        concertPitch.frequency, temperament: Temperament(temperament.scale, root: rootName))
    } catch let error as ScaleError {
      throw ValidationError("\(temperament.name.printable): \(error.description)")
    }
  }

  static func root(_ argument: String) throws -> NoteName {
    do {
      return try NoteName(argument)
    } catch {
      throw ValidationError("Write a note without its octave, such as C, Eb or F#.")
    }
  }
}
