import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What `Scripts/fuzz.sh` asks for, by environment variables.
private enum Plan {
  private static func variable(_ name: String) -> String? {
    getenv("KAMMERTON_FUZZ_" + name).map { String(cString: $0) }
  }

  /// The targets, separated by commas; all by default.
  static var targets: [FuzzTarget] {
    guard let names = variable("TARGETS") else { return FuzzTarget.all }
    let wanted = names.split(separator: ",").map(String.init)
    return FuzzTarget.all.filter { wanted.contains($0.name) }
  }

  /// `quick`, or a number of runs for each target; nothing in an ordinary test run.
  static var runs: String? { variable("RUNS") }
  static var firstRun: Int { variable("FIRST").flatMap { Int($0) } ?? 0 }
  static var seed: UInt64 { variable("SEED").flatMap { UInt64($0) } ?? 1 }
  static var directory: String { variable("DIRECTORY") ?? "/tmp" }
  /// A file to read again.
  static var input: String? { variable("INPUT") }
}

@Suite("Fuzzing", .serialized)
struct FuzzingTests {
  @Test("gives each target a name of its own")
  func names() {
    #expect(Set(FuzzTarget.all.map(\.name)).count == FuzzTarget.all.count)
  }

  @Test("starts from inputs of which the reader accepts one or more", arguments: FuzzTarget.all)
  func seeds(_ target: FuzzTarget) {
    let seeds = target.seeds()
    let accepted = seeds.count(where: target.read)
    #expect(accepted > 0)
    #expect(seeds.allSatisfy { $0.count <= target.longestInput })
  }

  @Test("finds no input that traps or breaks a property", arguments: Plan.targets)
  func mutations(_ target: FuzzTarget) {
    guard let runs = Plan.runs else { return }
    let count = runs == "quick" ? target.quickRuns : Int(runs) ?? 0
    let run = FuzzRun(
      target: target, seed: Plan.seed, inputs: Plan.firstRun..<Plan.firstRun + count,
      directory: Plan.directory)
    let result = run.run()
    let hundredths = Int((result.seconds * 100).rounded())
    print(
      "fuzz-target \(target.name) \(count) \(result.accepted) "
        + "\(hundredths / 100).\(hundredths % 100 / 10)\(hundredths % 10)")
  }

  @Test("reads a saved input again", .enabled(if: Plan.input != nil), arguments: Plan.targets)
  func reproduction(_ target: FuzzTarget) throws {
    let path = try #require(Plan.input)
    let file = try #require(fopen(path, "rb"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
    print("\(target.name): \(target.read(bytes) ? "accepted" : "refused")")
  }
}
