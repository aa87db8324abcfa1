import AudioFiles
import Foundation
import Testing
import _TestSignals

@Suite("kammerton track --plot, as a process", .timeLimit(.minutes(5)))
struct PlotProcessTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try Recording.sine(440, to: directory.path("a.wav"))
  }

  private func names(in path: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path(path)).sorted()
  }

  @Test(
    "draws beside the text, which stays as it was",
    arguments: [
      ("png", [0x89, 0x50, 0x4E, 0x47]), ("svg", Array("<?xm".utf8)), ("PDF", Array("%PDF".utf8)),
    ])
  func formats(suffix: String, start: [UInt8]) async throws {
    let plain = try await Program.run(["track", directory.path("a.wav")])
    let picture = directory.path("x.\(suffix)")
    let result = try await Program.run(["track", directory.path("a.wav"), "--plot", picture])
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    #expect(result.output == plain.output)
    #expect(try Data(contentsOf: directory.file("x.\(suffix)")).prefix(4) == Data(start))
    #expect(try names() == ["a.wav", "x.\(suffix)"])
  }

  @Test("a pipe, whose length nobody knows, gives the picture of the file but for its name")
  func standardInput() async throws {
    let options = ["--a4", "442", "--estimator", "yin", "--range", "100..1000"]
    let file = try await Program.run(
      ["track", directory.path("a.wav"), "--plot", directory.path("file.svg")] + options)
    let pipe = try await Program.run(
      ["track", "-", "--plot", directory.path("pipe.svg")] + options,
      input: Data(contentsOf: directory.file("a.wav")))
    #expect(file.status == 0 && pipe.status == 0)
    let expected = try String(contentsOf: directory.file("file.svg"), encoding: .utf8)
    let actual = try String(contentsOf: directory.file("pipe.svg"), encoding: .utf8)
    #expect(actual.contains(">standard input<"))
    #expect(actual.contains(">estimator yin  ·  100–1000 Hz  ·  A4 = 442 Hz  ·  0.50 s  ·"))
    #expect(actual.replacing("standard input", with: "a.wav") == expected)
  }

  @Test("a format alone draws each input beside its track")
  func severalInputs() async throws {
    try Recording.sine(220, to: directory.path("b.wav"))
    let result = try await Program.run([
      "track", "--output", directory.path("out"), "--plot", "svg", directory.path("a.wav"),
      directory.path("missing.wav"), directory.path("b.wav"),
    ])
    #expect(result.status == 1)
    #expect(try names(in: "out") == ["a.f0.csv", "a.svg", "b.f0.csv", "b.svg"])
    let second = try String(contentsOf: directory.file("out/b.svg"), encoding: .utf8)
    #expect(second.contains(">b.wav<") && second.contains(">A3<"))
  }

  @Test(
    "what cannot be drawn is refused with 64 before anything is read",
    arguments: [
      (["--plot", "x.jpg"], ".png, .svg or .pdf"), (["--plot", "plots/"], ".png, .svg or .pdf"),
      (["--plot", "svg"], "needs --output DIR"),
      (["b.wav", "--output", "out", "--plot", "x.png"], "--plot png"),
    ])
  func usage(arguments: [String], message: String) async throws {
    let result = try await Program.run(["track", "missing.wav"] + arguments)
    #expect(result.status == 64)
    #expect(result.errors.contains(message))
  }

  @Test("a place that cannot be written to exits with 2 before anything is read")
  func unwritable() async throws {
    let result = try await Program.run([
      "track", directory.path("a.wav"), "--plot", directory.path("no/such/x.png"),
    ])
    #expect(result.status == 2)
    #expect(result.errors.contains("no/such/x.png"))
    #expect(result.output.isEmpty)
  }

  @Test(
    "without samples there is an error, no picture, and an older one stays",
    arguments: ["missing.wav", "empty.wav", "silent.wav", "text.wav"])
  func nothingToDraw(name: String) async throws {
    try Data().write(to: directory.file("empty.wav"))
    try Recording.write([], to: directory.path("silent.wav"))
    try Data("no audio".utf8).write(to: directory.file("text.wav"))
    try Data("old".utf8).write(to: directory.file("x.png"))
    let result = try await Program.run([
      "track", directory.path(name), "--plot", directory.path("x.png"),
    ])
    #expect(result.status == 2)
    #expect(result.errors.contains(name))
    #expect(try Data(contentsOf: directory.file("x.png")) == Data("old".utf8))
    #expect(try !names().contains { $0.hasSuffix(".partial") })
  }

  @Test("an input is never overwritten, by whatever name")
  func overInput() async throws {
    let recording = try Data(contentsOf: directory.file("a.wav"))
    try recording.write(to: directory.file("a.png"))
    try FileManager.default.createSymbolicLink(
      atPath: directory.path("link.png"), withDestinationPath: directory.path("a.png"))
    let input = directory.path("a.png")
    for arguments in [
      ["--plot", input], ["--plot", directory.path("link.png")],
      ["--plot", "png", "--output", directory.path(".")],
    ] {
      let result = try await Program.run(["track", input] + arguments)
      #expect(result.status == 2)
      #expect(result.errors.contains("is an input"))
      #expect(try Data(contentsOf: directory.file("a.png")) == recording)
    }
  }

  @Test("a picture is drawn although nobody reads the text to its end")
  func closedOutput() async throws {
    // 30 s at a hop of 1 ms are more text than a pipe holds.
    try Recording.write(
      Array(repeating: 0, count: 30 * 8000), to: directory.path("long.wav"), sampleRate: 8000)
    let process = Process()
    process.executableURL = try Program.url()
    process.arguments = [
      "track", "--hop", "1ms", "--plot", directory.path("x.svg"), directory.path("long.wav"),
    ]
    let output = Pipe()
    process.standardOutput = output
    try output.fileHandleForReading.close()
    try await process.runToEnd()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
    let picture = try String(contentsOf: directory.file("x.svg"), encoding: .utf8)
    #expect(picture.contains(">no pitch found<"))
  }
}
