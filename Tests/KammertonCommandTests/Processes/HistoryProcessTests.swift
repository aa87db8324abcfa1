import Foundation
import GRDB
import InstrumentTuning
import MusicTheory
import SessionHistory
import Testing
import _TestSignals

@Suite("kammerton history, as a process", .timeLimit(.minutes(5)))
struct HistoryProcessTests {
  let directory: TemporaryDirectory
  /// Where the program looks for the database by itself.
  let location: HistoryLocation
  /// 2026-11-21 12:00:00 UTC.
  let start = Date(timeIntervalSince1970: 1_795_262_400)

  init() throws {
    directory = try TemporaryDirectory()
    location = HistoryLocation(path: directory.path("data/kammerton/history.sqlite"))
  }

  private func run(_ arguments: String...) async throws -> Program.Result {
    try await Program.run(
      ["history"] + arguments,
      environment: ["XDG_DATA_HOME": directory.path("data"), "TZ": "UTC"])
  }

  private func note(
    _ index: Int, _ name: String, mean: Double, spread: Double = 0, inTune: Double = 1,
    count: Int = 1
  ) throws -> HeardNote {
    HeardNote(
      startTime: Double(index) * 3, duration: 2, note: try Note(name), targetFrequency: 440,
      string: 1, meanCents: mean, spread: spread, timeInTune: inTune, readingCount: count)
  }

  /// Session 1 is chromatic, session 2 a guitar an hour later.
  private func fill() throws {
    let history = try HistoryDatabase(location)
    var description = SessionDescription(source: "Mic")
    _ = try history.begin(
      description, start: start, duration: 65, notes: [try note(0, "A4", mean: 2.25)])
    description.title = "Guitar, Drop D"
    let notes = [
      try note(0, "A4", mean: 2, spread: 1, inTune: 1.5, count: 3),
      try note(1, "A4", mean: -4, inTune: 0), try note(2, "D2", mean: -8, inTune: 0),
    ]
    _ = try history.begin(description, start: start + 3600, duration: 3725, notes: notes)
  }

  /// Writes what no tuner has.
  private func spoil() throws {
    try DatabaseQueue(path: location.path).write {
      try $0.execute(sql: "UPDATE note SET duration = 1e300 WHERE session = 2")
    }
  }

