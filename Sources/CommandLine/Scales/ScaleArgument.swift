import ArgumentParser
import MusicTheory

/// A scale as people name it: a temperament of the tables, a division of the octave, or a file.
struct ScaleArgument: Sendable, Hashable {
  /// What was typed.
  let name: String
  let scale: Scale

  init(name: String, scale: Scale) {
    self.name = name
    self.scale = scale
  }

  /// - Parameter argument: A name such as `vallotti` or `19-edo`, or the path of a Scala file, which
  ///   ends in `.scl`.
  /// - Throws: `ValidationError` that names the file and line, or names that are near.
  init(argument: String) throws {
    name = argument
    scale = try Self.scale(argument)
  }

  private static func scale(_ argument: String) throws -> Scale {
    guard argument.lowercased().hasSuffix(".scl") || argument.contains("/") else {
      do {
        return try Scale(named: argument)
      } catch {
        throw ValidationError(error.description)
      }
    }
    let file = try scalaBytes(ofFile: argument)
    do {
      return try Scale(scalaFile: file)
    } catch {
      throw ValidationError("\(argument.printable): \(error.description)")
    }
  }
}

/// The temperament that notes are in, and its root.
struct TemperamentOptions: ParsableArguments {
  @Option(
    name: [.customLong("temperament"), .customLong("scale")],
    help: ArgumentHelp(
      "Name (kammerton temperaments) or FILE.scl. (default: equal)", valueName: "name",
      visibility: .hidden),
    completion: .list(NamedScale.all.map(\.name)), transform: ScaleArgument.init(argument:))
  var temperament: ScaleArgument?

  @Option(
    help: ArgumentHelp(
      "The note that the temperament starts from. (default: C)", valueName: "note",
      visibility: .hidden),
    transform: TemperamentOptions.root)
  var root: NoteName?

  /// The note of degree 0.
  var rootName: NoteName { root ?? NoteName(.c) }

  func validate() throws {
    guard root == nil || temperament != nil else {
      throw ValidationError("--root needs --temperament NAME; without it there is nothing to move.")
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
      throw ValidationError("Write a note without octave, as in C, Eb or F#.")
    }
  }
}
