import ArgumentParser
import AudioFiles
import MusicTheory
import PitchEstimation
import SignalProcessing

/// The method behind `--estimator`.
enum EstimatorChoice: String, ExpressibleByArgument, CaseIterable, Sendable {
  case yin, mpm
}

/// What `tune` and `track` have in common: how pitches are found.
struct AnalysisOptions: ParsableArguments {
  @Option(
    name: .customLong("a4"), parsing: .unconditional,
    help: ArgumentHelp("Frequency of A4, 300...500 Hz. (default: 440)", valueName: "hz"),
    transform: AnalysisOptions.concertPitch)
  private var a4: ConcertPitch?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Frequencies or notes to look for, as in E2..E6. (default: 30..4200)", valueName: "low..high"),
    transform: FrequencyRange.init(argument:))
  private var range: FrequencyRange?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("From reading to reading: 10ms, or samples. (default: 10ms)"),
    transform: Hop.init(argument:))
  private var hop: Hop?

  @Option(help: "Method: yin or mpm.")
  var estimator = EstimatorChoice.yin

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Level that counts as sound: auto, off or dBFS. (default: auto)"),
    transform: AnalysisOptions.gate)
  private var gate: LevelGate.Threshold?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Channel to hear, from 1, or mix. (default: mix)", valueName: "n"),
    transform: AnalysisOptions.channel)
  private var channel: ChannelSelection?

  var concertPitch: ConcertPitch { a4 ?? .standard }
  var selection: ChannelSelection { channel ?? .mix }

  /// What a tracker needs, for a source of this sample rate.
  func settings(sampleRate: Double) -> TrackerSettings {
    var searchRange = (range ?? .standard).frequencies(under: concertPitch)
    if range == nil, searchRange.upperBound >= sampleRate / 2 {
      // Nobody asked for more than the source can carry.
      searchRange = searchRange.lowerBound...0.45 * sampleRate
    }
    return TrackerSettings(
      sampleRate: sampleRate, searchRange: searchRange, hopSize: (hop ?? .standard).samples(at: sampleRate),
      gate: gate ?? .automatic)
  }
}

/// The parameters of a `PitchTracker`, ready for its initialiser.
struct TrackerSettings: Hashable, Sendable {
  var sampleRate: Double
  var searchRange: ClosedRange<Double>
  var hopSize: Double
  var gate: LevelGate.Threshold

  func makeYIN() throws(EstimatorError) -> PitchTracker<YIN> {
    try PitchTracker(
      YIN(sampleRate: sampleRate, searchRange: searchRange), sampleRate: sampleRate,
      hopSize: hopSize, gate: LevelGate(gate))
  }

  func makeMPM() throws(EstimatorError) -> PitchTracker<MPM> {
    try PitchTracker(
      MPM(sampleRate: sampleRate, searchRange: searchRange), sampleRate: sampleRate,
      hopSize: hopSize, gate: LevelGate(gate))
  }
}

// MARK: - Reading the values

extension AnalysisOptions {
  static func concertPitch(_ argument: String) throws -> ConcertPitch {
    guard let frequency = Double(decimal: argument) else {
      throw ValidationError("Write a number of hertz, as in 442.")
    }
    do {
      return try ConcertPitch(frequency)
    } catch {
      throw ValidationError(error.description)
    }
  }

  static func gate(_ argument: String) throws -> LevelGate.Threshold {
    switch argument.lowercased() {
    case "auto": return .automatic
    case "off": return .off
    default:
      let limits = -120.0...0
      guard let level = Double(decimal: argument), limits.contains(level) else {
        throw ValidationError("Write auto, off, or a level in -120...0 dBFS.")
      }
      return .fixed(level)
    }
  }

  static func channel(_ argument: String) throws -> ChannelSelection {
    if argument.lowercased() == "mix" { return .mix }
    guard let number = Int(argument), number >= 1 else {
      throw ValidationError("Write mix, or a channel counted from 1.")
    }
    return .channel(number)
  }
}
