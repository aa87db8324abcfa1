package import CommandKit
package import Metronome

/// Reads tempo maps from files.
package enum TempoMapFile {
  /// - Parameter argument: A path, or `-` for standard input.
  /// - Returns: The map.
  /// - Throws: `TempoMapFileError` that names the file and, if one is to blame, the line.
  package static func read(_ argument: String) throws(TempoMapFileError) -> TempoMap {
    let name = argument == "-" ? "Standard input" : argument
    let bytes: [UInt8]
    do {
      // No more than is needed to know that there are too many.
      bytes = try ByteInput.read(argument, limit: TempoMap.byteLimit + 1)
    } catch {
      throw .unreadable(name: name, reason: error.reason)
    }
    do throws(TempoMapError) {
      return try TempoMap(parsing: bytes)
    } catch {
      throw .wrong(name: name, error)
    }
  }
}

/// Why there is no tempo map.
package typealias TempoMapFileError = TextFileError<TempoMapError>
