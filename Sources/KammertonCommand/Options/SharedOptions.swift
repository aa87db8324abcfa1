import ArgumentParser
import MusicTheory
import SoundModem

// Options that several commands have, word for word.

/// How notes are named.
struct NotationOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Note names, such as english, german, fixed-do or helmholtz. (default: english)",
      valueName: "name"),
    transform: NoteNotation.init(argument:))
  var notation: NoteNotation?
}

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
