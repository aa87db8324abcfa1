package import ArgumentParser
import FileWriting
package import MusicTheory

#if canImport(Darwin)
  import Darwin  // realpath
#else
  import Glibc
#endif

/// The temperament of the notes, and its root.
package struct TemperamentOptions: ParsableArguments {
  @Option(
    name: [.customLong("temperament"), .customLong("scale")],
    help: ArgumentHelp(
      """
      Temperament or scale, an equal division such as 19-edo, or FILE.scl. To list the \
      names, run kammerton scale. (default: equal)
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

  /// Returns a concert pitch in the temperament.
  ///
  /// - Parameters:
  ///   - concertPitch: The frequency of A4.
  ///   - defaultRoot: The root without `--root`.
  /// - Returns: The same frequency of A4, with the temperament.
  /// - Throws: `ValidationError` if the scale does not have twelve degrees in an octave.
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

/// A scale as people name it: a temperament of the tables, a division of the octave, or a file.
package struct ScaleChoice: Sendable, Hashable {
  /// The name as typed.
  package let name: String
  package let scale: Scale

  package init(name: String, scale: Scale) {
    self.name = name
    self.scale = scale
  }

  /// Twelve equal steps, the default.
  package static let equal = ScaleChoice(name: "equal", scale: equalScale)

  private static var equalScale: Scale {
    NamedScale.all[0].scale
  }

  /// The name to save: the absolute path of a file, so that it is found from any directory.
  package var storedName: String {
    guard name.hasSuffix(".scl") || name.contains("/"), let path = realpath(name.systemPath, nil)
    else {
      return name
    }
    defer { free(path) }
    return FileName.text(Array(UnsafeRawBufferPointer(start: path, count: strlen(path))))
  }

  /// True for twelve equal steps to the octave, which displays need not mention.
  package var isEqual: Bool { scale.count == 12 && scale.isEqualDivisionOfOctave }
}

/// Reads a Scala file, `.scl` or `.kbm`, up to one byte beyond the limit of the parsers.
///
/// - Throws: `ValidationError` that names the file and the reason.
func scalaBytes(ofFile path: String) throws -> [UInt8] {
  do {
    return try ByteInput.readFile(path, limit: ScalaText.byteLimit + 1)
  } catch {
    throw ValidationError("\(path.printable) could not be read (\(error.reason)).")
  }
}

/// A keyboard mapping from a file.
package struct MappingArgument: Sendable, Hashable {
  package let mapping: KeyboardMapping

  /// - Throws: `ValidationError` that names the file and the line.
  package init(argument: String) throws {
    let file = try scalaBytes(ofFile: argument)
    do {
      mapping = try KeyboardMapping(scalaFile: file)
    } catch {
      throw ValidationError("\(argument.printable): \(error.description)")
    }
  }
}

extension ScaleChoice {
  /// - Parameter argument: A name such as `vallotti` or `19-edo`, or the path of a Scala file, which
  ///   ends in `.scl`.
  /// - Throws: `ValidationError` with the file and line, or with similar names.
  package init(argument: String) throws {
    self.init(name: argument, scale: try Self.scale(argument))
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
