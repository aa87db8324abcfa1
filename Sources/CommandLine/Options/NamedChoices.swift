import ArgumentParser
import InstrumentTuning
import MusicTheory

extension NoteNotation {
  /// - Throws: `ValidationError` if no notation has the name.
  init(argument: String) throws {
    do { self = try NoteNotation(named: argument) } catch {
      throw ValidationError(error.description)
    }
  }
}

extension TransposingInstrument {
  /// - Throws: `ValidationError` if no instrument has the name.
  init(argument: String) throws {
    do { self = try TransposingInstrument(named: argument) } catch {
      throw ValidationError(error.description)
    }
  }
}

extension Spelling {
  /// Reads `sharps`, `flats`, `mixed` or a key.
  init(argument: String) throws {
    switch argument {
    case "sharps": self = .sharps
    case "flats": self = .flats
    case "mixed": self = .mixed
    default:
      do {
        self = .key(try MusicTheory.Key(argument))
      } catch .notAKey {
        throw ValidationError(
          "'\(argument)' is no spelling: write sharps, flats, mixed or a key such as Eb or F#m.")
      }
    }
  }
}

extension Tuner {
  /// - Returns: Cents.
  /// - Throws: `ValidationError` if it is no tolerance.
  static func tolerance(argument: String) throws -> Double {
    guard let tolerance = Double(decimal: argument), toleranceLimits.contains(tolerance) else {
      throw ValidationError("Write a number of cents in 0.1...50.")
    }
    return tolerance
  }
}
