import ArgumentParser
package import MusicTheory

/// Reads a file of Scala's, `.scl` or `.kbm`, up to a byte more than is accepted.
///
/// - Throws: `ValidationError` that names the file and the reason.
package func scalaBytes(ofFile path: String) throws -> [UInt8] {
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
  /// - Throws: `ValidationError` that names the file and line, or names that are near.
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