  @Test("lists sessions, the newest first, with what their notes come to")
  func list() async throws {
    try fill()
    let result = try await run()
    #expect(result.status == 0 && result.errors.isEmpty)
    // 4 notes weigh (3 · 2 + 4 + 8) / 5 = 3.6 cents; 1.5 s of 6 s are in tune.
    #expect(
      result.output == """
        id  started            length  notes  cents off  in tune              what
         2  2026-11-21 13:00  1:02:05      3        3.6     25 %  ██▌         Guitar, Drop D
         1  2026-11-21 12:00     1:05      1        2.3     50 %  █████       chromatic

        """)
    #expect(try await run("--instrument", "guitar").lines.count == 2)
    #expect(try await run("--since", "2026-11-21T12:30").lines.count == 2)
    #expect(try await run("--since", "2026-11-21").lines.count == 3)
    #expect(try await run("--since", "2026-11-22").status == 2)
  }

  @Test("--until ends with the day, or with the minute, that it names")
  func until() async throws {
    try fill()
    #expect(try await run("--until", "2026-11-21").lines.count == 3)
    #expect(try await run("--until", "2026-11-21T12:30").lines.count == 2)
    #expect(try await run("--until", "2026-11-20").status == 2)
    #expect(try await run("--since", "2026-11-21T12:30", "--until", "2026-11-21").lines.count == 2)
    #expect(try await run("--until", "2026-11-31").status == 64)
  }

  @Test("--weeks has the minutes of each week from Monday on, and weeks without any")
  func weeks() async throws {
    try fill()
    _ = try HistoryDatabase(location).begin(
      SessionDescription(source: "Mic"), start: start - 14 * 86_400, duration: 600,
      notes: [try note(0, "A4", mean: 5)])
    let result = try await run("--weeks")
    #expect(
      result.output == """
        week of     sessions  minutes  notes  in tune
        2026-11-16         2       63      4     31 %  ███▏
        2026-11-09         0        0      0        -
        2026-11-02         1       10      1     50 %  █████

        """)
    let csv = try await run("--weeks", "--format", "csv", "--since", "2026-11-10")
    #expect(csv.lines.count == 2)
    #expect(csv.lines[0] == "week,sessions,minutes,notes,sounding_time,time_in_tune")
    #expect(csv.lines[1].hasPrefix("2026-11-16,2,63.1"))
    let json = try await run("--weeks", "--format", "json")
    let objects = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]]
    #expect(objects?.compactMap { $0["sessions"] as? Int } == [2, 0, 1])
  }

  @Test("--trends has each note in the older and in the newer half of the sessions")
  func trends() async throws {
    try fill()
    let text = try await run("--trends")
    #expect(text.status == 0)
    #expect(text.output.contains("Older sessions: 1, newer sessions: 1."))
    let rows = text.lines.suffix(2).map { $0.split(separator: " ").map(String.init) }
    #expect(rows[0].prefix(4) == ["D2", "1", "-", "8.0"])
    #expect(rows[1].prefix(7) == ["A4", "3", "2.3", "50", "%", "2.5", "38"])
    let csv = try await run("--trends", "--format", "csv")
    #expect(csv.lines.last?.hasPrefix("A4,69,1,2.25,0.5,2,2.5,0.375") == true)
    let json = try await run("--trends", "--format", "json")
    #expect(json.output.contains(#""older":null,"newer":{"count":1,"meanDeviation":8.0"#))
    for options in [["last", "--trends"], ["--weeks", "--trends"], ["--notes", "--weeks"]] {
      let refused = try await Program.run(["history"] + options)
      #expect(refused.status == 64, "\(options)")
    }
  }

  @Test("shows each note of a session: 2 notes of A4 have mean 0.5 and spread 3.1 cents")
  func statistics() async throws {
    try fill()
    let result = try await run("last")
    #expect(result.output == (try await run("2")).output)
    let rows = result.output.split(separator: "\n", omittingEmptySubsequences: false).suffix(4)
    #expect(
      rows.joined(separator: "\n") == """
        note  count    mean  spread  sounded  in tune              -10     0     +10
        D2        1    -8.0     0.0    2.0 s      0 %              ──●─────┼────────
        A4        2    +0.5     3.1    4.0 s     38 %  ███▊        ────────●────────

        """)
    #expect(result.output.contains("Mic, A4 = 440.0 Hz, equal on C, in tune within 3.0 cents"))
  }

  @Test("CSV and JSON give back what was written, whatever the titles are, number by number")
  func roundTrip() async throws {
    let titles = ["a,b", "say \"A\"", "two\nlines", "\r\n", ",\",\n", " é日本 ", "'=1+1"]
    let history = try HistoryDatabase(location)
    var random = SeededRandom(seed: 7)
    for title in titles {
      let notes = (0..<20).map { index in
        HeardNote(
          startTime: Double(index) + Double.random(in: 0..<1, using: &random),
          duration: Double.random(in: 0..<4, using: &random),
          note: Note(midiNumber: Int.random(in: 0...127, using: &random)),
          targetFrequency: Double.random(in: 20...4000, using: &random),
          string: Bool.random(using: &random) ? Int.random(in: 1...12, using: &random) : nil,
          meanCents: Double.random(in: -50...50, using: &random),
          spread: Double.random(in: 0...1e-6, using: &random),
          timeInTune: Double.random(in: 0...2, using: &random),
          readingCount: Int.random(in: 1...400, using: &random))
      }
      let description = SessionDescription(
        source: "Mic, \"front\"", title: title, concertPitch: 440.1, tolerance: 0.1)
      _ = try history.begin(description, start: start, duration: 1.0 / 3, notes: notes)
    }
    let sessions = try history.sessions()
    let stored = try history.notes(of: sessions.map(\.id))

    let sessionTable = CSV(try await run("--format", "csv").output)
    #expect(sessionTable.rows.map { $0["title"] } == sessions.map(\.description.title))
    #expect(sessionTable.rows.allSatisfy { $0["source"] == "Mic, \"front\"" })
    #expect(sessionTable.rows.allSatisfy { $0["start"] == "2026-11-21T12:00:00Z" })
    #expect(sessionTable.rows.allSatisfy { Double($0["duration"] ?? "") == 1.0 / 3 })
    let noteTable = CSV(try await run("--notes", "--format", "csv").output)
    #expect(try noteTable.rows.map { try $0.recordedNote } == stored)

    let json = try await run("--format", "json").output
    let sessionObjects = try JSONDecoder().decode([SessionObject].self, from: Data(json.utf8))
    #expect(sessionObjects.map(\.title) == sessions.map(\.description.title))
    #expect(sessionObjects.map(\.meanDeviation) == sessions.map(\.summary.meanDeviation))
    let noteJSON = try await run("--notes", "--format", "json").output
    let noteObjects = try JSONDecoder().decode([NoteObject].self, from: Data(noteJSON.utf8))
    #expect(try noteObjects.map { try $0.recordedNote } == stored)
  }

  @Test("one session as JSON is an object with its statistics; --output writes the same to a file")
  func output() async throws {
    try fill()
    let result = try await run("2", "--format", "json")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let statistics = try #require(object["statistics"] as? [[String: Any]])
    #expect(object["start"] as? String == "2026-11-21T13:00:00Z")
    #expect(statistics.map { $0["note"] as? String } == ["D2", "A4"])
    #expect(statistics.map { $0["meanCents"] as? Double } == [-8, 0.5])
    let path = directory.path("out.json")
    #expect(try await run("2", "--format", "json", "--output", path).output.isEmpty)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == result.output)
    let refused = try await run("--output", location.path)
    #expect(refused.status == 2 && refused.errors.contains("the history itself"))
    #expect(try await run().status == 0)
  }

  @Test("--output keeps a symbolic link and the rights of its target; a named pipe gets the text")
  func outputPositions() async throws {
    try fill()
    let expected = try await run().output
    try Data("old".utf8).write(to: directory.file("target.txt"))
    let manager = FileManager.default
    try manager.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: directory.path("target.txt"))
    try manager.createSymbolicLink(
      atPath: directory.path("link"), withDestinationPath: "target.txt")
    #expect(try await run("--output", directory.path("link")).status == 0)
    #expect(try String(contentsOfFile: directory.path("target.txt"), encoding: .utf8) == expected)
    #expect((try? manager.destinationOfSymbolicLink(atPath: directory.path("link"))) != nil)
    let rights = try manager.attributesOfItem(atPath: directory.path("target.txt"))
    #expect(rights[.posixPermissions] as? Int == 0o600)

    let pipe = directory.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let reader = FileHandle(fileDescriptor: open(pipe, O_RDONLY | O_NONBLOCK), closeOnDealloc: true)
    #expect(try await run("--output", pipe).status == 0)
    #expect(String(decoding: reader.availableData, as: UTF8.self) == expected)
    #expect(
      try manager.contentsOfDirectory(atPath: directory.url.path).sorted()
        == ["data", "link", "pipe", "target.txt"])
  }

  @Test(
    "numbers that no tuner has written are told, whatever is asked for",
    arguments: [
      [], ["2"], ["2", "--plot", "a.svg"], ["--notes"], ["--format", "json"],
    ])
  func impossible(arguments: [String]) async throws {
    try fill()
    try spoil()
    let arguments = arguments.map { $0.hasSuffix(".svg") ? directory.path($0) : $0 }
    let result = try await Program.run(["history"] + arguments + ["--database", location.path])
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(
      result.errors.contains(
        "in session 2. To delete only that session, run kammerton history --delete 2."),
      "\(result.errors)")
    #expect(try await run("--delete", "2", "--yes").status == 0)
    #expect(try await run().status == 0)
  }

  @Test("draws a session, or all of them", arguments: ["s.png", "s.svg", "s.pdf"])
  func plot(name: String) async throws {
    try fill()
    let start = ["png": "\u{89}PNG", "svg": "<?xml", "pdf": "%PDF"][name.suffix(3).description]
    for session in [["2"], []] {
      let path = directory.path(name)
      let result = try await Program.run(
        ["history"] + session + ["--database", location.path, "--plot", path])
      #expect(result.status == 0, "\(result.errors)")
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path)).prefix(64)
      let text = try #require(String(data: bytes, encoding: .isoLatin1))
      #expect(text.hasPrefix(try #require(start)) || text.hasPrefix("<svg"))
    }
  }

  @Test("deletes only what it may: not unasked, and not what is not there")
  func delete() async throws {
    try fill()
    let unasked = try await run("--delete", "2")
    #expect(unasked.status == 2 && unasked.errors.contains("--yes"))
    #expect(try await run("--delete", "7", "--yes").errors.contains("no session 7"))
    let deleted = try await run("--delete", "2", "--yes")
    #expect(deleted.status == 0 && deleted.errors.contains("session 2 (notes: 3)"))
    #expect(try await run().lines.count == 2)
    #expect(try await run("--delete", "all", "--yes").status == 0)
    #expect(try HistoryDatabase(existing: location).sessions().isEmpty)
  }

  @Test("on a terminal, only a yes deletes", arguments: [("n\n", 2), ("y\n", 1)])
  func asks(answer: String, left: Int) throws {
    try fill()
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    let process = try terminal.process(
      ["history", "--delete", "last", "--database", location.path])
    try process.run()
    terminal.wait(for: "[y/N]", from: process)
    terminal.type(answer)
    terminal.waitForEnd(of: process)
    #expect(process.terminationStatus == 0)
    #expect(try HistoryDatabase(existing: location).sessions().count == left)
  }

  @Test("no database, one of another kind and a session that is not there exit with 2 and 1 line")
  func refusals() async throws {
    var results = [try await run()]
    #expect(results[0].errors.contains("There is no history at \(location.path) yet"))
    #expect(!location.exists)
    try Data(String(repeating: "text", count: 500).utf8)
      .write(to: directory.file("text.sqlite"))
    results.append(try await run("--database", directory.path("text.sqlite")))
    try fill()
    results.append(try await run("3"))
    for result in results {
      #expect(result.status == 2 && result.output.isEmpty)
      #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    }
  }

  @Test(
    "a database that cannot be written to is still read, and says so when it must be written",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")))
  func readOnly() async throws {
    try fill()
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: location.path)
    for name in ["", "data", "data/kammerton"] {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: directory.path(name))
    }
    let read = try await runAsNobody("history", "--database", location.path)
    #expect(read.status == 0 && read.output.contains("Guitar, Drop D"), "\(read.errors)")
    let refused = try await runAsNobody(
      "history", "--delete", "all", "--yes", "--database", location.path)
    #expect(refused.status == 2)
    #expect(refused.errors.contains("\(location.path) cannot be written to"), "\(refused.errors)")
    #expect(try HistoryDatabase(existing: location).sessions().count == 2)
  }

  /// Root may write to every file, so that the program must not be root.
  private func runAsNobody(_ arguments: String...) async throws -> Program.Result {
    guard geteuid() == 0 else { return try await Program.run(arguments) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
    process.arguments =
      ["--reuid=65534", "--regid=65534", "--clear-groups", try Program.url().path] + arguments
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try await process.runToEnd()
    func text(_ pipe: Pipe) -> String {
      String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
    }
    return Program.Result(
      status: process.terminationStatus, output: text(output), errors: text(errors))
  }

  @Test(
    "wrong usage is refused with 64",
    arguments: [
      ["0"], ["first"], ["--format", "xml"], ["--since", "yesterday"], ["--since", "2026-02-30"],
      ["--plot", "a.jpg"], ["--delete", "x"], ["--yes"], ["--delete", "1", "--notes"],
      ["2", "--since", "2026-01-01"],
    ])
  func usage(arguments: [String]) async throws {
    #expect(try await Program.run(["history"] + arguments).status == 64)
  }
}

