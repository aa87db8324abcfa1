package import ArgumentParser

// Options that several commands have, word for word.

/// Tones instead of a microphone.
package struct SimulationOption: ParsableArguments {
  @Option(
    defaultAsFlag: Simulation.guitar,
    help: ArgumentHelp(
      "Use simulated tones instead of a microphone, such as 440,E2.", valueName: "tones"),
    transform: Simulation.init(argument:))
  package var simulate: Simulation?
  package init() {}

}

/// The loudspeaker that plays.
package struct LoudspeakerOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Loudspeaker, by number or part of its name.", valueName: "name"))
  package var loudspeaker: String?
  package init() {}

}

/// How often there is a reading.
package struct HopOption: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Time between readings, such as 10ms, or a number of samples. (default: 10ms)",
      valueName: "time"),
    transform: Hop.init(argument:))
  package var hop: Hop?
  package init() {}

}

/// Instruments besides the built-in ones and the user's own.
package struct InstrumentFileOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Add the instruments of this file to your own.", valueName: "file"),
    completion: .file())
  package var instrumentFile: String?
  package init() {}

}
