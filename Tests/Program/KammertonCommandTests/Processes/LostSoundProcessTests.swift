import Foundation
import Testing

#if os(Linux)
  import Glibc

  /// Every command that listens, on a terminal, while its device goes away and comes back.
  @Suite("a device that goes away, on a terminal", .serialized, .timeLimit(.minutes(5)))
  struct LostSoundProcessTests {
    private static let screenOn = "\u{1B}[?1049h"

    /// Runs a command until its device runs.
    private func begin(
      _ arguments: [String], _ sound: FakeSound
    ) throws -> (terminal: PseudoTerminal, process: Process) {
      let terminal = try PseudoTerminal(columns: 100, rows: 30)
      let process = try terminal.process(arguments, environment: sound.environment)
      try process.run()
      while process.isRunning, !sound.hasRun {
        terminal.wait(for: "\u{0}", from: process, atMost: 1)
      }
      return (terminal, process)
    }

    private func end(_ terminal: PseudoTerminal, _ process: Process) {
      while process.isRunning {
        kill(process.processIdentifier, SIGINT)
        terminal.wait(for: "\u{0}", from: process, atMost: 20)
      }
      terminal.waitForEnd(of: process)
    }

    private func check(
      _ arguments: [String], _ sound: FakeSound, lost: String, again: String
    ) throws {
      let (terminal, process) = try begin(arguments, sound)
      try sound.lose()
      terminal.wait(for: lost, from: process)
      try sound.giveBack()
      terminal.wait(for: again, from: process)
      #expect(process.isRunning, "\(arguments) ended: \(terminal.output)")
      end(terminal, process)
      #expect(terminal.output.contains(lost), "\(arguments): \(terminal.output)")
      #expect(terminal.output.contains(again), "\(arguments): \(terminal.output)")
      #expect(!terminal.output.contains("machine was busy"), "\(arguments): \(terminal.output)")
      #expect(!terminal.output.contains(FakeSound.voice), "\(arguments): \(terminal.output)")
      #expect(terminal.isLineEditing)
    }

    @Test(
      "a microphone is told in the same words by every command, and no library speaks",
      arguments: [
        ["tune"], ["tune", "--plain"], ["tune", "--strum", "--plain"], ["tune", "--beats", "A4"],
        ["piano", "measure"], ["bell", "measure"], ["practice", "C-major"],
        ["practice", "C-major", "--plain"], ["practice", "C-major", "--wait"],
        ["practice", "C-major", "--loop", "all"], ["practice", "--rhythm", "4/4", "--rubato"],
        ["setup", "guitar", "--length", "648mm"],
        ["calibrate", "--reference", "440"], ["receive"],
      ])
    func microphones(arguments: [String]) async throws {
      try check(
        arguments, try await FakeSound(),
        lost: "The microphone stopped: Fake stopped by itself. Waiting for it.",
        again: "The microphone works again.")
    }

    @Test("the piano's screen tells it, too")
    func piano() async throws {
      let sound = try await FakeSound()
      let piano = sound.path("salon.piano")
      let made = try await Program.run(["piano", "measure", "--piano", piano, "/dev/null"])
      #expect(made.status != 64, "\(made.errors)")
      try check(
        ["tune", "--piano", piano], sound,
        lost: "The microphone stopped: Fake stopped by itself. Waiting for it.",
        again: "The microphone works again.")
    }

    @Test(
      "a loudspeaker is told in the same words, too",
      arguments: [["metronome", "120"], ["tone", "A4"]])
    func loudspeakers(arguments: [String]) async throws {
      try check(
        arguments, try await FakeSound(), lost: "Fake was disconnected. Waiting for it.",
        again: "Fake is back after")
    }

    @Test("a conversation that ends with its microphone says so")
    func conversation() async throws {
      let sound = try await FakeSound()
      let (terminal, process) = try begin(["receive", "--answer"], sound)
      try sound.lose()
      terminal.waitForEnd(of: process)
      #expect(terminal.output.contains("The microphone stopped: Fake stopped by itself."))
      #expect(!terminal.output.contains(FakeSound.voice))
    }

    @Test(
      "what a library says before it aborts is shown when the terminal is back, without colours",
      arguments: [["tune"], ["tune", "--plain"]])
    func abort(arguments: [String]) async throws {
      let sound = try await FakeSound()
      let (terminal, process) = try begin(arguments, sound)
      if arguments == ["tune"] { terminal.wait(for: Self.screenOn, from: process) }
      try sound.abort()
      terminal.waitForEnd(of: process)
      #expect(process.terminationReason == .uncaughtSignal)
      #expect(process.terminationStatus == SIGABRT)
      let last = terminal.output.components(separatedBy: "\u{1B}[?1049l").last ?? ""
      #expect(last.contains("\(FakeSound.voice) ?[31mthis cannot go on"), "\(terminal.output)")
      #expect(terminal.isLineEditing)
    }

    @Test("a file gets what libraries say, and all that the program says")
    func file() async throws {
      let sound = try await FakeSound()
      try sound.lose()
      let result = try await Program.run(["tune", "--plain"], environment: sound.environment)
      #expect(result.status == 2)
      #expect(result.errors.contains("kammerton: "))
      #expect(result.errors.contains(FakeSound.voice))
    }
  }
#endif
