import Foundation
import Testing

@Suite("kammerton evaluate, as a process", .timeLimit(.minutes(5)))
struct EvaluateProcessTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try Data("time,frequency\n0,440\n0.01,440\n0.02,\n0.03,220\n".utf8)
      .write(to: directory.file("truth.csv"))
  }

  @Test("prints the measures as text, and as JSON that a parser reads")
  func measures() async throws {
    let estimate = Data("0\t441\n0.01\t880\n0.02\t100\n0.03\t-220\n".utf8)
    let arguments = ["evaluate", directory.path("truth.csv"), "-"]
    let text = try await Program.run(arguments, input: estimate)
    #expect(text.status == 0)
    #expect(text.output.contains("raw pitch accuracy     0.6667"))
    #expect(text.output.contains("octave errors          1 of 2"))
    let json = try await Program.run(
      arguments + ["--json", "--tolerance", "3"], input: estimate)
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Double])
    #expect(object["tolerance"] == 3)
    #expect(object["voicingFalseAlarm"] == 1)
    #expect(abs((object["rawPitchAccuracy"] ?? 0) - 1.0 / 3) < 1e-6)
    #expect(object["overallAccuracy"] == 0)
  }

  @Test(
    "a bad file exits with 2 and names itself",
    arguments: [
      ("missing.csv", "No such file"), (".", "directory"), ("text.csv", "line 2"),
      ("empty.csv", "has no frames"),
    ])
  func badFiles(name: String, message: String) async throws {
    try Data("A letter,\nnot a track\n".utf8).write(to: directory.file("text.csv"))
    try Data().write(to: directory.file("empty.csv"))
    let result = try await Program.run(
      ["evaluate", directory.path("truth.csv"), directory.path(name)])
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test("folders are compared file by file; the mean is that of the files; what is missing is told")
  func folders() async throws {
    for folder in ["truth", "claims"] {
      try FileManager.default.createDirectory(
        at: directory.file(folder), withIntermediateDirectories: true)
    }
    let truth = Data("0,440\n0.01,440\n0.02,\n0.03,220\n".utf8)
    for name in ["a", "b", "c"] { try truth.write(to: directory.file("truth/\(name).csv")) }
    try truth.write(to: directory.file("claims/a.f0.csv"))
    try Data("0,440\n0.01,880\n0.02,\n0.03,\n".utf8).write(to: directory.file("claims/b.f0.csv"))
    let folders = ["evaluate", directory.path("truth"), directory.path("claims")]
    let text = try await Program.run(folders)
    #expect(text.status == 1)
    #expect(text.errors.contains("c.csv has no estimate"))
    let lines = text.lines.map { $0.split(separator: " ").map(String.init) }
    #expect(lines.count == 4)
    #expect(lines[1].first == "a" && lines[1].contains("1.0000"))
    // Of b one of three voiced frames is right, so the mean of the raw pitch accuracies is 2/3.
    #expect(lines[2][4] == "0.3333" && lines[3][5] == "0.6667", "\(text.output)")

    let csv = try await Program.run(folders + ["--csv"])
    #expect(csv.lines.count == 3)
    #expect(csv.lines[0].hasPrefix("file,frames,voiced_frames,voicing_recall,"))
    let json = try await Program.run(folders + ["--json"])
    let rows = try #require(
      JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
    #expect(rows.compactMap { $0["file"] as? String } == ["a", "b"])
    #expect(rows.compactMap { $0["octaveErrors"] as? Int } == [0, 1])

    let mixed = try await Program.run(["evaluate", directory.path("truth"), "-"])
    #expect(mixed.status == 64 && mixed.errors.contains("two files or two folders"))
  }

  @Test("of a folder, only pitch files count: recordings, plots and notes may lie beside them")
  func mixedFolders() async throws {
    for folder in ["truth", "claims"] {
      try FileManager.default.createDirectory(
        at: directory.file(folder), withIntermediateDirectories: true)
      for name in [
        "a.wav", "a.mp3", "a.png", "a.mid", "a.notes.csv", "a.onsets.csv", "a.labels.txt", "a.json",
        "README.md", "README.txt", "_kammerton.json",
      ] {
        try Data("not a track".utf8).write(to: directory.file("\(folder)/\(name)"))
      }
    }
    let folders = ["evaluate", directory.path("truth"), directory.path("claims")]
    let none = try await Program.run(folders)
    #expect(none.status == 2 && none.errors.contains("has no pitch files"), "\(none)")
    let truth = Data("0,440\n0.01,440\n".utf8)
    try truth.write(to: directory.file("truth/a.csv"))
    try truth.write(to: directory.file("claims/a.f0.csv"))
    let result = try await Program.run(folders)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
    #expect(result.lines.count == 3 && result.lines[1].contains("1.0000"), "\(result)")
  }

  @Test(
    "wrong usage is refused with 64",
    arguments: [
      ["x.csv"], ["-", "-"], ["a", "b", "--tolerance", "-1"], ["a", "b", "--tolerance", "601"],
    ])
  func usage(arguments: [String]) async throws {
    let result = try await Program.run(["evaluate"] + arguments)
    #expect(result.status == 64)
  }
}
