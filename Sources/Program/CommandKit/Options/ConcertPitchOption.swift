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
    guard let frequency = Double(decimal: argument) else {
      throw ValidationError("Write a frequency in hertz, such as 442.")
    }
    do {
      self = try ConcertPitch(frequency)
    } catch {
      throw ValidationError(error.description)
    }
  }
}
