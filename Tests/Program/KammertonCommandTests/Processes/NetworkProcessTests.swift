import Foundation
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A copy of the program in a directory of its own, with whatever the test puts in the place of the
/// second one.
private final class Installation {
  private let directory: TemporaryDirectory
  private let program: String

  // A checkout has the program elsewhere.
  init(program folder: String = "bin") throws {
    directory = try TemporaryDirectory()
    program = "\(folder)/kammerton"
    try make(folder)
    // Not copied: its link would be resolved, and lead back to the build.
    try FileManager.default.copyItem(
      at: Program.url().resolvingSymlinksInPath(), to: directory.file(program))
  }

  private func make(_ folder: String) throws {
    try FileManager.default.createDirectory(
      at: directory.file(folder), withIntermediateDirectories: true)
  }

  func path(_ name: String) -> String { directory.path(name) }

  /// Puts a shell script in a place.
  func write(_ script: String, to path: String, isExecutable: Bool = true) throws {
    try make(String(path.split(separator: "/").dropLast().joined(separator: "/")))
    try Data(script.utf8).write(to: directory.file(path))
    if isExecutable {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: directory.path(path))
    }
  }

  func process(_ arguments: [String]) throws -> Process {
    let process = Process()
    process.executableURL = directory.file(program)
    process.arguments = arguments
    process.environment = Program.environment(["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"])
    return process
  }

  func run(_ arguments: [String], input: String = "") async throws -> Program.Result {
    let process = try process(arguments)
    for name in ["in", "out", "err"] { try Data().write(to: directory.file(name)) }
    try Data(input.utf8).write(to: directory.file("in"))
    process.standardInput = try FileHandle(forReadingFrom: directory.file("in"))
    process.standardOutput = try FileHandle(forWritingTo: directory.file("out"))
    process.standardError = try FileHandle(forWritingTo: directory.file("err"))
    try await process.runToEnd()
    return Program.Result(
      status: process.terminationStatus,
      output: try String(contentsOf: directory.file("out"), encoding: .utf8),
      errors: try String(contentsOf: directory.file("err"), encoding: .utf8), peakMemory: nil)
  }
}

@Suite("What kammerton passes on to kammerton-network", .timeLimit(.minutes(2)))
struct NetworkProcessTests {
  private static let beside = "bin/kammerton-network"

  @Test("every argument arrives as it was typed")
  func arguments() async throws {
    let installation = try Installation()
    try installation.write("#!/bin/sh\nprintf '<%s>' \"$@\"\n", to: Self.beside)
    let pair = try await installation.run(["pair", "--offer", "--payload", "a  b\n\"$HOME\" ♯ *"])
    #expect(pair.output == "<pair><--offer><--payload><a  b\n\"$HOME\" ♯ *>")
    let serve = try await installation.run(["serve", "--listen", "--microphone", "usb"])
    #expect(serve.output == "<serve><--listen><--microphone><usb>")
    let send = try await installation.run(["send", "x", "--confirm", "--secret", "f"])
    #expect(send.output == "<send><x><--confirm><--secret><f>")
  }

  @Test("standard input, output and errors are those of kammerton")
  func streams() async throws {
    let installation = try Installation()
    try installation.write("#!/bin/sh\ntr a-z A-Z\necho problem >&2\n", to: Self.beside)
    let result = try await installation.run(["pair", "--join"], input: "six digits\n")
    #expect(result.output == "SIX DIGITS\n" && result.errors == "problem\n")
  }

  @Test("its exit status is that of kammerton", arguments: [0, 1, 2, 64, 130])
  func status(_ status: Int32) async throws {
    let installation = try Installation()
    try installation.write("#!/bin/sh\nexit \(status)\n", to: Self.beside)
    #expect(try await installation.run(["serve"]).status == status)
  }

  @Test("it is the same process, which signals reach", arguments: [SIGINT, SIGTERM])
  func signals(_ signal: Int32) async throws {
    let installation = try Installation()
    try installation.write(
      "#!/bin/sh\ntrap 'exit 130' INT TERM\necho $$\nwhile :; do sleep 0.1; done\n",
      to: Self.beside)
    let process = try installation.process(["serve"])
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let identifier = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    #expect(identifier == "\(process.processIdentifier)\n")
    kill(process.processIdentifier, signal)
    while process.isRunning { try await Task.sleep(for: .milliseconds(20)) }
    #expect(process.terminationStatus == 130 && process.terminationReason == .exit)
  }

  @Test("a pipe that nobody reads ends what it starts, although kammerton ignores that signal")
  func brokenPipes() async throws {
    let installation = try Installation()
    try installation.write("#!/bin/sh\nkill -PIPE $$\nsleep 1\necho ignored\n", to: Self.beside)
    #expect(try await installation.run(["serve"]).output.isEmpty)
  }

