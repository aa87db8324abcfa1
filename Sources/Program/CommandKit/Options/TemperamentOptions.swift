package import ArgumentParser
package import MusicTheory

/// The temperament that notes are in, and its root.
package struct TemperamentOptions: ParsableArguments {
  @Option(
    name: [.customLong("temperament"), .customLong("scale")],
    help: ArgumentHelp(
      """
      Temperament or scale, an equal division such as 19-edo, or FILE.scl. To list the \
      names, run kammerton temperaments. (default: equal)
      """, valueName: "name"),
    completion: .list(NamedScale.all.map(\.name)), transform: ScaleChoice.init(argument:))
  package var temperament: ScaleChoice?

  @Option(
    help: ArgumentHelp(
      "Note that the temperament starts from. (default: C)", valueName: "note"),
    transform: TemperamentOptions.root)
  package var root: NoteName?

  /// The note of degree 0.
  package var rootName: NoteName { root ?? NoteName(.c) }

  package init() {}

  package func validate() throws {
    guard root == nil || temperament != nil else {
      throw ValidationError("--root needs a temperament. Add --temperament NAME.")
    }
  }

  /// The name of the temperament.
  package var name: String { temperament?.name ?? "equal" }

  /// The frequencies of notes at a concert pitch.
  ///
  /// - Parameters:
  ///   - concertPitch: A4.
  ///   - defaultRoot: The root without `--root`.
  /// - Returns: The same A4, with the temperament.
  /// - Throws: `ValidationError` if the scale has no twelve degrees in an octave.
  package func applied(
    to concertPitch: ConcertPitch, defaultRoot: NoteName = NoteName(.c)
  ) throws -> ConcertPitch {
    guard let temperament else { return concertPitch }
    do {
      return try ConcertPitch(
        concertPitch.frequency,
        temperament: Temperament(temperament.scale, root: root ?? defaultRoot))
    } catch let error as ScaleError {
      throw ValidationError("\(temperament.name.printable): \(error.description)")
    }
  }

  package static func root(_ argument: String) throws -> NoteName {
    do {
      return try NoteName(argument)
    } catch {
      throw ValidationError("Write a note without its octave, such as C, Eb or F#.")
    }
  }
}
