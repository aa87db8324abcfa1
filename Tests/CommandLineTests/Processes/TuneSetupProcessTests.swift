import Foundation
import Testing

@Suite("What kammerton tune is told, and remembers, as a process", .timeLimit(.minutes(5)))
struct TuneSetupProcessTests {
  private struct Line: Decodable {
    var note: String?
    var string: Int?
    var degree: Int?
    var target: String?
    var targetFrequency: Double?
    var targetCents: Double?
    var inTune: Bool
    var temperament: String
  }

  private static func lines(_ result: Program.Result) throws -> [Line] {
    try result.lines.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
  }

  @Test("JSON lines tell target, cents to it, temperament and in tune, also without an instrument")
  func jsonLines() async throws {
    let result = try await Program.run([
      "tune", "--simulate", "264", "--jsonl", "--temperament", "werckmeister-iii", "--root", "C",
    ])
    let line = try #require(try Self.lines(result).dropLast(20).last)
    #expect(line.temperament == "werckmeister-iii")
    #expect(line.target == "C4")
    // Werckmeister III has A at 888.27 cents above C (Barbour 1951): C4 = 440 / 2^(0.88827).
    #expect(abs(try #require(line.targetFrequency) - 263.404) < 0.01)
    #expect(abs(try #require(line.targetCents) - 3.913) < 0.1)
    #expect(!line.inTune)
  }

  @Test("a scale without twelve degrees is heard by its degrees")
  func degrees() async throws {
    let result = try await Program.run([
      "tune", "--simulate", "440", "--jsonl", "--scale", "bohlen-pierce",
    ])
    let line = try #require(try Self.lines(result).dropLast(20).last)
    #expect(line.degree != nil)
    #expect(abs(try #require(line.targetCents)) < 0.1)
    #expect(line.inTune)
    let plain = try await Program.run(["tune", "--simulate", "440", "--scale", "19-edo"])
    #expect(plain.output.contains("A4 "))
  }

  @Test("notation and transposition name notes for people")
  func names() async throws {
    let german = try await Program.run([
      "tune", "--simulate", "466.164", "--notation", "german", "--spelling", "flats",
    ])
    #expect(german.lines.first?.contains(" B4 ") == true)
    let trumpet = try await Program.run([
      "tune", "--simulate", "466.164", "--transpose", "bb-trumpet", "--spelling", "flats",
    ])
    #expect(trumpet.lines.first?.contains(" C5 ") == true)
    let capo = try await Program.run([
      "tune", "--simulate", "92.4986", "--transpose", "capo-2", "--instrument", "guitar",
    ])
    #expect(capo.lines.last { $0.contains("Hz") }?.hasSuffix("in tune  string 6") == true)
    #expect(capo.output.contains(" E2 "))
  }

  @Test("--a4 heard takes concert pitch from an A of two seconds")
  func heard() async throws {
    let directory = try TemporaryDirectory()
    try Recording.sine(207.5, to: directory.path("a.wav"), seconds: 3)
    let result = try await Program.run(["tune", directory.path("a.wav"), "--a4", "heard"])
    #expect(result.errors.contains("play an A"))
    #expect(result.errors.contains("A4 = 415.00 Hz, as heard"))
    #expect(result.lines.last { $0.contains("Hz") }?.contains("A3     0.0 cents") == true)
    let track = try await Program.run(["track", directory.path("a.wav"), "--a4", "heard"])
    #expect(track.status == 64)
  }

  @Test("settings are used, left alone with --no-config, and kept aside if they are broken")
  func settings() async throws {
    let directory = try TemporaryDirectory()
    let environment = ["XDG_CONFIG_HOME": directory.url.path]
    let file = directory.file("kammerton/settings.txt")
    try FileManager.default.createDirectory(
      at: directory.file("kammerton"), withIntermediateDirectories: true)
    try Data("a4: 415\nnotation: fixed-do\ninstrument: theremin\n".utf8).write(to: file)
    let arguments = ["tune", "--simulate", "415"]
    let used = try await Program.run(arguments, environment: environment)
    #expect(used.lines.first?.contains(" La4 ") == true)
    #expect(used.errors.contains("theremin"))
    let unused = try await Program.run(arguments + ["--no-config"], environment: environment)
    #expect(unused.lines.first?.contains(" G♯4 ") == true)
    for broken in [Data("a4: 415\nwhat\n".utf8), Data([0xFF, 0xFE, 0x00])] {
      try broken.write(to: file)
      let result = try await Program.run(arguments, environment: environment)
      #expect(result.status == 0)
      #expect(result.errors.contains("settings.txt.broken"))
      #expect(result.lines.first?.contains(" G♯4 ") == true)
      #expect(try Data(contentsOf: directory.file("kammerton/settings.txt.broken")) == broken)
      #expect(!FileManager.default.fileExists(atPath: file.path))
    }
  }

  @Test("--history keeps the notes; a locked history is told once and the tuner goes on")
  func history() async throws {
    let directory = try TemporaryDirectory()
    let environment = ["XDG_DATA_HOME": directory.url.path]
    let arguments = ["tune", "--simulate", "E2,A2", "--instrument", "guitar", "--history"]
    _ = try await Program.run(arguments, environment: environment)
    let list = try await Program.run(["history", "last"], environment: environment)
    #expect(list.output.contains("Guitar, Standard"))
    #expect(list.output.contains("E2") && list.output.contains("A2"))
    let none = directory.file("none")
    try Data("not a directory".utf8).write(to: none)
    let off = try await Program.run(arguments, environment: ["XDG_DATA_HOME": none.path])
    #expect(off.status == 0)
    #expect(off.errors.components(separatedBy: "history is off").count == 2)
    #expect(off.output.contains("string 5"))
    // A file is no practice, unless it is said to be.
    let quiet = directory.file("quiet")
    _ = try await Program.run(
      ["tune", "--simulate", "E2"], environment: ["XDG_DATA_HOME": quiet.path])
    #expect(!FileManager.default.fileExists(atPath: quiet.path))
  }
}
