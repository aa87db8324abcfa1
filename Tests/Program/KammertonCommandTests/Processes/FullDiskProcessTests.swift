import Foundation
import Testing

#if os(Linux)  // where /dev/full is a disk without room
  @Suite("Standard output that takes nothing, as processes", .timeLimit(.minutes(20)))
  struct FullDiskProcessTests {
    @Test(
      "every command that writes says so, and does not end as if all were well",
      arguments: [
        "note A4", "note A4 --json", "--version", "--help", "note --help", "scale vallotti",
        "temperaments", "temperaments --json", "instruments", "instruments guitar", "calibrate",
        "tune --simulate A4 --jsonl", "tune --simulate A4 --plain",
      ])
    func full(command: String) async throws {
      let result = try await run(command, output: "/dev/full")
      #expect(result.status > 0 && result.status < 128, "\(result)")
      #expect(result.errors.contains("No space left on device"), "\(result)")
      let good = try await run(command, output: "/dev/null")
      #expect(good.status == 0 && good.errors.isEmpty, "\(good)")
    }

    @Test(
      "a reader that has seen enough is no error to complain of", arguments: ["note A4", "--help"])
    func closed(command: String) async throws {
      let result = try await run(command, output: "/dev/null", then: "| true")
      #expect(result.errors.isEmpty)
    }

    @Test(
      "a sound file on a full disk is refused in the system's words",
      arguments: ["tone A4 --duration 1s", "metronome 120 --duration 1s", "send hello"])
    func sound(command: String) async throws {
      let directory = try TemporaryDirectory()
      let path = directory.path("a.wav")
      try FileManager.default.createSymbolicLink(
        atPath: path, withDestinationPath: "/dev/full")
      let result = try await Program.run(
        command.split(separator: " ").map(String.init) + ["--output", path])
      #expect(result.status == 2, "\(result)")
      #expect(
        result.errors
          == "kammerton: \(path) could not be written (No space left on device). Choose another "
          + "place.\n")
    }

    @Test("notes that find no place on the disk are a failure, though the readings are out")
    func midi() async throws {
      let directory = try TemporaryDirectory()
      let (wave, path) = (directory.path("a.wav"), directory.path("a.mid"))
      try Recording.sine(440, to: wave)
      try FileManager.default.createSymbolicLink(
        atPath: path, withDestinationPath: "/dev/full")
      let result = try await Program.run(["tune", wave, "--jsonl", "--midi", path])
      #expect(result.status == 1 && result.lines.count > 10, "\(result)")
      #expect(
        result.errors == "kammerton: \(path) could not be written (No space left on device).\n")
    }

    private func run(
      _ command: String, output: String, then rest: String = ""
    ) async throws -> (status: Int32, errors: String) {
      let directory = try TemporaryDirectory()
      let program = try Program.url().path
      let errors = directory.path("errors")
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      let target = rest.isEmpty ? "> \(output)" : rest
      process.arguments = ["-c", "'\(program)' \(command) 2> '\(errors)' \(target)"]
      process.environment = [
        "HOME": directory.url.path, "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin",
      ]
      process.standardInput = FileHandle.nullDevice
      try await process.runToEnd()
      return (process.terminationStatus, try String(contentsOfFile: errors, encoding: .utf8))
    }
  }
#endif
