import Foundation
import Testing

@Suite("kammerton instruments and tune --instrument, as processes", .timeLimit(.minutes(5)))
struct InstrumentsProcessTests {
  private struct Listed: Decodable {
    struct TunedString: Decodable {
      var string: Int
      var note: String
      var cents: Double
      var frequency: Double
    }
    struct Tuning: Decodable {
      var name: String
      var strings: [TunedString]
    }
    var name: String
    var group: String
    var otherNames: [String]
    var tunings: [Tuning]
  }

  private struct Line: Decodable {
    var time: Double
    var string: Int?
    var target: String?
    var targetFrequency: Double?
    var targetCents: Double?
    var inTune: Bool
  }

  private func lines(_ result: Program.Result) throws -> [Line] {
    try result.lines.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
  }

  @Test("lists, searches, and exports what tune reads again")
  func lists() async throws {
    let all = try await Program.run(["instruments"])
    #expect(all.status == 0 && all.errors.isEmpty)
    #expect(all.output.contains("Guitars\n  Guitar"))
    #expect(all.output.contains("    Standard  D4 A4\n"))
    let drop = try await Program.run(["instruments", "bass", "drop"])
    #expect(drop.output.contains("Bass guitar") && !drop.output.contains("Violin"))
    let json = try await Program.run(["instruments", "erhu", "--json"])
    let listed = try JSONDecoder().decode([Listed].self, from: Data(json.output.utf8))
    #expect(listed.map(\.name) == ["Erhu"])
    #expect(listed[0].tunings[0].strings.map(\.frequency) == [293.665, 440])
    let trumpets = try await Program.run(["instruments", "--transposing", "Trumpet"])
    #expect(trumpets.lines.count == 7)
    #expect(trumpets.output.contains("bb-trumpet") && trumpets.output.contains("C4 sounds B♭3"))
    let none = try await Program.run(["instruments", "kazoo"])
    #expect(none.status == 2)
    #expect(none.errors.contains("kammerton instruments guitar"))
    #expect(try await Program.run(["instruments", "kazoo", "--json"]).output == "[]\n")

    let directory = try TemporaryDirectory()
    let export = try await Program.run(["instruments", "--export"])
    try Data(export.output.utf8).write(to: directory.file("all.txt"))
    let again = try await Program.run(
      ["instruments", "--export", "--instrument-file", directory.path("all.txt")])
    #expect(again.output == export.output)
  }

  @Test("a file of one's own is found in XDG_CONFIG_HOME, or named, and its mistakes by line")
  func ownFiles() async throws {
    let directory = try TemporaryDirectory()
    let folder = directory.file("kammerton")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let own = folder.appendingPathComponent("instruments.txt")
    let text = "instrument: Cigar box\ntuning: GDG\nstrings: G2 D3 G3\n"
    try Data(text.utf8).write(to: own)
    let environment = ["XDG_CONFIG_HOME": directory.url.path]
    let listed = try await Program.run(["instruments", "cigar"], environment: environment)
    #expect(listed.output.contains("GDG  G2 D3 G3"))
    let named = try await Program.run(["instruments", "cigar", "--instrument-file", own.path])
    #expect(named.output == listed.output)
    let tuned = try await Program.run(
      ["tune", "--simulate", "97", "--instrument", "cigar-box", "--plain"],
      environment: environment)
    #expect(tuned.lines.last?.hasSuffix("flat, tune up  string 3") == true)

    try Data("instrument: a\nstrings: E2\n".utf8).write(to: own)
    let bad = try await Program.run(["instruments"], environment: environment)
    #expect(bad.status == 2 && bad.output.isEmpty)
    #expect(bad.errors.contains("instruments.txt, line 2: 'strings:' must follow 'tuning:'"))
    // A tuner that was not asked for one of them goes on.
    let plain = try await Program.run(
      ["tune", "--simulate", "440", "--plain"], environment: environment)
    #expect(plain.status == 0 && plain.output.contains("A4"))
    #expect(plain.errors.contains("instruments.txt, line 2"))
    #expect(plain.errors.contains("Only the built-in instruments can be used."))
    let asked = try await Program.run(
      ["tune", "--simulate", "440", "--plain", "--instrument", "guitar"], environment: environment)
    #expect(asked.status == 2 && asked.output.isEmpty)
    let missing = try await Program.run(["instruments", "--instrument-file", "missing.txt"])
    #expect(missing.status == 2 && missing.errors.contains("missing.txt"))
    let huge = Data(repeating: 0x23, count: 10_000_000)
    try huge.write(to: own)
    let refused = try await Program.run(["instruments"], environment: environment)
    #expect(refused.status == 2 && refused.errors.contains("larger than"))
  }

  @Test("tune finds each string of the guitar by itself and says when it is in tune")
  func automatic() async throws {
    let result = try await Program.run(
      ["tune", "--simulate", "E2,A2,D3,G3,B3,E4", "--instrument", "guitar", "--jsonl"])
    #expect(result.status == 0 && result.errors.isEmpty)
    let lines = try lines(result)
    for (index, (note, string)) in [
      ("E2", 6), ("A2", 5), ("D3", 4), ("G3", 3), ("B3", 2), ("E4", 1),
    ].enumerated() {
      // The second half of the two seconds of each tone.
      let settled = lines.filter { Int($0.time) == 2 * index + 1 }
      #expect(settled.count > 90)
      #expect(settled.allSatisfy { $0.string == string && $0.target == note })
      #expect(settled.dropLast(20).allSatisfy { $0.inTune })
    }
  }

  @Test("a locked string and a locked note stay the target")
  func locked() async throws {
    for string in ["6", "D2"] {
      let result = try await Program.run([
        "tune", "--simulate", "75", "--instrument", "guitar", "--tuning", "drop-d", "--string",
        string, "--jsonl",
      ])
      let line = try #require(try lines(result).dropLast(20).last)
      #expect(line.string == 6)
      #expect(line.targetFrequency == 73.416)
      #expect(abs(try #require(line.targetCents) - 36.95) < 0.1)
      #expect(!line.inTune)
    }
    let note = try await Program.run(["tune", "--simulate", "445", "--note", "B4"])
    #expect(note.lines.last?.contains("B4   -18") == true)
  }

  @Test(
    "names that nobody has exit with 2 and near names",
    arguments: [
      (["--instrument", "gitar"], "Guitar"),
      (["--instrument", "guitar", "--tuning", "dorp-d"], "Drop D"),
      (["--instrument", "guitar", "--string", "7"], "1...6"),
      (["--instrument", "guitar", "--string", "F2"], "1...6"),
    ])
  func unknown(options: [String], hint: String) async throws {
    let result = try await Program.run(["tune", "--simulate", "440", "--plain"] + options)
    #expect(result.status == 64)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains(hint))
  }
}
