import AudioFiles
import Foundation
import Testing
@testable import TrackCommands
import _TestSignals

@Suite("kammerton track --jobs, as a process", .timeLimit(.minutes(5)))
struct JobsProcessTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// Twelve recordings, the first the longest; the fourth is missing, the seventh damaged.
  private func inputs() throws -> [String] {
    for index in 0..<12 where index != 3 {
      try Recording.sine(
        110 * Double(index + 1), to: directory.path("\(index).wav"),
        seconds: index == 0 ? 3 : 0.2, sampleRate: 16_000)
    }
    try Data("RIFF".utf8).write(to: directory.file("6.wav"))
    return (0..<12).map { directory.path("\($0).wav") }
  }

  private func contents(of name: String) throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path(name))
    return try Dictionary(
      uniqueKeysWithValues: names.map {
        ($0, try Data(contentsOf: directory.file("\(name)/\($0)")))
      })
  }

  @Test("files, messages and status are the same with 1, 2, 5 and 100 jobs")
  func sameOutput() async throws {
    let inputs = try inputs()
    func run(jobs: Int) async throws -> Program.Result {
      try await Program.run(
        ["track", "--jobs", "\(jobs)", "--output", directory.path("\(jobs)"), "--plot", "png"]
          + inputs)
    }
    let expected = try await run(jobs: 1)
    let files = try contents(of: "1")
    #expect(expected.status == 1)
    #expect(files.count == 2 * 10)
    let messages = expected.errors.split(separator: "\n")
    #expect(messages.count == 3)
    #expect(messages.first?.contains("3.wav does not exist") == true)
    #expect(messages.dropFirst().first?.contains("6.wav") == true)
    #expect(messages.last?.contains("Inputs that failed: 2 of 12") == true)
    for jobs in [2, 5, 100] {
      let result = try await run(jobs: jobs)
      #expect(result.status == 1)
      #expect(result.errors == expected.errors)
      #expect(try contents(of: "\(jobs)") == files)
    }
  }

  @Test("one of the inputs may be standard input")
  func standardInput() async throws {
    try Recording.sine(440, to: directory.path("a.wav"))
    let result = try await Program.run(
      [
        "track", "-j", "2", "--output", directory.path("out"), "-", directory.path("a.wav"),
      ], input: Data(contentsOf: directory.file("a.wav")))
    #expect(result.status == 0)
    let files = try contents(of: "out")
    #expect(files.keys.sorted() == ["a.f0.csv", "stdin.f0.csv"])
    #expect(files["a.f0.csv"] == files["stdin.f0.csv"])
  }

  @Test("an interruption ends all jobs with 130 and leaves no unfinished file")
  func interruption() async throws {
    for name in ["a", "b"] {
      try Recording.write(
        TestSignal.noise(count: 3600 * 8000, rms: 0.1), to: directory.path("\(name).wav"),
        sampleRate: 8000)
    }
    let process = Process()
    process.executableURL = try Program.url()
    process.arguments = [
      "track", "--jobs", "2", "--output", directory.path("out"), "--plot", "png",
      directory.path("a.wav"), directory.path("b.wav"),
    ]
    let start = Task { try await process.runToEnd() }
    try await Program.untilWriting(process, files: 2, in: directory.file("out"))
    process.interrupt()
    try await start.value
    #expect(process.terminationStatus == 130)
    #expect(try contents(of: "out").isEmpty)
  }

  @Test("a number of jobs is whole and in 1...1024", arguments: ["0", "-1", "1.5", "two", "1025"])
  func refusals(text: String) throws {
    #expect(throws: (any Error).self) { try JobCount(argument: text) }
  }

  @Test("as many jobs as there are cores, if nothing else is said")
  func standard() throws {
    #expect(JobCount.standard.value == ProcessInfo.processInfo.processorCount)
    #expect(try JobCount(argument: "7").value == 7)
  }
}
