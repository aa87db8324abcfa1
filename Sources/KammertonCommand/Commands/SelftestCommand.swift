import ArgumentParser
import CommandIO
import PitchEstimation
import SelfTest

/// `kammerton selftest`: what this build reaches on this machine.
struct SelftestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "selftest",
    abstract: "Measure the accuracy and speed of this build.",
    usage: "kammerton selftest [<methods> ...] [<options>]",
    discussion: """
      The tones are synthesised, so only the speed differs between machines. The columns show, for \
      clean tones, the error in cents (median and 95th percentile) and the readings without a pitch; \
      at a signal-to-noise ratio of 10 dB, the readings within 50 cents and those off by whole \
      octaves; and for noise alone, the pitches found. At the end come 252 noiseless tones of nine \
      shapes between A0 and C8; those more than one cent off count as wrong.

      Example: kammerton selftest yin mpm
      """)

  @Argument(help: "Methods to measure, named as in track --estimator. (default: all)")
  var methods: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Number of tones, 4...1000. (default: 48; with --bound 200)", valueName: "count"))
  var tones: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Seed that chooses the tones. (default: 1)", valueName: "n"))
  var seed: UInt64?

  @Flag(help: "Compare the errors in noise with the Cramer-Rao bound.")
  var bound = false

  @Flag(help: "Test shapes, notes, rates and levels instead. Exit with 1 if a tone is wrong.")
  var sweep = false

  @Flag(help: "Print one JSON array.")
  var json = false

  func validate() throws {
    guard !(sweep && (bound || json)) else {
      throw ValidationError("--sweep prints its own lines. Remove --bound and --json.")
    }
    guard (4...1000).contains(tones ?? 48) else {
      throw ValidationError("--tones must be between 4 and 1000, but is \(tones ?? 48).")
    }
    for method in methods { _ = try AnalysisOptions.estimator(method) }
  }

  func run() throws {
    if bound { return try runBound() }
    if sweep { return try runSweep(isFull: true) }
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

  /// Tones over the whole range, by the default settings of `track`.
  private func runSweep(isFull: Bool) throws {
    let tones = SelfTestSweep.tones(isFull: isFull)
    for method in try chosenMethods(byDefault: [.best]) {
      var wrongCount = 0
      for tone in tones {
        let analysis = Analysis(range: tone.range.map(FrequencyRange.init), method: method)
        let tracker = try analysis.tracker(
          sampleRate: tone.sampleRate, hop: .seconds(0.02), isLive: false)
        guard let fault = SelfTestSweep.fault(of: tone, with: tracker) else { continue }
        wrongCount += 1
        try print("\(fault)\n")
      }
      try print("\(method.rawValue): \(wrongCount) of \(tones.count) swept tones wrong\n")
      if wrongCount > 0, isFull { throw ExitCode(1) }
    }
  }

  private func runBound() throws {
    let (trials, seed) = (tones ?? 200, seed ?? 1)
    var results: [(method: String, bound: SelfTestBound)] = []
    if !json {
      try print(
        SelfTestTable.boundHeading(trials: trials, seed: seed) + SelfTestTable.boundHeader)
    }
    for method in try chosenMethods(byDefault: [.best]) {
      let analysis = Analysis(range: Self.range, method: method)
      for signalToNoise in [40.0, 20, 10] {
        let result = try SelfTestBound(
          signalToNoise: signalToNoise, trials: trials, seed: seed
        ) {
          try analysis.tracker(sampleRate: SelfTestTones.sampleRate, hop: .standard, isLive: false)
        }
        results.append((method.rawValue, result))
        if !json { try print(SelfTestTable.row(result, method: method.rawValue)) }
      }
    }
    if json { try print(SelfTestTable.json(results)) }
  }

  /// What all tones of the tables lie in, with room.
  private static let range = FrequencyRange(40...2500)

  private func chosenMethods(byDefault all: [EstimatorMethod]) throws -> [EstimatorMethod] {
    methods.isEmpty ? all : try methods.map(AnalysisOptions.estimator)
  }

  private func print(_ text: String) throws {
    try ByteOutput.standardOutput.write(text)
  }
}
