package import ArgumentParser
package import MusicTheory

/// The frequency of A4.
package struct ConcertPitchOption: ParsableArguments {
  @Option(
    name: .customLong("a4"), parsing: .unconditional,
    help: ArgumentHelp(
      "Frequency of A4 in hertz, 300...500. (default: 440)", valueName: "hz"),
    transform: ConcertPitch.init(argument:))
  package var a4: ConcertPitch?

  package init() {}
}

extension ConcertPitch {
  /// Reads a frequency of A4.
  ///
  /// - Throws: `ValidationError` with the limits.
  package init(argument: String) throws {
    do {
      self = try ConcertPitch(NumberUnit.hertz.number(argument))
    } catch let error as PitchError {
      throw ValidationError(error.description)
    }
  }
}

/// The source of the concert pitch.
enum ConcertPitchChoice: Hashable, Sendable {
  /// A frequency.
  case given(ConcertPitch)
  /// An A that someone plays.
  case heard

  init(argument: String) throws {
    if argument.lowercased() == "heard" {
      self = .heard
      return
    }
    self = .given(try ConcertPitch(argument: argument))
  }
}

/// The temperature of the room, and the response of the instrument: together they move A4.
package struct AirOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Temperature of the room, such as 18C or 64F. It moves A4 as --air tells.",
      valueName: "degrees"),
    transform: AirOptions.celsius)
  private var temperature: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      With --temperature: how much the pitch follows the air, as organ (all), winds (half), strings \
      (nothing) or a share in 0...1. (default: organ)
      """, valueName: "instrument"),
    transform: AirOptions.response)
  private var air: AirResponse?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --temperature: where the instrument has its A4, such as 15C. (default: 20C)",
      valueName: "degrees"),
    transform: AirOptions.celsius)
  private var tunedAt: Double?

  package init() {}

  package func validate() throws {
    guard isGiven || (air == nil && tunedAt == nil) else {
      throw ValidationError(
        "--air and --tuned-at need a temperature. Add --temperature, such as 18C.")
    }
  }

  /// True if a temperature was given, so that A4 moves.
  package var isGiven: Bool { temperature != nil }

  /// Returns the concert pitch in the room.
  ///
  /// - Parameter concertPitch: The pitch of the instrument at the temperature of `--tuned-at`.
  /// - Returns: The moved pitch; without `--temperature`, `concertPitch` itself.
  /// - Throws: `ValidationError` if A4 leaves its limits.
  package func moved(_ concertPitch: ConcertPitch) throws -> ConcertPitch {
    guard let temperature else { return concertPitch }
    do {
      return try concertPitch.moved(from: tunedAt ?? 20, to: temperature, air ?? .organ)
    } catch {
      throw ValidationError(error.description)
    }
  }

  /// Returns the frequency of A4 in the room, in hertz, as ``moved(_:)`` does.
  package func moved(frequency: Double) throws -> Double {
    guard isGiven else { return frequency }
    return try moved(ConcertPitch(frequency)).frequency
  }
}

extension AirOptions {
  /// Reads `18C`, `18.5°C` or `64F`.
  ///
  /// - Throws: `ValidationError` without a unit or beyond -50...60 °C.
  package static func celsius(_ argument: String) throws -> Double {
    guard NumberWithUnit(argument)?.unit.isEmpty != true else {
      throw ValidationError(
        "The unit is missing. Write \(argument.printable)C or \(argument.printable)F.")
    }
    let celsius = try celsiusByDefault(argument)
    guard (-50...60).contains(celsius) else {
      throw ValidationError("Write a temperature in -50C...60C (-58F...140F).")
    }
    return celsius
  }

  /// Reads a temperature without limits; a number without a unit is in degrees Celsius.
  ///
  /// - Throws: `ValidationError` for anything else.
  package static func celsiusByDefault(_ argument: String) throws -> Double {
    let value = NumberWithUnit(String(argument.filter { $0 != "°" }))
    guard let value, ["", "c", "f"].contains(value.unit) else {
      throw ValidationError("Write a temperature with its unit, such as 18C or 64F.")
    }
    return value.unit == "f" ? (value.number - 32) / 1.8 : value.number
  }

  static func response(_ argument: String) throws -> AirResponse {
    switch argument.lowercased() {
    case "organ": return .organ
    case "winds": return .winds
    case "strings": return .solid
    default:
      guard let share = Double(decimal: argument), let response = AirResponse(share: share) else {
        throw ValidationError("Write organ, winds, strings, or a share in 0...1 such as 0.7.")
      }
      return response
    }
  }
}
