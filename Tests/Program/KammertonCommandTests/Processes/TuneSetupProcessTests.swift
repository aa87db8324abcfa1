import Foundation
import GRDB
import MusicTheory
import Testing
import _TestSignals

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
    let keys = try result.lines.map {
      try #require(
        try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
      ).keys.sorted()
    }
    #expect(keys.count == 200 && Set(keys).count == 1 && keys[0].count > 15)
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
    for option in [["--transpose", "capo-2"], ["--capo", "2"]] {
      let result = try await Program.run(
        ["tune", "--simulate", "92.4986", "--instrument", "guitar"] + option)
      #expect(result.lines.last { $0.contains("Hz") }?.hasSuffix("in tune  string 6") == true)
      #expect(result.output.contains(" E2 "))
    }
    for fret in ["13", "-1", "two"] {
      let refused = try await Program.run(["tune", "--simulate", "440", "--capo", fret])
      #expect(refused.status == 64)
      #expect(refused.errors.contains(fret == "two" ? "whole number" : "fret 0 to 12"))
    }
  }

  @Test("--a4 heard takes concert pitch from an A of two seconds")
  func heard() async throws {
    let directory = try TemporaryDirectory()
    try Recording.sine(207.5, to: directory.path("a.wav"), seconds: 3)
    let result = try await Program.run(["tune", directory.path("a.wav"), "--a4", "heard"])
    #expect(result.errors.contains("play an A"))
    #expect(result.errors.contains("A4 = 415.00 Hz, from the A you played"))
    #expect(result.lines.last { $0.contains("Hz") }?.contains("A3     0.0 cents") == true)
    let track = try await Program.run(["track", directory.path("a.wav"), "--a4", "heard"])
    #expect(track.status == 64)
  }

  /// Writes notes of 0.6 s under a concert pitch.
  private func write(_ numbers: [Double], under a4: Double, to path: String) throws {
    var samples: [Float] = []
    for number in numbers {
      let frequency = a4 * Interval.ratio(ofCents: 100 * (number - 69))
      samples += TestSignal.harmonics(
        frequency, amplitudes: [0.3, 0.15, 0.1, 0.05], sampleRate: 44_100, count: 26_460)
    }
    try Recording.write(samples, to: path)
  }

  @Test("--a4 heard takes concert pitch from the notes of a file, unless they do not agree")
  func heardOfFile() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("tune.wav")
    try write([60, 62, 64, 67, 65, 64, 62, 60], under: 432, to: path)
    let result = try await Program.run(["tune", path, "--a4", "heard", "--no-config"])
    #expect(result.errors.contains("A4 = 432.0 Hz, by 5 different notes"))
    #expect(result.output.contains("All 5 notes are in tune"))
    try write((0..<8).map { 60 + 12 * Double($0) / 7 }, under: 440, to: path)
    let uncertain = try await Program.run(["tune", path, "--a4", "heard", "--no-config"])
    #expect(uncertain.errors.contains("do not tell A4"))
    #expect(uncertain.errors.contains("A4 stays 440.0 Hz"))
  }

  @Test("a file ends with a verdict: a line for each string, and a sentence on the farthest one")
  func verdict() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("strings.wav")
    try write([40, 44.92, 50, 55.01], under: 440, to: path)
    let options = ["--instrument", "guitar", "--no-config"]
    let result = try await Program.run(["tune", path] + options)
    #expect(
      result.output.hasSuffix(
        "3 of 4 strings are in tune; string 5, A2, is 8 cents flat: tune up.\n"))
    #expect(result.output.contains("String     times   median    first     last    drift"))
    let json = try await Program.run(["tune", path, "--json"] + options)
    #expect(json.lines.count == 1)
    #expect(json.output.hasPrefix("{\"sentence\": \"3 of 4 strings are in tune; string 5"))
    #expect(json.output.contains("\"note\": \"A2\", \"string\": 5, \"count\": 1, "))
    #expect(try await Program.run(["tune", "--json"]).status == 64)
  }

  @Test("settings are used, left alone with --no-config, and kept aside if they are broken")
  func settings() async throws {
    let directory = try TemporaryDirectory()
    let environment = ["XDG_CONFIG_HOME": directory.url.path]
    let file = directory.file("kammerton/settings.txt")
    try FileManager.default.createDirectory(
      at: directory.file("kammerton"), withIntermediateDirectories: true)
    try Data("a4: 415\nnotation: fixed-do\ntemperament: wreckmeister\n".utf8).write(to: file)
    let arguments = ["tune", "--simulate", "415"]
    let used = try await Program.run(arguments, environment: environment)
    #expect(used.lines.first?.contains(" La4 ") == true)
    #expect(used.errors.contains("werckmeister"))
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

  /// The environment of a user whose settings have these lines.
  private static func environment(
    _ settings: String, in directory: TemporaryDirectory
  ) throws -> [String: String] {
    try FileManager.default.createDirectory(
      at: directory.file("kammerton"), withIntermediateDirectories: true)
    try Data(settings.utf8).write(to: directory.file("kammerton/settings.txt"))
    return ["XDG_CONFIG_HOME": directory.url.path]
  }

  @Test("notes that are simulated or looked for are under the remembered A4")
  func rememberedConcertPitch() async throws {
    let directory = try TemporaryDirectory()
    let environment = try Self.environment("a4: 442\n", in: directory)
    let tone = try await Program.run(["tune", "--simulate", "A4"], environment: environment)
    let words = try #require(tone.lines.first).split(separator: " ")
    #expect(words.count == 9 && words[2] == "A4")
    #expect(abs(try #require(Double(words[3]))) < 0.5)
    #expect(abs(try #require(Double(words[5])) - 442) < 0.1)
    let range = try await Program.run(
      ["tune", "--simulate", "A4", "--range", "A4..30000"], environment: environment)
    #expect(range.errors.contains("442...30000"))
    let option = try await Program.run(
      ["tune", "--simulate", "A4", "--a4", "415"], environment: environment)
    #expect(option.lines.first?.contains("A4 ") == true)
    #expect(option.lines.first?.hasSuffix("Hz  in tune") == true)
  }

  @Test("a pipe takes neither instrument nor string nor capo from the settings, nor does --note")
  func rememberedInstrument() async throws {
    let directory = try TemporaryDirectory()
    let environment = try Self.environment(
      "instrument: Guitar\ntuning: Standard\nstring: 6\ntranspose: capo-2\n", in: directory)
    for form in ["--jsonl", "--plain"] {
      let run = try await Program.run(
        ["tune", "--simulate", "A2", form], environment: environment)
      #expect(run.errors.isEmpty)
      #expect(!run.output.contains("string 6") && !run.output.contains("\"string\":6"))
      #expect(run.output.contains(form == "--plain" ? "A2 " : "\"target\":\"A2\""))
    }
    let note = try await Program.run(
      ["tune", "--simulate", "A2", "--note", "A2"], environment: environment)
    let words = try #require(note.lines.first).split(separator: " ")
    #expect(words.count == 9 && words[2] == "A2")
    #expect(abs(try #require(Double(words[3]))) < 0.5)
  }

  @Test("on a terminal, instrument and capo are remembered and shown, the lock of a string is not")
  func rememberedOnScreen() throws {
    let directory = try TemporaryDirectory()
    let environment = try Self.environment(
      "instrument: Guitar\ntuning: Standard\nstring: 6\ntranspose: capo-2\n", in: directory)
    let terminal = try PseudoTerminal(columns: 100, rows: 24)
    let process = try terminal.process(["tune", "--simulate"])
    process.environment?.merge(environment) { $1 }
    try process.run()
    terminal.wait(for: "Capo 2", from: process)
    #expect(terminal.output.contains("Guitar, Standard, auto"))
    terminal.type("6")
    terminal.wait(for: "string 6", from: process)
    terminal.type("q")
    terminal.waitForEnd(of: process)
    let kept = try String(
      contentsOf: directory.file("kammerton/settings.txt"), encoding: .utf8)
    #expect(kept.contains("instrument: Guitar"))
    #expect(!kept.contains("string:"))
  }

  @Test("notes that the last write could not keep are counted, and end the tuner with status 1")
  func lostHistory() async throws {
    let directory = try TemporaryDirectory()
    let environment = ["XDG_DATA_HOME": directory.url.path]
    let arguments = ["tune", "--simulate", "E2,A2", "--instrument", "guitar", "--history"]
    #expect(try await Program.run(arguments, environment: environment).status == 0)
    let database = directory.path("kammerton/history.sqlite")
    var holding = Configuration()
    holding.allowsUnsafeTransactions = true  // the lock outlives one access
    let other = try DatabaseQueue(path: database, configuration: holding)
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN EXCLUSIVE") }
    let locked = try await Program.run(arguments, environment: environment)
    try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
    #expect(locked.status == 1)
    #expect(locked.errors.contains("history is off: \(database) is locked by another program"))
    #expect(locked.errors.contains("Notes that kammerton history does not have: 2."))
    #expect(locked.output.contains("string 5"), "all lines are there")
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
    #expect(off.status == 1, "the notes are lost")
    #expect(off.errors.components(separatedBy: "history is off").count == 2)
    #expect(off.output.contains("string 5"))
    // A file is no practice, unless it is said to be.
    let quiet = directory.file("quiet")
    _ = try await Program.run(
      ["tune", "--simulate", "E2"], environment: ["XDG_DATA_HOME": quiet.path])
    #expect(!FileManager.default.fileExists(atPath: quiet.path))
  }
}