  @Test("the second program has all commands, so that packages can do with it alone")
  func alone() async throws {
    let program = try Program.url().path + "-network"
    for arguments in [["note", "A4"], ["--help"], ["help", "tune"], ["--version"]] {
      let first = try await Program.run(arguments)
      let second = try await Program.run(arguments, of: program)
      #expect(first.status == 0 && second.status == 0 && first.output == second.output)
    }
    let pair = try await Program.run(["pair", "--offer", "--timeout", "1s"], of: program)
    #expect(pair.status == 64 && pair.errors.contains("between 5 s and 15 min"))
  }

  @Test("packages have it in libexec")
  func libexec() async throws {
    let installation = try Installation()
    try installation.write(
      "#!/bin/sh\necho libexec\n", to: "libexec/kammerton/kammerton-network")
    #expect(try await installation.run(["serve"]).output == "libexec\n")
  }

  @Test(
    "without it the commands that need it say so, with status 2",
    arguments: [
      ["serve"], ["pair", "--join"], ["send", "x", "--confirm", "--secret", "f"],
      ["receive", "--answer", "--secret", "f"],
    ])
  func missing(arguments: [String]) async throws {
    let installation = try Installation()
    let result = try await installation.run(arguments)
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(
      result.errors.hasPrefix("kammerton: kammerton \(arguments[0]) needs kammerton-network,"))
    #expect(result.errors.contains(installation.path("libexec/kammerton/kammerton-network")))
    #expect(result.errors.contains("make build"))
  }

  @Test("without it everything else works: help, completions, refusals, and other commands")
  func withoutIt() async throws {
    let installation = try Installation()
    let help = try await installation.run(["--help"])
    #expect(
      help.status == 0 && help.output.contains("  serve  ") && help.output.contains("  pair  "))
    for command in ["serve", "pair"] {
      let help = try await installation.run(["help", command])
      #expect(help.status == 0 && help.output.contains("USAGE: kammerton \(command) "))
      let wrong = try await installation.run([command, "--nonsense"])
      #expect(wrong.status == 64 && wrong.errors.contains("'kammerton \(command) --help'"))
    }
    for shell in ["bash", "zsh", "fish"] {
      let script = try await installation.run(["--generate-completion-script", shell])
      #expect(script.output.contains("save-secret") && script.output.contains("certificate"))
    }
    let manual = try await installation.run(["--experimental-dump-help"])
    #expect(manual.output.contains("save-secret") && manual.output.contains("certificate"))
    #expect(try await installation.run(["serv"]).errors.contains("Did you mean 'serve'"))
    #expect(try await installation.run(["note", "A4"]).status == 0)
    let doctor = try await installation.run(["doctor", "--json"])
    #expect(doctor.output.contains("kammerton-network is not installed"))
  }
}

@Suite("kammerton-network in a checkout", .timeLimit(.minutes(2)))
struct NetworkBuildProcessTests {
  /// A checkout in which only the first program is built, and make does what the test says.
  private func checkout(makefile: String) throws -> Installation {
    let installation = try Installation(program: ".build/release")
    let script = Program.sources.appendingPathComponent("Scripts/kammerton-network")
    try installation.write(
      String(contentsOf: script, encoding: .utf8), to: "Scripts/kammerton-network")
    try installation.write(makefile, to: "Makefile", isExecutable: false)
    return installation
  }

  @Test("it is built on demand, which standard error tells, and then runs")
  func building() async throws {
    let program = "#!/bin/sh\necho served \"$@\"\ncat\nexit 7\n"
    let installation = try checkout(
      makefile: """
        network:
        \t@echo building
        \t@cat >stolen
        \t@mv program .build/release/kammerton-network

        """)
    try installation.write(program, to: "program")
    let first = try await installation.run(["serve", "--port", "0"], input: "input")
    #expect(first.status == 7 && first.output == "served serve --port 0\ninput")
    #expect(first.errors.contains("kammerton: serve needs kammerton-network, which is not built"))
    #expect(first.errors.contains("minutes") && first.errors.contains("\nbuilding\n"))
    let second = try await installation.run(["serve"])
    #expect(second.status == 7 && second.errors.isEmpty)
  }

  @Test("a build that fails is reported, with status 2")
  func failing() async throws {
    let installation = try checkout(makefile: "network:\n\t@echo no network >&2; exit 1\n")
    let result = try await installation.run(["pair", "--join"])
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(result.errors.contains("no network"))
    #expect(result.errors.contains("kammerton-network could not be built"))
  }
}
