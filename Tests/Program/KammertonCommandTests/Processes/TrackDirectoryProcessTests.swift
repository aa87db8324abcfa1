import Foundation
import Testing

@Suite("kammerton track of directories, as a process", .timeLimit(.minutes(5)))
struct TrackDirectoryProcessTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func sine(_ frequency: Double, _ name: String) throws {
    try FileManager.default.createDirectory(
      at: directory.file(name).deletingLastPathComponent(), withIntermediateDirectories: true)
    try Recording.sine(frequency, to: directory.path(name), seconds: 0.2, sampleRate: 16_000)
  }

  private func track(_ arguments: [String]) async throws -> Program.Result {
    try await Program.run(["track"] + arguments)
  }

  /// Root reads everything, unless it gives up the right to.
  private func trackByRights(_ arguments: [String]) async throws -> Program.Result {
    guard geteuid() == 0 else { return try await track(arguments) }
    return try await Program.run(
      [
        "--inh-caps=-all", "--bounding-set=-dac_override,-dac_read_search",
        Program.url().path, "track",
      ] + arguments, of: "/usr/bin/setpriv")
  }

  @Test("all recordings of a tree are tracked, each as it is alone, into the same directories")
  func tree() async throws {
    for (index, name) in ["take", "a/take", "a/b c/take\n2", "a/é"].enumerated() {
      try sine(220 * Double(index + 1), "recordings/\(name).wav")
    }
    try sine(440, "recordings/.hidden.wav")
    try sine(440, "recordings/.git/x.wav")
    try Data("no sound".utf8).write(to: directory.file("recordings/notes.txt"))
    try FileManager.default.createSymbolicLink(
      atPath: directory.path("recordings/loop"), withDestinationPath: "..")
    let result = try await track([
      directory.path("recordings") + "/", "--output", directory.path("pitch"), "--plot", "svg",
    ])
    #expect(result.status == 0 && result.errors.isEmpty && result.output.isEmpty, "\(result)")
    let files = try directory.contents(of: "pitch")
    let names = ["a/b c/take\n2", "a/take", "a/é", "take"]
    let written: [String] = names.map { $0 + ".f0.csv" } + names.map { $0 + ".svg" }
    #expect(Set(files.keys) == Set(written))
    for name in names {
      let alone = try await track([directory.path("recordings/\(name).wav")])
      #expect(files["\(name).f0.csv"] == Data(alone.output.utf8), "\(name)")
    }
  }

  @Test("recordings that share a base name keep their extensions")
  func collisions() async throws {
    try sine(220, "in/take.wav")
    try sine(440, "in/take.aiff")
    let result = try await track([directory.path("in"), "--output", directory.path("out")])
    #expect(result.status == 0, "\(result)")
    #expect(
      try directory.contents(of: "out").keys.sorted() == ["take.aiff.f0.csv", "take.wav.f0.csv"])
  }

  @Test("files and directories go together; a bad file stops nobody")
  func mixture() async throws {
    try sine(220, "in/a/x.wav")
    try sine(440, "x.wav")
    try Data("RIFF".utf8).write(to: directory.file("in/bad.wav"))
    let result = try await track([
      directory.path("x.wav"), directory.path("in"), "--output", directory.path("out"),
    ])
    #expect(result.status == 1)
    #expect(result.errors.contains("in/bad.wav"), "\(result.errors)")
    #expect(result.errors.contains("Inputs that failed: 1 of 3."), "\(result.errors)")
    #expect(try directory.contents(of: "out").keys.sorted() == ["a/x.f0.csv", "x.f0.csv"])
  }

  @Test("outputs in the directory of the recordings are no recordings of the next run")
  func inside() async throws {
    try sine(220, "in/a/x.wav")
    let arguments = [
      directory.path("in"), "--output", directory.path("in/pitch"), "--plot", "png", "--format",
      "midi",
    ]
    for _ in 0..<2 {
      let result = try await track(arguments)
      #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
      #expect(
        try directory.contents(of: "in").keys.sorted()
          == ["a/x.wav", "pitch/a/x.mid", "pitch/a/x.png"])
    }
  }

  @Test("a directory without recordings is refused with what to give, before anything is made")
  func empty() async throws {
    try directory.make("in/empty")
    try Data("no sound".utf8).write(to: directory.file("in/notes.txt"))
    let result = try await track([directory.path("in"), "--output", directory.path("out")])
    #expect(result.status == 2)
    #expect(
      result.errors == "kammerton: \(directory.path("in")) is a directory without recordings. Give "
        + "recordings, or a directory with some, such as .wav, .flac or .mp3.\n")
    #expect(!FileManager.default.fileExists(atPath: directory.path("out")))
  }

  @Test("a directory needs --output DIR, and one plot per input")
  func usage() async throws {
    try sine(220, "in/x.wav")
    let alone = try await track([directory.path("in")])
    #expect(alone.status == 64 && alone.errors.contains("--output DIR"), "\(alone)")
    let plot = try await track([
      directory.path("in"), "--output", directory.path("out"), "--plot", directory.path("x.png"),
    ])
    #expect(plot.status == 64 && plot.errors.contains("--plot png"), "\(plot)")
    #expect(!FileManager.default.fileExists(atPath: directory.path("out")))
  }

  @Test("two directories with recordings of one path are refused with both")
  func twoDirectories() async throws {
    try sine(220, "a/x.wav")
    try sine(440, "b/x.wav")
    let result = try await track([
      directory.path("a"), directory.path("b"), "--output", directory.path("out"),
    ])
    #expect(result.status == 2)
    for name in ["a/x.wav", "b/x.wav", "Give one directory that holds both"] {
      #expect(result.errors.contains(name), "\(result.errors)")
    }
    #expect(!FileManager.default.fileExists(atPath: directory.path("out")))
  }

  @Test(
    "a directory that cannot be read is named, and the others are tracked",
    .enabled(
      if: geteuid() != 0 || FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")))
  func unreadable() async throws {
    try sine(220, "in/x.wav")
    try sine(220, "in/locked/y.wav")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0], ofItemAtPath: directory.path("in/locked"))
    defer {
      try? FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: directory.path("in/locked"))
    }
    let result = try await trackByRights([
      directory.path("in"), "--output", directory.path("out"),
    ])
    #expect(result.status == 1)
    #expect(
      result.errors.contains("in/locked could not be read (Permission denied)."), "\(result.errors)"
    )
    #expect(try directory.contents(of: "out").keys.sorted() == ["x.f0.csv"])
  }

  @Test("names that are not UTF-8 keep their bytes, of directories too")
  func bytes() async throws {
    try sine(220, "a.wav")
    let result = try await Program.run(
      [
        "-c",
        #"""
        cd "$D" && n=$(printf 'caf\351') && mkdir -p "in/$n" && cp a.wav "in/$n/$n.wav"
        "$K" track in --output out --resume && "$K" track in --output out --resume
        cmp "out/$n/$n.f0.csv" - <<EOF && echo same
        $("$K" track a.wav)
        EOF
        """#,
      ], of: "/bin/sh",
      environment: ["K": try Program.url().path, "D": directory.url.path])
    #expect(result.output == "same\n", "\(result)")
    #expect(
      result.errors == "kammerton: 1 input, 0 done before.\nkammerton: 1 input, 1 done before.\n")
  }

  @Test("evaluate does not take the settings beside tracks for a track")
  func evaluation() async throws {
    try sine(220, "in/x.wav")
    for name in ["truth", "out"] {
      let result = try await track([
        directory.path("in"), "--output", directory.path(name), "--resume",
      ])
      #expect(result.status == 0, "\(result)")
    }
    let result = try await Program.run([
      "evaluate", directory.path("truth"), directory.path("out"), "--csv",
    ])
    #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
  }
}
