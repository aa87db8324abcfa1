import Foundation
import Testing

@Suite("Outputs that fail, as processes", .timeLimit(.minutes(10)))
struct OutputProcessTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Runs a command with its standard output in a file, such as a device.
  private func run(
    _ arguments: [String], output: String
  ) async throws -> (status: Int32, errors: String) {
    let errors = directory.path("errors")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments =
      ["-c", "exec \"$0\" \"$@\" > '\(output)' 2> '\(errors)'", try Program.url().path]
      + arguments
    process.environment = [
      "HOME": directory.url.path, "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin",
    ]
    process.standardInput = FileHandle.nullDevice
    try await process.runToEnd()
    return (process.terminationStatus, try String(contentsOfFile: errors, encoding: .utf8))
  }

  @Test("receive refuses a place that cannot be written before it listens")
  func receivePlace() async throws {
    let missing = directory.path("no/such/x")
    // Without a recording, so that only the place can be what is refused.
    for path in [missing, "\(missing)/"] {
      let result = try await Program.run(
        ["receive", directory.path("missing.wav"), "--output", path])
      #expect(result.status == 2, "\(result)")
      #expect(
        result.errors == "kammerton: \(path) could not be written (No such file or directory).\n",
        "\(result)")
    }
    let lines = try await Program.run(
      ["receive", directory.path("missing.wav"), "--jsonl", "--output", directory.path("")])
    #expect(lines.status == 2 && lines.errors.contains("Is a directory"), "\(lines)")
  }

  #if os(Linux)  // where /dev/full is a disk without room, and nobody can put a file into /proc
    @Test(
      "what receive cannot write to its file or folder it prints, with status 1",
      arguments: ["/dev/full", "/proc"])
    func rescued(path: String) async throws {
      let wave = directory.path("out.wav")
      let sent = try await Program.run(["send", "see you at eight", "--output", wave])
      #expect(sent.status == 0, "\(sent.errors)")
      let heard = try await Program.run(["receive", wave, "--band", "u", "--output", path])
      #expect(heard.status == 1, "\(heard)")
      #expect(heard.output == "see you at eight")
      #expect(heard.errors.contains("could not be written"), "\(heard)")
      #expect(heard.errors.contains("What was received follows on standard output."), "\(heard)")
    }

    @Test("a full disk for the track does not swallow the picture")
    func trackAndPicture() async throws {
      let (wave, picture) = (directory.path("a.wav"), directory.path("a.svg"))
      try Recording.sine(440, to: wave)
      let drawn = try await run(["track", wave, "--plot", picture], output: "/dev/full")
      #expect(drawn.status == 2 && drawn.errors.contains("No space left on device"), "\(drawn)")
      #expect(try String(contentsOfFile: picture, encoding: .utf8).hasSuffix("</svg>\n"))
    }

    @Test("a full disk for standard output does not swallow what is kept of a bell and of a key")
    func kept() async throws {
      let bell = [(220, 5), (440, 3), (523.25, 2.5), (880, 1.5), (1313, 1)]
      let key = (1...8).map { order in
        let number = Double(order)
        return (220 * number * (1 + 3e-4 * number * number).squareRoot(), 2 / number.squareRoot())
      }
      for (command, option, partials) in [("bell", "--keep", bell), ("piano", "--piano", key)] {
        let sound = waveFile(seconds: 3) { time in
          let hiss = (44_100 * time).rounded().truncatingRemainder(dividingBy: 7) - 3
          let time = time - 0.1
          guard time > 0 else { return hiss }
          return hiss
            + partials.reduce(0) { sum, partial in
              sum + 3000 * sin(2 * .pi * partial.0 * time) * exp(-time / partial.1)
            }
        }
        let wave = directory.path("\(command).wav")
        try sound.write(to: URL(fileURLWithPath: wave))
        let file = directory.path(command)
        let result = try await run([command, wave, option, file], output: "/dev/full")
        #expect(result.status == 1, "\(command): \(result)")
        #expect(result.errors.contains("No space left on device"), "\(result)")
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.contains("before"), "\(command): \(text)")
      }
    }
  #endif

  @Test(
    "serve refuses empty names, and files that are no place for a certificate or a key",
    arguments: [
      (["--host", ""], 64, "--host is empty."), (["--export", ""], 64, "--export is empty."),
      (["--site", ""], 64, "--site is empty."),
      (["--certificate", "", "--key", "x"], 64, "--certificate is empty."),
    ] as [([String], Int32, String)])
  func emptyNames(arguments: [String], status: Int32, sentence: String) async throws {
    let result = try await Program.run(["serve"] + arguments)
    #expect(result.status == status && result.errors.contains(sentence), "\(result)")
  }

  @Test("serve refuses a pipe for a certificate, and a key that everybody may read, in words")
  func certificates() async throws {
    let site = directory.path("site")
    try FileManager.default.createDirectory(atPath: site, withIntermediateDirectories: false)
    try Data("<!doctype html>".utf8).write(to: directory.file("site/index.html"))
    let (pipe, key) = (directory.path("pipe"), directory.path("key.pem"))
    #expect(mkfifo(pipe, 0o600) == 0)
    try Data("x".utf8).write(to: directory.file("key.pem"))
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: key)
    for (certificate, other, sentence) in [
      (pipe, key, "\(pipe) could not be read (it is not a regular file)."),
      (key, pipe, "\(pipe) could not be read (it is not a regular file)."),
      (key, key, "Every user of this machine has access to the private key \(key)."),
    ] {
      let result = try await Program.run([
        "serve", "--site", site, "--port", "0", "--certificate", certificate, "--key", other,
      ])
      #expect(result.status == 2 && result.errors.hasPrefix("kammerton: " + sentence), "\(result)")
    }
  }
}
