import ArgumentParser
import CommandParsing
import Foundation
import SessionHistory
import Testing
import _TestSignals

@testable import KammertonCommand

/// Names, titles and values that try to drive the terminal.
@Suite("Strangers' text on a terminal", .serialized, .timeLimit(.minutes(10)))
struct HostileTextProcessTests {
  /// C0, C1, DEL, marks of direction, invisible ones, and line ends that few programs know.
  private static let hostile =
    "x\u{1B}]0;t\u{7}\u{1B}[2J\u{9B}31m\u{7F}\u{8}\u{202E}\u{2066}\u{2028}\u{2029}\u{85}\u{FEFF}\u{200B}y"

  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func file(_ name: String, _ text: String) throws -> String {
    try Data(text.utf8).write(to: directory.file(name))
    return directory.path(name)
  }

  private func sound(_ name: String) throws -> String {
    let path = directory.path(name)
    try Recording.sine(440, to: path)
    return path
  }

  /// Runs the program on a terminal, and checks what comes there.
  ///
  /// - Returns: The text, without the program's own sequences.
  @discardableResult
  private func check(_ arguments: [String], shows expected: String? = nil) throws -> String {
    let terminal = try PseudoTerminal(columns: 200, rows: 50)
    let process = try terminal.process(
      arguments,
      environment: ["XDG_CONFIG_HOME": directory.path("config"), "HOME": directory.path("home")])
    try process.run()
    terminal.collect(from: process)
    let text = String(validating: terminal.bytes, as: UTF8.self)
    // The line of progress, and the line ends of a terminal.
    let shown = (text ?? "").replacingOccurrences(of: "\r\n", with: "\n")
      .replacingOccurrences(of: "\u{1B}[K", with: "").replacingOccurrences(of: "\r", with: "")
    #expect(text != nil, "\(arguments): not UTF-8")
    #expect(
      !shown.unicodeScalars.contains(where: Self.drives), "\(arguments): \(shown.debugDescription)")
    if let expected { #expect(shown.contains(expected), "\(arguments): \(shown.debugDescription)") }
    return shown
  }

