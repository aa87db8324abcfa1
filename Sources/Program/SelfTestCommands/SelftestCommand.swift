package import ArgumentParser
import ClassicEstimators
import CommandKit
import MusicTheory
import PitchEstimation

/// `kammerton doctor selftest`: the accuracy and speed of this build on this machine.
package struct SelftestCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "selftest",
    abstract: "Measure the accuracy and speed of this build.",
    usage: "kammerton doctor selftest [<methods> ...] [<options>]",
    discussion: """
      The tones are synthesised, so only the speed differs between machines. The columns show, for \
      clean tones, the error in cents (median and 95th percentile) and the readings without a pitch; \
      at a signal-to-noise ratio of 10 dB, the readings within 50 cents and those off by whole \
      octaves; and for noise alone, the pitches found. At the end come 252 noiseless tones of nine \
      shapes between A0 and C8. A tone is wrong if the median of its readings is more than a cent \
      off, or if any reading after 0.1 s is, or is unvoiced.

      Example: kammerton doctor selftest yin mpm
      """)

  @Argument(help: "Methods to measure, named as in track --estimator. (default: all)")
  var methods: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Number of tones, 4...1000. (default: 48; with --bound 200 a seed)", valueName: "count"))
  var tones: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Seed that chooses the tones; with --bound the first of five. (default: 1)", valueName: "n"))
  var seed: UInt64?

  @Flag(help: "Compare the errors in noise with the Cramer-Rao bound.")
  var bound = false

  @Flag(help: "Test shapes, notes, rates and levels instead. Exit with 1 if a tone is wrong.")
  var sweep = false

  @Flag(help: "Test shapes, notes and rates in white noise of 40 to 0 dB.")
  var noise = false

  @Flag(
    help: """
      Test vibratos of 10 to 100 cents at 4 to 7 Hz. Exit with 1 if an extent is more than 5 % \
      off, or a rate more than 1 %.
      """)
  var vibrato = false

  @Flag(help: "With --noise or --vibrato: use every key, and --noise four sample rates.")
  var full = false

  @Flag(help: "Print one JSON array.")
  var json = false

  package init() {}

  package func validate() throws {
    let chosen = [
      (bound, "--bound"), (sweep, "--sweep"), (noise, "--noise"), (vibrato, "--vibrato"),
    ].filter { $0.0 }.map { $0.1 }
    guard chosen.count < 2 else {
      throw ValidationError("\(chosen[0]) and \(chosen[1]) are separate tests. Remove one.")
    }
    guard !json || chosen.isEmpty || bound else {
      throw ValidationError("\(chosen[0]) prints its own lines. Remove --json.")
    }
    guard !full || noise || vibrato else {
      throw ValidationError("--full needs --noise or --vibrato.")
    }
    guard (4...1000).contains(tones ?? 48) else {
      throw ValidationError("--tones must be between 4 and 1000, but is \(tones ?? 48).")
    }
    for method in methods { _ = try AnalysisOptions.estimator(method) }
  }

  package func run() throws {
    if bound { return try runBound() }
    if sweep { return try runSweep(isFull: true) }
    if noise { return try runNoise() }
    if vibrato { return try runVibrato() }
    let (count, seed) = (tones ?? 48, seed ?? 1)
    let signals = SelfTestTones(count: count, seed: seed)
    let chosen = try chosenMethods(byDefault: EstimatorMethod.allCases)
    var results: [SelfTestResult] = []
    if !json {
      try print(SelfTestTable.heading(count: count, seed: seed) + SelfTestTable.header)
    }
    for method in chosen {
      let analysis = Analysis(range: Self.range, method: method)
      let result = try SelfTestResult(method: method.rawValue, tones: signals) {
        try analysis.tracker(sampleRate: SelfTestTones.sampleRate, hop: .standard, isLive: false)
      }
      results.append(result)
      if !json { try print(SelfTestTable.row(result)) }
    }
    if json { try print(SelfTestTable.json(results)) }
    if !json, methods.isEmpty { try runSweep(isFull: false) }
  }

  /// Runs the tones over the whole range, with the default settings of `track`.
  private func runSweep(isFull: Bool) throws {
    let tones = SelfTestSweep.tones(isFull: isFull)
    for method in try chosenMethods(byDefault: [.best]) {
      var summary = SelfTestSweepSummary()
      for tone in tones {
        let tracker = try makeTracker(method, tone.range, sampleRate: tone.sampleRate)
        let score = SelfTestSweep.score(of: tone, with: tracker)
        summary.add(score)
        if score.isFault { try print("\(score)\n") }
      }
      try print(summary.text(method: method.rawValue))
      if summary.faultCount > 0, isFull { throw ExitCode(1) }
    }
  }

  /// Runs the tones in white noise, with the default settings of `track`.
  private func runNoise() throws {
    try print(SelfTestTable.noiseHeading + SelfTestTable.noiseHeader)
    for method in try chosenMethods(byDefault: [.best]) {
      for shape in SelfTestNoiseSweep.Shape.allCases {
        let rows = try SelfTestNoiseSweep.rows(of: shape, isFull: full) { sampleRate in
          try makeTracker(method, nil, sampleRate: sampleRate)
        }
        for row in rows { try print(SelfTestTable.row(row, method: method.rawValue)) }
        try print(SelfTestTable.course(of: rows))
      }
    }
  }

  /// Runs the tones with vibrato, with the default settings of `track`.
  private func runVibrato() throws {
    var faultCount = 0
    for method in try chosenMethods(byDefault: [.best]) {
      var summary = SelfTestVibratoSummary()
      for tone in SelfTestVibratoSweep.tones(isFull: full) {
        let tracker = try makeTracker(method, nil, sampleRate: tone.sampleRate)
        let score = SelfTestVibratoSweep.score(of: tone, with: tracker)
        summary.add(score)
        if score.isFault { try print("\(score)\n") }
      }
      try print(summary.text(method: method.rawValue))
      faultCount += summary.faultCount
    }
    if faultCount > 0 { throw ExitCode(1) }
  }

  /// Creates a tracker for a range, or for the default one.
  private func makeTracker(
    _ method: EstimatorMethod, _ range: ClosedRange<Double>?, sampleRate: Double
  ) throws -> AnyPitchTracker {
    try Analysis(range: range.map(FrequencyRange.init), method: method)
      .tracker(sampleRate: sampleRate, hop: .standard, isLive: false)
  }

  private func runBound() throws {
    let (trials, seed) = (tones ?? 200, seed ?? 1)
    let count = UInt64(SelfTestBound.seedCount)
    let seeds = seed...(seed > .max - count ? .max : seed + count - 1)
    var results: [(method: String, bounds: SelfTestBounds)] = []
    if !json {
      try print(
        SelfTestTable.boundHeading(trials: trials, seeds: seeds) + SelfTestTable.boundHeader)
    }
    for method in try chosenMethods(byDefault: [.best]) {
      let analysis = Analysis(range: Self.range, method: method)
      for shape in SelfTestBound.Shape.allCases {
        for signalToNoise in SelfTestBound.signalToNoiseRatios {
          let bounds = try seeds.map { seed in
            try SelfTestBound(
              shape: shape, signalToNoise: signalToNoise, trials: trials, seed: seed
            ) {
              try analysis.tracker(
                sampleRate: SelfTestTones.sampleRate, hop: .standard, isLive: false)
            }
          }
          results.append((method.rawValue, SelfTestBounds(bounds)))
          if !json {
            try print(SelfTestTable.row(SelfTestBounds(bounds), method: method.rawValue))
          }
        }
      }
    }
    if json { try print(SelfTestTable.json(results)) }
  }

  /// The search range for the tables, which is wider than the range of their tones.
  private static let range = FrequencyRange(40...2500)

  private func chosenMethods(byDefault all: [EstimatorMethod]) throws -> [EstimatorMethod] {
    methods.isEmpty ? all : try methods.map(AnalysisOptions.estimator)
  }

  private func print(_ text: String) throws {
    try ByteOutput.standardOutput.write(text)
  }
}
