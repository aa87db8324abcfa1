import ArgumentParser
import CommandKit
import InstrumentSetup
import MusicTheory

/// Parses lengths, forces, weights, materials and pitches, for `kammerton string` and `setup`.
enum StringText {
  /// Parses a length.
  ///
  /// - Returns: Metres.
  /// - Throws: `ValidationError` if it is not positive, or has no unit of length.
  static func meters(_ argument: String) throws -> Double {
    guard let value = NumberWithUnit(argument), value.number > 0 else {
      throw ValidationError(
        "'\(argument.printable)' is not a length. Write one such as 25.5in or 648mm.")
    }
    switch value.unit {
    case "in": return value.number * 0.0254
    case "mm": return value.number / 1000
    case "cm": return value.number / 100
    case "m": return value.number
    case "":
      try value.requireUnit(["in", "mm"])
      fallthrough
    default:
      throw ValidationError(
        "'\(argument.printable)' has an unknown unit. Write in, mm, cm or m, such as 25.5in.")
    }
  }

  /// Parses a force.
  ///
  /// - Returns: Newtons.
  /// - Throws: `ValidationError` if it is not positive, or has no unit of force.
  static func newtons(_ argument: String) throws -> Double {
    guard let value = NumberWithUnit(argument), value.number > 0 else {
      throw ValidationError("Write a tension such as 16lbf, 71N or 7.3kgf.")
    }
    switch value.unit {
    case "n": return value.number
    case "lbf", "lb", "lbs": return value.number * StringTension.newtonsPerPoundForce
    case "kgf", "kg": return value.number * StringTension.newtonsPerKilogramForce
    case "":
      try value.requireUnit(["lbf", "N", "kgf"])
      fallthrough
    default: throw ValidationError("Write a tension such as 16lbf, 71N or 7.3kgf.")
    }
  }

  /// Parses a unit weight.
  ///
  /// - Returns: Kilograms per metre.
  /// - Throws: `ValidationError` if it is not positive, or has no unit of weight per length.
  static func massPerLength(_ argument: String) throws -> Double {
    let typed = argument.lowercased()
    for (unit, scale) in [
      ("lb/in", StringTension.kilogramsPerMeterOfPoundPerInch), ("kg/m", 1), ("g/m", 1e-3),
    ] where typed.hasSuffix(unit) {
      guard let number = Double(decimal: typed.dropLast(unit.count)), number > 0 else { break }
      return number * scale
    }
    throw ValidationError("Write a unit weight such as 0.000382lb/in or 6.82g/m.")
  }

  static func material(_ argument: String) throws -> StringMaterial {
    if argument.lowercased() == "plain" { return .plainSteel }
    return try Choices.value(argument)
  }

  /// Parses a note such as `E4` or a frequency such as `329.6Hz`.
  ///
  /// - Returns: Hertz.
  /// - Throws: `ValidationError` if it is neither.
  static func frequency(_ argument: String, under concertPitch: ConcertPitch) throws -> Double {
    if let frequency = Double(argument, in: .hertz) { return frequency }
    do {
      return concertPitch.frequency(of: try Note(argument))
    } catch {
      throw ValidationError(
        "'\(argument.printable)' is not a pitch. Write a note such as E4, or hertz such as 329.6Hz."
      )
    }
  }
}
