import Foundation
import Testing

/// Names of commands that lead to one place, as a user types them.
@Suite("Shorter ways, as processes", .timeLimit(.minutes(20)))
struct SpellingProcessTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test(
    "the older name of a command does what the newer one does",
    arguments: [
      ("temperaments", "scale"), ("temperaments meantone --json", "scale --list meantone --json"),
      ("string 0.010in 25.5in E4", "setup string 0.010in 25.5in E4"),
      ("devices --json", "doctor devices --json"), ("devices --help", "doctor devices --help"),
      ("help band-test", "doctor band-test --help"), ("selftest --help", "help doctor selftest"),
      ("string --help", "setup string --help"),
    ])
  func older(old: String, new: String) async throws {
    let (first, second) = (try await run(old), try await run(new))
    #expect(first.status == 0 && first.output == second.output, "\(first)\n\(second)")
    #expect(!first.output.isEmpty)
  }

  @Test("no help lists the older names, and none of the new places is missing")
  func listed() async throws {
    let help = try await run("--help")
    for name in ["devices", "selftest", "band-test", "temperaments", "string"] {
      #expect(!help.output.contains("\n  \(name) "), "\(help.output)")
    }
    let doctor = try await run("doctor --help")
    for name in ["check (default)", "devices", "band-test", "selftest"] {
      #expect(doctor.output.contains("\n  \(name) "), "\(doctor.output)")
    }
    let setup = try await run("setup --help")
    #expect(setup.output.contains("\n  frets (default) ") && setup.output.contains("\n  string "))
  }

  @Test("an unknown option of a command in a group is answered with its own usage")
  func unknownOption() async throws {
    let result = try await run("doctor devices --jsn")
    #expect(result.status == 64 && result.errors.contains("Did you mean '--json'?"), "\(result)")
    #expect(result.errors.contains("Usage: kammerton doctor devices"), "\(result)")
    #expect(result.errors.contains("'kammerton doctor devices --help'"), "\(result)")
  }

  @Test("strums and beats are tasks of the tuner by name, and files named so are still files")
  func tasks() async throws {
    let path = directory.path("a.wav")
    try Recording.sine(440, to: path, seconds: 6)
    for (new, old) in [
      ("beats A4 \(path)", "--beats A4 \(path)"), ("strum \(path)", "\(path) --strum"),
    ] {
      let (first, second) = (try await run("tune " + new), try await run("tune " + old))
      #expect(first.status == second.status && first.output == second.output, "\(first)")
      #expect(!first.output.isEmpty, "\(first)")
    }
    let piano = try await run("tune piano \(directory.path("none.piano")) \(path)")
    #expect(piano.status == 2 && piano.errors.contains("none.piano"), "\(piano)")
    let missing = try await run("tune piano")
    #expect(missing.status == 64 && missing.errors.contains("--piano"), "\(missing)")
    try FileManager.default.copyItem(atPath: path, toPath: directory.path("strum"))
    let file = try await run("tune \(directory.path("strum"))")
    #expect(file.status == 0 && file.output.contains("A4"), "\(file)")
  }

  @Test("pure fifths tune a violin: its G is 5.9 cents below that of equal temperament")
  func pureFifths() async throws {
    let path = directory.path("g.wav")
    try Recording.sine(440 * 4.0 / 9, to: path, seconds: 2)  // two pure fifths below A4
    let pure = try await run("tune \(path) --json --instrument violin --tuning pure-fifths")
    #expect(pure.status == 0 && pure.output.contains("String 4, G3, is in tune"), "\(pure)")
    let equal = try await run("tune \(path) --json --instrument violin")
    #expect(equal.output.contains("4 cents flat") || equal.output.contains("flat"), "\(equal)")
    #expect(pure.output.contains(#""temperament": "pythagorean""#))
    let alone = try await run("tune \(path) --tuning pure-fifths")
    #expect(alone.status == 64 && alone.errors.contains("--instrument violin"), "\(alone)")
  }

  @Test("several tones are answered with how to play them together and in turn")
  func tones() async throws {
    let result = try await run("tone F4 Bb4")
    #expect(result.status == 64, "\(result)")
    #expect(
      result.errors.contains("--chord F4,Bb4") && result.errors.contains("--sequence F4:1s,Bb4:1s"))
    for option in ["--chord F4,Bb4", "--sequence F4:1s,Bb4:1s"] {
      let path = directory.path("o.wav")
      let duration = option.hasPrefix("--chord") ? " --duration 1s" : ""
      let played = try await run("tone \(option) --output \(path)\(duration)")
      #expect(played.status == 0, "\(played)")
    }
  }

  @Test("a set of strings by its name asks nothing")
  func sets() async throws {
    let result = try await run("setup string --set 10-46")
    #expect(result.status == 0 && result.lines.count == 8, "\(result)")
    #expect(result.errors.hasPrefix("kammerton: Assumed: gauges 10,13,17p,26w,36w,46w; "))
  }

  private func run(_ line: String) async throws -> Program.Result {
    try await Program.run(
      line.split(separator: " ").map(String.init), environment: ["HOME": directory.url.path])
  }
}
