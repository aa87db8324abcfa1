import ArgumentParser
@testable import AudioDevices
@testable import CommandKit
import Foundation
@testable import CommandParsing
@testable import KammertonCommand
import LiveAudio
import Testing

@Suite("kammerton doctor")
struct DoctorTests {
  private func device(_ name: String, inputs: Int, outputs: Int) -> AudioDevice {
    AudioDevice(
      number: 0, name: name, hostName: "ALSA", inputChannelCount: inputs,
      outputChannelCount: outputs, defaultSampleRate: 48_000, isDefaultInput: inputs > 0,
      isDefaultOutput: outputs > 0)
  }

  @Test("whatever does not work comes with advice; what works mostly needs none")
  func advice() {
    let findings: [Finding] = [
      .soundSystem(.failure(.unavailable(reason: "no server")), isLocked: false),
      .soundSystem(.success([]), isLocked: false), .soundSystem(.success([]), isLocked: true),
      .microphone(.failed(.noInputDevice)), .microphone(.nothing(device: "usb")),
      .microphone(.failed(.cannotOpen(device: "usb", reason: "busy"))),
      .microphone(.heard(device: "usb", sampleRate: 48_000, peak: -.infinity)),
      .loudspeaker([device("usb", inputs: 1, outputs: 0)]),
      .file("history", path: nil, isWritable: false),
      .file("history", path: "/h", isWritable: false), .page(isThere: false),
    ]
    for finding in findings + Finding.terminal(.none, TerminalSize(columns: 20, rows: 5)) {
      #expect(finding.state != .works)
      #expect(finding.advice?.isEmpty == false, "\(finding.subject)")
    }
  }

  @Test("a user who may not open the sound devices learns of the group audio")
  func permission() {
    let finding = Finding.soundSystem(.success([]), isLocked: true)
    #expect(finding.advice?.contains("usermod -aG audio") == true)
  }

  @Test("a microphone that works is named, with its rate and level; a clipped one is reported")
  func microphone() {
    let finding = Finding.microphone(.heard(device: "usb", sampleRate: 44_100, peak: -31.4))
    #expect(finding.state == .works && finding.advice == nil)
    #expect(finding.detail == "usb at 44100 Hz, peak -31 dBFS in half a second")
    let loud = Finding.microphone(.heard(device: "usb", sampleRate: 44_100, peak: 0))
    #expect(loud.advice?.contains("clipped") == true)
  }

  @Test("without UTF-8 the signs are ASCII, and the text says what is wrong")
  func text() {
    let findings = [Finding("a", .works, "fine"), Finding("bb", .missing, "gone", advice: "Do.")]
    #expect(
      findings.text(hasUnicode: true) == """
        ✓ a   fine
        ✗ bb  gone
              Do.

        Findings that need attention: 1 of 2.

        """)
    let isPlain = findings.text(hasUnicode: false).allSatisfy { $0.isASCII }
    #expect(isPlain)
  }

  @Test("without the second program it says which commands need it, and what to do")
  func network() {
    #expect(
      Finding.network(.built(path: "/usr/libexec/kammerton/kammerton-network")).state == .works)
    #expect(Finding.network(.buildable).advice?.contains("make build") == true)
    let missing = Finding.network(.missing)
    #expect(missing.state == .missing && missing.advice?.contains("kammerton serve") == true)
  }

  @Test("as a program it ends with 0 or 1, reports every part, and writes JSON that parses")
  func process() async throws {
    let result = try await Program.run(["doctor", "--json"], environment: ["HOME": "/nonexistent"])
    #expect(result.status == 0 || result.status == 1)
    let parsed = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    let rows = try #require(parsed as? [[String: Any]])
    let subjects = rows.compactMap { $0["subject"] as? String }
    for subject in ["sound system", "terminal", "locale", "settings", "history", "page", "network"]
    {
      #expect(subjects.contains(subject))
    }
  }
}

@Suite("kammerton alone")
struct WelcomeTests {
  @Test("Enter is the first choice, a letter its own; anything else is asked again")
  func answers() {
    #expect(Welcome.Choice(answer: "", first: .simulate) == .simulate)
    #expect(Welcome.Choice(answer: " T ", first: .simulate) == .tune)
    #expect(Welcome.Choice(answer: "quit", first: .tune) == .quit)
    #expect(Welcome.Choice(answer: "?", first: .tune) == nil)
  }

  @Test("every choice is in the menu, and names a command that exists")
  func choices() throws {
    let lines = Welcome.text(microphone: "usb").split(separator: "\n")
    for choice in Welcome.Choice.allCases {
      let sign = "  \(choice.rawValue)  "
      #expect(lines.contains { $0.hasPrefix(sign) })
      guard let arguments = choice.arguments, arguments != ["--help"] else { continue }
      _ = try KammertonCommand.parseAsRoot(arguments)
    }
    #expect(Welcome.text(microphone: "a\u{1B}[2Jb").contains("\u{1B}") == false)
  }

  @Test("in a pipe it prints the help")
  func pipe() async throws {
    let result = try await Program.run([])
    #expect(result.status == 0 && result.output.contains("TUNING SUBCOMMANDS:"))
  }
}

@Suite("Mistyped commands")
struct UnknownCommandTests {
  @Test(
    "the near command is named",
    arguments: [
      ("tuner", "tune"), ("tuen", "tune"), ("recieve", "receive"), ("metronom", "metronome"),
      ("doctr", "doctor"), ("temperament", "temperaments"),
    ])
  func near(typed: String, meant: String) async throws {
    #expect(
      UnknownCommand.first(in: [typed, "120"], of: KammertonCommand.self)?.near.contains(meant)
        == true)
    let result = try await Program.run([typed])
    #expect(result.status == 64 && result.output.isEmpty)
    #expect(result.errors.contains("'\(meant)'"))
  }

  @Test("commands, options and nothing are no mistakes")
  func known() {
    for arguments in [[], ["tune"], ["--version"], ["help", "tune"], ["-h"]] {
      #expect(UnknownCommand.first(in: arguments, of: KammertonCommand.self) == nil)
    }
  }
}
