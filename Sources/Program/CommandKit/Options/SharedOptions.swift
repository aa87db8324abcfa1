package import ArgumentParser
package import LiveAudio
package import MusicTheory

// Options that several commands have, word for word.

/// Simulated tones instead of a microphone.
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

/// The time between readings.
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

/// The microphone to capture from.
package struct MicrophoneOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Microphone, by number or part of its name.", valueName: "name"))
  package var microphone: String?

  package init() {}
}

/// The tones that `--simulate` plays.
package enum Simulation: Hashable, Sendable {
  case guitar
  case tones([FrequencyBound])

  /// Reads `guitar`, or tones such as `440,A4,82.4`.
  init(argument: String) throws {
    guard argument.lowercased() != "guitar" else {
      self = .guitar
      return
    }
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    let limits = 20.0...20_000
    self = .tones(
      try parts.map { part in
        guard let tone = FrequencyBound(part), limits.contains(tone.frequency(under: .standard))
        else {
          throw ValidationError(
            "'\(part)' is not a tone. Write guitar, or tones of 20...20000 Hz such as 440 or E2,A2,D3."
          )
        }
        return tone
      })
  }

  /// Returns a source that plays the tones.
  ///
  /// - Parameters:
  ///   - concertPitch: The concert pitch for tones given as notes.
  ///   - clock: The clock that paces the tones; `nil` for full speed. The guitar, which has no end,
  ///     is always paced.
  /// - Returns: The source.
  package func source(under concertPitch: ConcertPitch, clock: ContinuousClock?) -> SimulatedSource
  {
    switch self {
    case .guitar: SimulatedSource(.guitar, clock: ContinuousClock())
    case .tones(let tones):
      SimulatedSource(
        .tones(tones.map { $0.frequency(under: concertPitch) }, duration: 2), clock: clock)
    }
  }
}

/// The `--hop`: the time or the number of samples from one reading to the next.
package enum Hop: Hashable, Sendable {
  case seconds(Double)
  case samples(Double)

  /// 100 readings per second.
  package static let standard = Hop.seconds(0.01)

  /// Reads `10ms`, `0.01s` or `441samples`.
  init(argument: String) throws {
    let value = NumberWithUnit(argument)
    try value?.requireUnit(["ms", "samples"])
    guard let value, value.number > 0 else { throw Self.unreadable }
    switch value.unit {
    case "ms", "s": self = .seconds(value.seconds ?? 0)
    case "samples", "sample": self = .samples(value.number)
    default: throw Self.unreadable
    }
    let limits = "a hop must be between 1 sample and 10 s"
    switch self {
    case .seconds(let time) where time > 10: throw ValidationError("\(argument): \(limits).")
    case .samples(let count) where count < 1 || count > 1e6:
      throw ValidationError("\(argument): \(limits).")
    default: break
    }
  }

  private static var unreadable: ValidationError {
    ValidationError("Write a time or a number of samples, such as 10ms, 0.01s or 441samples.")
  }

  /// The hop as a user types it: `10ms`, `441samples`.
  package var text: String {
    switch self {
    case .seconds(let time): (1000 * time).shortText + "ms"
    case .samples(let count): count.shortText + "samples"
    }
  }

  /// The hop in samples, with a fraction: 10 ms are 220.5 samples at 22,050 Hz.
  package func samples(at sampleRate: Double) -> Double {
    switch self {
    case .seconds(let time): max(1, time * sampleRate)
    case .samples(let count): count
    }
  }
}