  private static func drives(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A: false
    case ..<0x20, 0x7F..<0xA0, 0x61C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069,
      0xFEFF:
      true
    default: false
    }
  }

  @Test("names in files of pianos and bells")
  func measurements() throws {
    let head = "name: \(Self.hostile)\nconcert-pitch: 440\n"
    let piano = try file("p.txt", "kammerton-piano 1\n\(head)end: 0\n")
    let bells = try file("b.txt", "kammerton-bells 1\n\(head)object: bell\nend: 0\n")
    try check(["piano", "report", piano])
    try check(["bell", "report", bells])
    try check(["bell", "report", bells, "--csv"])
    for word in ["piano", "bell"] {
      let kind = word == "bell" ? "bells" : word
      let odd = try file("odd.txt", "kammerton-\(kind) 1\n\(Self.hostile): 3\nend: 0\n")
      try check([word, "report", odd])
      let version = try file("odd.txt", "kammerton-\(kind) \(Self.hostile)\n")
      try check([word, "report", version])
    }
  }

  @Test("titles of scales, and wrong lines of them and of mappings")
  func scales() throws {
    let scale = try file("s.scl", "\(Self.hostile)\n 2\n 3/2\n 2/1\n")
    try check(["scale", "--scl", scale], shows: "3/2")
    try check(["scale", scale], shows: "degree")
    try check(["scale", scale, "--json"], shows: "\\u001b")
    try check(["scale", try file("w.scl", "t\n 1\n \(Self.hostile)\n")])
    try check(["scale", scale, "--mapping", try file("w.kbm", "\(Self.hostile)\n")])
    try check(["scale", directory.path(Self.hostile.filter { $0 != "/" } + ".scl")])
  }

  @Test("instruments, tempo maps, settings and measured frets")
  func texts() throws {
    let name = "a\u{1B}[2J\u{9B}b"
    let instruments = try file(
      "i.txt", "instrument: \(name)\ntuning: \(name)\nstrings: G2 D3 G3\n")
    try check(["instruments", "--instrument-file", instruments])
    try check(["instruments", Self.hostile])
    try check(["instruments", "--instrument-file", try file("w.txt", "\(Self.hostile): 1\n")])
    let map = try file("a.tempo", "\(Self.hostile): 1 120\n")
    try check(["metronome", map, "--output", directory.path("a.wav")])
    try check(["metronome", try file("b.tempo", "1 \(Self.hostile)\n"), "--output", "b.wav"])
    let settings = directory.file("config/kammerton")
    try FileManager.default.createDirectory(at: settings, withIntermediateDirectories: true)
    try Data("a4: \(Self.hostile)\n\(Self.hostile): 2\n".utf8)
      .write(to: settings.appendingPathComponent("settings.txt"))
    try check(["tune", try sound("a.wav"), "--plain"])
    let table = try file("f.csv", "\(Self.hostile)\n")
    try check(["setup", "guitar", "--length", "25.5in", "--before", table, try sound("b.wav")])
  }

  @Test("titles of scores and names of parts and tracks")
  func scores() throws {
    let take = try sound("take.wav")
    let title = Self.hostile.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0xFEFF }
      .map { "&#\($0.value);" }.joined()
    let part = """
      <score-partwise version="4.0"><work><work-title>\(title)</work-title></work><part-list>
      <score-part id="P1"><part-name>\(title)</part-name></score-part></part-list>
      <part id="P1"><measure number="1"><attributes><divisions>1</divisions></attributes>
      <note><pitch><step>A</step><octave>4</octave></pitch><duration>4</duration></note>
      </measure></part></score-partwise>
      """
    let score = try file("s.musicxml", part)
    try check(["practice", score, take])
    try check(["practice", score, take, "--json"])
    try check(["practice", score, take, "--part", Self.hostile])
    let name = Array(Self.hostile.utf8)
    var track: [UInt8] = [0, 0xFF, 3, UInt8(name.count)] + name
    track += [0, 0x90, 69, 80, 0x83, 0x60, 0x80, 69, 0, 0, 0xFF, 0x2F, 0]
    let midi =
      Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 240] + Array("MTrk".utf8)
      + [0, 0, 0, UInt8(track.count)] + track
    try Data(midi).write(to: directory.file("s.mid"))
    try check(["practice", directory.path("s.mid"), take])
  }

  @Test("names of files and directories, and what the history keeps")
  func names() throws {
    let name = Self.hostile.filter { $0 != "/" }
    let wave = try sound(name + ".wav")
    let folder = directory.path(name)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for format in ["csv", "json", "jsonl", "svl", "textgrid"] {
      try check(["track", wave, "--format", format])
    }
    try check(["track", wave, wave, "--output", folder])
    try check(["track", wave + ".none", folder, "--output", wave])
    try check(["tune", wave, "--plain", "--no-config"])
    try check(["evaluate", folder, folder])
    try check(["evaluate", wave, wave])
    for file in ["\(name).csv", "b.csv"] {
      try Data("0,440\n".utf8).write(to: URL(fileURLWithPath: folder + "/" + file))
    }
    for format in [[], ["--csv"], ["--json"]] { try check(["evaluate", folder, folder] + format) }
    try check(["evaluate", try file("m.csv", "\(Self.hostile),1\n"), wave])
    try check(["receive", wave])
    try check(["bell", wave])
    let history = HistoryLocation(path: directory.path("h.sqlite"))
    let words = SessionDescription(
      source: Self.hostile, title: Self.hostile, temperament: Self.hostile, root: Self.hostile)
    let fixture = try HistoryFixture()
    _ = try HistoryDatabase(history).begin(
      words, start: fixture.start, duration: 1, notes: [try fixture.note(0, "A4", mean: 1)])
    for format in [[], ["1"], ["--csv"], ["--json"], ["--notes"], ["--weeks"], ["1", "--json"]] {
      try check(["history", "--database", history.path] + format)
    }
    try check(["history", "--database", wave])
  }

  @Test("a name with a line end cannot pretend to be another message")
  func lineEnds() throws {
    let name = "none\nkammerton: everything is well"
    let shown = try check(["track", directory.path(name)])
    #expect(shown.split(separator: "\n").count == 1, "\(shown)")
    let refused = try check(["track", "--hop", "1\nError: nothing", "a.wav"])
    #expect(!refused.split(separator: "\n").contains("Error: nothing"), "\(refused)")
  }

  @Test("every option of every command with such a value, and such commands and options")
  func options() throws {
    for argument in [Self.hostile, "--\(Self.hostile)", "-\(Self.hostile)"] {
      try check([argument])
      try check(["tone", argument])
      try check(["help", argument])
    }
    // The other program, which may not be built, has the rest.
    for command in KammertonCommand.commands
    where !["serve", "pair"].contains(command._commandName) {
      let help = command.helpMessage(columns: 500)
      for line in help.split(separator: "\n") where line.hasPrefix("  -") && line.contains(" <") {
        let label = line.dropFirst(2).split(separator: "  ").first ?? ""
        let option = label.split(separator: " ").first { $0.hasPrefix("--") } ?? label
        try check([command._commandName, String(option), Self.hostile])
      }
    }
  }

  @Test("a pipe gets the same text, and CSV with the name as it is")
  func pipes() async throws {
    let piano = try file(
      "p.txt", "kammerton-piano 1\nname: a\u{1B}[2Jb\nconcert-pitch: 440\nend: 0\n")
    let report = try await Program.run(["piano", "report", piano])
    #expect(!report.output.contains("\u{1B}"))
    let history = HistoryLocation(path: directory.path("h.sqlite"))
    let fixture = try HistoryFixture()
    _ = try HistoryDatabase(history).begin(
      SessionDescription(source: "a\u{1B}[2Jb"), start: fixture.start, duration: 1,
      notes: [try fixture.note(0, "A4", mean: 1)])
    let table = try await Program.run(["history", "--csv", "--database", history.path])
    #expect(table.output.contains(",a\u{1B}[2Jb,"))
    let terminal = try check(["history", "--csv", "--database", history.path])
    #expect(terminal.contains(#",a\u{1b}[2Jb,"#))
  }
}
