import Foundation
import Testing
import _TestSignals

@Suite("kammerton track --resume, as a process", .timeLimit(.minutes(5)))
struct TrackResumeProcessTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.make("in/0")
    for (index, name) in ["0/c", "a", "b", "z"].enumerated() {
      try sine(110 * Double(index + 2), name)
    }
  }

  private func sine(_ frequency: Double, _ name: String) throws {
    try Recording.sine(
      frequency, to: directory.path("in/\(name).wav"), seconds: 0.2, sampleRate: 16_000)
  }

  private func arguments(_ more: [String] = [], output: String = "out") -> [String] {
    ["track", directory.path("in"), "--output", directory.path(output)] + more
  }

  private func resume(_ more: [String] = [], output: String = "out") async throws -> Program.Result
  {
    try await Program.run(arguments(["--resume"] + more, output: output))
  }

  @Test("after a kill the rest is tracked, nothing twice, and the files are those of one run")
  func kill() async throws {
    try Recording.write(
      TestSignal.noise(count: 600 * 8000, rms: 0.1), to: directory.path("in/z.wav"),
      sampleRate: 8000)
    let process = Process()
    process.executableURL = try Program.url()
    process.arguments = arguments(["--resume", "--jobs", "1"])
    let start = Task { try await process.runToEnd() }
    // The settings, three finished outputs at two places, and the open one.
    try await Program.untilWriting(process, files: 5, in: directory.file("out"))
    #expect(Foundation.kill(process.processIdentifier, SIGKILL) == 0)
    try await start.value
    let before = try directory.modifications(of: "out")
    #expect(
      before.keys.sorted() == ["0/c.f0.csv", "_kammerton.json", "a.f0.csv", "b.f0.csv"])

    try sine(660, "z")
    let result = try await resume()
    #expect(result.status == 0)
    #expect(result.errors == "kammerton: 4 inputs, 3 done before.\n")
    let after = try directory.modifications(of: "out")
    for (name, date) in before { #expect(after[name] == date, "\(name) was written again") }
    let whole = try await resume(output: "whole")
    #expect(whole.errors == "kammerton: 4 inputs, 0 done before.\n")
    #expect(try directory.contents(of: "out") == directory.contents(of: "whole"))
    let none = try await resume()
    #expect(none.status == 0 && none.errors == "kammerton: 4 inputs, 4 done before.\n")
    #expect(try directory.modifications(of: "out") == after)
  }

  @Test("changed and new inputs and lost outputs are tracked, and failures are tried again")
  func changes() async throws {
    try Data("RIFF".utf8).write(to: directory.file("in/bad.wav"))
    let first = try await resume(["--plot", "svg"])
    #expect(first.status == 1 && first.errors.contains("Inputs that failed: 1 of 5."), "\(first)")
    let before = try directory.contents(of: "out")
    let dates = try directory.modifications(of: "out")
    try FileManager.default.removeItem(at: directory.file("out/b.svg"))
    try sine(880, "a")
    try directory.touch("in/a.wav", secondsFromNow: 60)
    try sine(990, "0/new")
    let second = try await resume(["--plot", "svg"])
    #expect(second.status == 1)
    #expect(second.errors.hasPrefix("kammerton: 6 inputs, 2 done before.\n"), "\(second.errors)")
    #expect(second.errors.contains("Inputs that failed: 1 of 4."), "\(second.errors)")
    let after = try directory.contents(of: "out")
    #expect(after["a.f0.csv"] != before["a.f0.csv"] && after["b.svg"] == before["b.svg"])
    #expect(after["0/new.svg"] != nil)
    let newDates = try directory.modifications(of: "out")
    for name in ["0/c.f0.csv", "0/c.svg", "z.f0.csv", "z.svg"] {
      #expect(newDates[name] == dates[name], "\(name) was written again")
    }
    // Only what ran counts: nothing could be done.
    try directory.touch("in/a.wav", secondsFromNow: -60)
    let third = try await resume(["--plot", "svg"])
    #expect(third.status == 2 && third.errors.contains("6 inputs, 5 done before."), "\(third)")
    // Plots are not settings: without them less is wanted.
    try FileManager.default.removeItem(at: directory.file("in/bad.wav"))
    let fourth = try await resume()
    #expect(fourth.status == 0 && fourth.errors.contains("5 inputs, 5 done before."), "\(fourth)")
  }

  @Test("other settings and another version are refused with what differs, and change nothing")
  func settings() async throws {
    let first = try await resume()
    #expect(first.status == 0, "\(first)")
    let (contents, dates) = (
      try directory.contents(of: "out"), try directory.modifications(of: "out")
    )
    let (input, output) = (directory.path("in"), directory.path("out"))
    for isResumed in [["--resume"], []] {
      let result = try await Program.run(arguments(isResumed + ["--hop", "5ms"]))
      #expect(result.status == 2)
      #expect(
        result.errors == "kammerton: The results in \(output) were made with --hop 10ms, not --hop "
          + "5ms. Give the same settings, or write to another folder.\n", "\(result.errors)")
      let file = try await Program.run(
        ["track", input + "/a.wav", "--output", output, "--notes"] + isResumed)
      #expect(file.status == 2 && file.errors.contains("as readings, not as notes"), "\(file)")
    }
    #expect(try directory.contents(of: "out") == contents)
    #expect(try directory.modifications(of: "out") == dates)
    let same = try await resume(["--hop", "0.01s", "--a4", "440Hz", "--jobs", "1"])
    #expect(same.status == 0 && same.errors.contains("4 done before"), "\(same)")

    let text = try #require(contents["_kammerton.json"].map { String(decoding: $0, as: UTF8.self) })
    let version = try #require(text.split(separator: "\"").dropFirst(3).first)
    let old = text.replacingOccurrences(of: version, with: "0.0.1")
    try Data(old.utf8).write(to: directory.file("out/_kammerton.json"))
    let refused = try await resume()
    #expect(refused.status == 2)
    #expect(
      refused.errors.contains("with kammerton 0.0.1, not \(version). Install kammerton 0.0.1, or "),
      "\(refused.errors)")
  }

  @Test("results without settings, or with those of another program, are refused")
  func unknownSettings() async throws {
    let plain = try await Program.run(arguments())
    #expect(plain.status == 0)
    let missing = try await resume()
    #expect(missing.status == 2)
    #expect(
      missing.errors == "kammerton: The results in \(directory.path("out")) do not say with which "
        + "settings they were made, because _kammerton.json is missing. Write to another folder.\n")
    #expect(try directory.contents(of: "out").count == 4)

    try directory.make("other")
    let foreign = Data("{\n  \"version\": \"1.0.0\",\n  \"hop\": 0.01\n}\n".utf8)
    try foreign.write(to: directory.file("other/_kammerton.json"))
    let refused = try await resume(output: "other")
    #expect(refused.status == 2 && refused.errors.contains("other program"), "\(refused)")
    #expect(try directory.contents(of: "other") == ["_kammerton.json": foreign])
  }

  @Test(
    "what cannot be resumed is refused with the reason",
    arguments: [
      (["a.wav", "--resume"], 64, "--resume needs --output DIR"),
      (["a.wav", "--resume", "--output", "-"], 64, "--resume needs --output DIR"),
      (["-", "--resume", "--output", "out"], 64, "standard input"),
      (["a/x.wav", "b/x.wav", "--resume", "--output", "out"], 2, "b/x.wav"),
      (["_kammerton.wav", "--json", "--resume", "--output", "out"], 2, "Rename the input"),
    ] as [([String], Int32, String)])
  func refusals(arguments: [String], status: Int32, reason: String) async throws {
    let arguments = arguments.map { $0 == "out" ? directory.path("out") : $0 }
    let result = try await Program.run(["track"] + arguments)
    #expect(result.status == status && result.errors.contains(reason), "\(result)")
    #expect(!FileManager.default.fileExists(atPath: directory.path("out/_kammerton.json")))
  }
}
