import ArgumentParser
import SoundModem

// Options that several commands have, word for word.

/// Tones instead of a microphone.
struct SimulationOption: ParsableArguments {
  @Option(
    defaultAsFlag: Simulation.guitar,
    help: ArgumentHelp(
      "Use simulated tones instead of a microphone, such as 440,E2.", valueName: "tones"),
    transform: Simulation.init(argument:))
  var simulate: Simulation?
}

/// How loud the modem is.
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

/// The loudspeaker that plays.
struct LoudspeakerOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Loudspeaker, by number or part of its name.", valueName: "name"))
  var loudspeaker: String?
}

/// How often there is a reading.
struct HopOption: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Time between readings, such as 10ms, or a number of samples. (default: 10ms)",
      valueName: "time"),
    transform: Hop.init(argument:))
  var hop: Hop?
}

/// Instruments besides the built-in ones and the user's own.
struct InstrumentFileOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Add the instruments of this file to your own.", valueName: "file"),
    completion: .file())
  var instrumentFile: String?
}
