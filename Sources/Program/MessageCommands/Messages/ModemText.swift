import ArgumentParser
import SoundModem

/// Bands and modes as people type them.
enum ModemText {
  static func band(_ argument: String) throws -> ModemBand {
    let letter = argument.uppercased()
    guard let band = ModemBand.allCases.first(where: { String($0.letter) == letter }) else {
      throw ValidationError("Write u (17-19.5 kHz), x (15.5-18 kHz) or a (audible, 2-6.5 kHz).")
    }
    return band
  }

  static func mode(_ argument: String) throws -> ModemMode {
    guard let mode = ModemMode.named(argument.lowercased()) else {
      throw ValidationError("Write touch, desk, room, far or beacon.")
    }
    return mode
  }
}

/// The peak level of what the modem plays.
struct ModemLevelOption: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Peak level in dBFS, -120...0. (default: -6)", valueName: "db"))
  private var level: Double?

  /// The peak, in dBFS.
  var decibels: Double { level ?? Modulator.defaultLevel }
}

/// The band of `pair` and `send`.
struct BandOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Frequencies to use: u (17-19.5 kHz), x (15.5-18 kHz) or a (2-6.5 kHz, audible). \
      (default: u)
      """, valueName: "band"),
    transform: ModemText.band)
  var band: ModemBand?
}