// JSONSerialization loses the last digits of some numbers on Linux; JSONDecoder does not.
private struct SessionObject: Decodable {
  var title: String?
  var meanDeviation: Double
}

private struct NoteObject: Decodable {
  var session: Int64
  var note: String
  var string: Int?
  var startTime, duration, targetFrequency, meanCents, spread, timeInTune: Double
  var readings: Int

  var recordedNote: RecordedNote {
    get throws {
      RecordedNote(
        session: session,
        note: HeardNote(
          startTime: startTime, duration: duration, note: try Note(note),
          targetFrequency: targetFrequency, string: string, meanCents: meanCents, spread: spread,
          timeInTune: timeInTune, readingCount: readings))
    }
  }
}

/// A table as RFC 4180 has it, read independently of the program.
private struct CSV {
  var rows: [[String: String]] = []

  init(_ text: String) {
    var records: [[String]] = []
    var fields: [String] = []
    var field = String.UnicodeScalarView()
    var (isQuoted, wasQuote) = (false, false)
    for scalar in text.unicodeScalars {
      if scalar == "\"" {
        // The second of two quotes is a quote, and what the first one closed goes on.
        if wasQuote, !isQuoted { field.append(scalar) }
        isQuoted.toggle()
      } else if isQuoted || (scalar != "," && scalar != "\n") {
        field.append(scalar)
      } else {
        fields.append(String(field))
        field = String.UnicodeScalarView()
        if scalar == "\n" {
          records.append(fields)
          fields = []
        }
      }
      wasQuote = scalar == "\"" && !isQuoted
    }
    guard let header = records.first else { return }
    rows = records.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(header, $0)) }
  }
}

extension [String: String] {
  fileprivate var recordedNote: RecordedNote {
    get throws {
      func number(_ name: String) throws -> Double { try #require(Double(self[name] ?? "")) }
      func whole(_ name: String) throws -> Int { try #require(Int(self[name] ?? "")) }
      let note = try Note(try #require(self["note"]))
      #expect(note.midiNumber == (try whole("midi")))
      return RecordedNote(
        session: Int64(try whole("session")),
        note: HeardNote(
          startTime: try number("start_time"), duration: try number("duration"), note: note,
          targetFrequency: try number("target_frequency"), string: Int(self["string"] ?? ""),
          meanCents: try number("mean_cents"), spread: try number("spread"),
          timeInTune: try number("time_in_tune"), readingCount: try whole("readings")))
    }
  }
}
