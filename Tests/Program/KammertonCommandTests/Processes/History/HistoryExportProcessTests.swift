import Foundation
import InstrumentTuning
import MusicTheory
import SessionHistory
import Testing
import _TestSignals

@Suite("kammerton history exports, as a process", .timeLimit(.minutes(5)))
struct HistoryExportProcessTests {
  private let fixture: HistoryFixture

  init() throws { fixture = try HistoryFixture() }

  @Test("CSV and JSON give back what was written, whatever the titles are, number by number")
  func roundTrip() async throws {
    let titles = ["a,b", "say \"A\"", "two\nlines", "\r\n", ",\",\n", " é日本 ", "'=1+1"]
    let history = try HistoryDatabase(fixture.location)
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
      _ = try history.begin(description, start: fixture.start, duration: 1.0 / 3, notes: notes)
    }
    let sessions = try history.sessions()
    let stored = try history.notes(of: sessions.map(\.id))

    let sessionTable = CSV(try await fixture.run("--format", "csv").output)
    #expect(sessionTable.rows.map { $0["title"] } == sessions.map(\.description.title))
    #expect(sessionTable.rows.allSatisfy { $0["source"] == "Mic, \"front\"" })
    #expect(sessionTable.rows.allSatisfy { $0["start"] == "2026-11-21T12:00:00Z" })
    #expect(sessionTable.rows.allSatisfy { Double($0["duration"] ?? "") == 1.0 / 3 })
    let noteTable = CSV(try await fixture.run("--notes", "--format", "csv").output)
    #expect(try noteTable.rows.map { try $0.recordedNote } == stored)

    let json = try await fixture.run("--format", "json").output
    let sessionObjects = try JSONDecoder().decode([SessionObject].self, from: Data(json.utf8))
    #expect(sessionObjects.map(\.title) == sessions.map(\.description.title))
    #expect(sessionObjects.map(\.meanDeviation) == sessions.map(\.summary.meanDeviation))
    let noteJSON = try await fixture.run("--notes", "--format", "json").output
    let noteObjects = try JSONDecoder().decode([NoteObject].self, from: Data(noteJSON.utf8))
    #expect(try noteObjects.map { try $0.recordedNote } == stored)
  }

  @Test("one session as JSON is an object with its statistics; --output writes the same to a file")
  func output() async throws {
    try fixture.fill()
    let result = try await fixture.run("2", "--format", "json")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let statistics = try #require(object["statistics"] as? [[String: Any]])
    #expect(object["start"] as? String == "2026-11-21T13:00:00Z")
    #expect(statistics.map { $0["note"] as? String } == ["D2", "A4"])
    #expect(statistics.map { $0["meanCents"] as? Double } == [-8, 0.5])
    let path = fixture.directory.path("out.json")
    #expect(try await fixture.run("2", "--format", "json", "--output", path).output.isEmpty)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == result.output)
    let refused = try await fixture.run("--output", fixture.location.path)
    #expect(refused.status == 2 && refused.errors.contains("the history itself"))
    #expect(try await fixture.run().status == 0)
  }

  @Test("--output keeps a symbolic link and the rights of its target; a named pipe gets the text")
  func outputPositions() async throws {
    try fixture.fill()
    let expected = try await fixture.run().output
    try Data("old".utf8).write(to: fixture.directory.file("target.txt"))
    let manager = FileManager.default
    try manager.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: fixture.directory.path("target.txt"))
    try manager.createSymbolicLink(
      atPath: fixture.directory.path("link"), withDestinationPath: "target.txt")
    #expect(try await fixture.run("--output", fixture.directory.path("link")).status == 0)
    #expect(
      try String(contentsOfFile: fixture.directory.path("target.txt"), encoding: .utf8) == expected)
    #expect((try? manager.destinationOfSymbolicLink(atPath: fixture.directory.path("link"))) != nil)
    let rights = try manager.attributesOfItem(atPath: fixture.directory.path("target.txt"))
    #expect(rights[.posixPermissions] as? Int == 0o600)

    let pipe = fixture.directory.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let reader = FileHandle(fileDescriptor: open(pipe, O_RDONLY | O_NONBLOCK), closeOnDealloc: true)
    #expect(try await fixture.run("--output", pipe).status == 0)
    #expect(String(decoding: reader.availableData, as: UTF8.self) == expected)
    #expect(
      try manager.contentsOfDirectory(atPath: fixture.directory.url.path).sorted()
        == ["data", "link", "pipe", "target.txt"])
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
