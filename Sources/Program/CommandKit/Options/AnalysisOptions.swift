package import ArgumentParser
package import AudioDevices
package import AudioFiles
import ClassicEstimators
package import MusicTheory
package import PitchEstimation
import SignalProcessing

/// The options of `tune` and `track` for pitch analysis.
package struct AnalysisOptions: ParsableArguments {
  @Option(
    name: .customLong("a4"), parsing: .unconditional,
    help: ArgumentHelp(
      """
      Frequency of A4 in hertz, 300...500. In tune, --a4 heard takes it from the A that you play, or \
      from all notes of FILE. \
      (default: 440)
      """, valueName: "hz"),
    transform: ConcertPitchChoice.init(argument:))
  private var a4: ConcertPitchChoice?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Pitches to look for, in hertz or as notes such as E2..E6. (default: 26..4980)",
      valueName: "low..high"),
    transform: FrequencyRange.init(argument:))
  private var range: FrequencyRange?

  @Option(
    help: ArgumentHelp(
      """
      Pitch estimation method, such as best, yin or mpm; in track also several, such as \
      best,yin,pyin. (default: best)
      """, valueName: "name"),
    transform: AnalysisOptions.estimators)
  private var estimator: [EstimatorMethod]?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      How much later sound may influence a reading, 0s...10s. (default: 50ms; in track \
      300ms)
      """, valueName: "time"),
    transform: AnalysisOptions.lookahead)
  private var lookahead: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Lowest level that counts as sound: auto, off or a level in dBFS. (default: auto)",
      valueName: "level"),
    transform: AnalysisOptions.gate)
  private var gate: LevelGate.Threshold?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Channel to analyse, counted from 1, or mix for all. (default: mix)", valueName: "n"),
    transform: AnalysisOptions.channel)
  private var channel: ChannelSelection?

  @Flag(
    name: .customLong("no-learned"),
    help: "Judge pitches in noise without what was learned from training sounds.")
  private var usesNothingLearned = false

  @OptionGroup package var air: AirOptions

  @OptionGroup package var temperament: TemperamentOptions

  /// The options of the search for one pitch, and whether each was given.
  package var ofOnePitch: KeyValuePairs<String, Bool> {
    [
      "--range": range != nil, "--estimator": estimator != nil, "--lookahead": lookahead != nil,
      "--gate": gate != nil, "--no-learned": usesNothingLearned,
    ]
  }

  package init() {}

  package func validate() throws {
    try Refusals.exclude(["--a4 heard": a4 == .heard, "--temperature": air.isGiven])
    _ = try air.moved(givenConcertPitch ?? .standard)
  }

  /// Refuses what only a tuner supports: `--a4 heard`, and scales without twelve notes.
  package func requireNotes() throws {
    guard a4 != .heard else {
      throw ValidationError(
        "--a4 heard works only in kammerton tune. Give a frequency, such as --a4 442.")
    }
    _ = try temperament.applied(to: .standard)
  }

  /// Refuses several estimators, which only `track` can compare.
  package func requireOneEstimator() throws {
    guard estimator?.count ?? 1 == 1 else {
      throw ValidationError("Only kammerton track compares estimators. Give one --estimator here.")
    }
  }

  package static let besidesChannel =
    "--a4, --temperament, --root, --range, --estimator, --lookahead, --gate and --no-learned"
  /// True if any option of ``besidesChannel`` was given.
  package var isGivenBesidesChannel: Bool {
    a4 != nil || range != nil || estimator != nil || lookahead != nil || gate != nil
      || usesNothingLearned || temperament.temperament != nil || temperament.root != nil
  }

  /// The chosen methods; plots draw the first one in front.
  package var estimators: [EstimatorMethod] { estimator ?? [.best] }

  /// The frequency of A4, and the temperament.
  package var concertPitch: ConcertPitch {
    let given = givenConcertPitch ?? .standard
    let concertPitch = (try? air.moved(given)) ?? given
    return (try? temperament.applied(to: concertPitch)) ?? concertPitch
  }
  /// The frequency of A4 from `--a4`, before the room's temperature moves it.
  package var givenConcertPitch: ConcertPitch? {
    if case .given(let concertPitch) = a4 { concertPitch } else { nil }
  }
  /// True if the tuner takes concert pitch from a tone.
  package var hearsConcertPitch: Bool { a4 == .heard }

  /// The options as plain values.
  package var analysis: Analysis {
    var analysis = Analysis(range: range, method: estimators[0])
    analysis.others = Array(estimators.dropFirst())
    analysis.lookahead = lookahead
    analysis.gate = gate ?? .automatic
    analysis.channel = channel ?? .mix
    analysis.concertPitch = concertPitch
    analysis.usesLearnedScorer = !usesNothingLearned
    return analysis
  }

  /// Returns the options as plain values under another concert pitch.
  ///
  /// - Parameter concertPitch: The concert pitch for a range given as notes.
  /// - Returns: Plain values.
  package func analysis(under concertPitch: ConcertPitch) -> Analysis {
    var analysis = analysis
    analysis.concertPitch = concertPitch
    return analysis
  }
}

// MARK: - Reading the values

extension AnalysisOptions {
  package static func estimator(_ name: String) throws -> EstimatorMethod {
    try Choices.value(name)
  }

  /// Reads `yin`, or several names such as `best,yin,pyin`.
  static func estimators(_ argument: String) throws -> [EstimatorMethod] {
    var methods: [EstimatorMethod] = []
    for name in argument.commaSeparatedItems {
      let method = try estimator(name)
      guard !methods.contains(method) else {
        throw ValidationError("The estimator \(method.rawValue) is given twice. Remove one.")
      }
      methods.append(method)
    }
    return methods
  }

  static func lookahead(_ argument: String) throws -> Double {
    let value = NumberWithUnit(argument)
    if value?.number != 0 { try value?.requireUnit(["ms", "s"]) }  // 0 needs no unit
    guard let seconds = value?.number == 0 ? 0 : value?.seconds, (0...10).contains(seconds) else {
      throw ValidationError("Write a time in 0s...10s, such as 50ms or 0.2s.")
    }
    return seconds
  }

  static func gate(_ argument: String) throws -> LevelGate.Threshold {
    switch argument.lowercased() {
    case "auto": return .automatic
    case "off": return .off
    default:
      let limits = -120.0...0
      guard let level = Double(argument, in: .decibels), limits.contains(level) else {
        throw ValidationError("Write auto, off, or a level in -120...0 dBFS.")
      }
      return .fixed(level)
    }
  }

  static func channel(_ argument: String) throws -> ChannelSelection {
    if argument.lowercased() == "mix" { return .mix }
    guard let number = Int(argument), number >= 1 else {
      throw ValidationError("Write mix, or the number of a channel, counted from 1.")
    }
    return .channel(number)
  }
}

extension ChannelSelection {
  /// The corresponding channel of a microphone.
  package var inputChannel: InputChannel {
    switch self {
    case .mix: .mix
    case .channel(let number): .channel(number)
    }
  }
}
