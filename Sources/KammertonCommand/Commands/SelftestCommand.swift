import ArgumentParser
import CommandIO
import PitchEstimation
import SelfTest

/// `kammerton selftest`: what this build reaches on this machine.
struct SelftestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "selftest",
    abstract: "Measure this build's accuracy and speed.",
    usage: "kammerton selftest [<methods> ...] [<options>]",
    discussion: """
      Synthesised tones: only the speed differs between machines. Columns: errors \
      of clean tones in cents (median, 95th percentile), readings without a pitch; at 10 dB in \
      noise, readings within 50 cents, and whole octaves off; pitches found in noise alone. At the \
      end, 252 noiseless tones of nine shapes, A0...C8: those more than a cent off are wrong.

      Example: kammerton selftest yin mpm
      """,
    shouldDisplay: false)  // the general help has no line to spare, and names it with `--version`

  @Argument(help: "Estimators, as track --estimator has them. (default: all)")
  var methods: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many tones, up to 1000. (default: 48; bound: 200)", valueName: "count"))
  var tones: Int?

  @Option(parsing: .unconditional, help: "Another seed gives other tones. (default: 1)")
  var seed: UInt64?

  @Flag(help: "Compare errors in noise with the Cramer-Rao bound.")
  var bound = false

  @Flag(help: "Sweep shapes, notes, rates and levels instead; status 1 if a tone is wrong.")
  var sweep = false

  @Flag(help: "Print one JSON array.")
  var json = false

  func validate() throws {
    guard !(sweep && (bound || json)) else {
      throw ValidationError("--sweep prints lines of its own. Remove --bound and --json.")
    }
    guard (4...1000).contains(tones ?? 48) else {
      throw ValidationError("--tones must lie in 4...1000, but is \(tones ?? 48).")
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
