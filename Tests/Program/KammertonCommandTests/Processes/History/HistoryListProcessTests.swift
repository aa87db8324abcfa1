import Foundation
import SessionHistory
import Testing

@Suite("kammerton history lists and draws, as a process", .timeLimit(.minutes(5)))
struct HistoryListProcessTests {
  private let fixture: HistoryFixture

  init() throws { fixture = try HistoryFixture() }

  @Test("lists sessions, the newest first, with what their notes come to")
  func list() async throws {
    try fixture.fill()
    let result = try await fixture.run()
    #expect(result.status == 0 && result.errors.isEmpty)
    // 4 notes weigh (3 · 2 + 4 + 8) / 5 = 3.6 cents; 1.5 s of 6 s are in tune.
    #expect(
      result.output == """
        id  started            length  notes  cents off  in tune              what
         2  2026-11-21 13:00  1:02:05      3        3.6     25 %  ██▌         Guitar, Drop D
         1  2026-11-21 12:00     1:05      1        2.3     50 %  █████       chromatic

        """)
    #expect(try await fixture.run("--instrument", "guitar").lines.count == 2)
    #expect(try await fixture.run("--since", "2026-11-21T12:30").lines.count == 2)
    #expect(try await fixture.run("--since", "2026-11-21").lines.count == 3)
    #expect(try await fixture.run("--since", "2026-11-22").status == 2)
  }

  @Test("a long score does not run into the column before it")
  func longScore() async throws {
    _ = try HistoryDatabase(fixture.location).begin(
      SessionDescription(source: "Mic"), start: fixture.start, duration: 65,
      notes: [try fixture.note(0, "A4", mean: 2)],
      practice: PracticeCounts(wrong: 12_344, missing: 0, extra: 0))
    let lines = try await fixture.run().lines
    let words = lines[1].split(separator: " ").map(String.init)
    #expect(words.prefix(5) == ["1", "2026-11-21", "12:00", "1:05", "1/12345"])
  }

  @Test("--until ends with the day, or with the minute, that it names")
  func until() async throws {
    try fixture.fill()
    #expect(try await fixture.run("--until", "2026-11-21").lines.count == 3)
    #expect(try await fixture.run("--until", "2026-11-21T12:30").lines.count == 2)
    #expect(try await fixture.run("--until", "2026-11-20").status == 2)
    #expect(
      try await fixture.run("--since", "2026-11-21T12:30", "--until", "2026-11-21").lines.count == 2
    )
    #expect(try await fixture.run("--until", "2026-11-31").status == 64)
  }

  @Test("--weeks has the minutes of each week from Monday on, and weeks without any")
  func weeks() async throws {
    try fixture.fill()
    _ = try HistoryDatabase(fixture.location).begin(
      SessionDescription(source: "Mic"), start: fixture.start - 14 * 86_400, duration: 600,
      notes: [try fixture.note(0, "A4", mean: 5)])
    let result = try await fixture.run("--weeks")
    #expect(
      result.output == """
        week of     sessions  minutes  notes  in tune
        2026-11-16         2       63      4     31 %  ███▏
        2026-11-09         0        0      0        -
        2026-11-02         1       10      1     50 %  █████

        """)
    let csv = try await fixture.run("--weeks", "--format", "csv", "--since", "2026-11-10")
    #expect(csv.lines.count == 2)
    #expect(csv.lines[0] == "week,sessions,minutes,notes,sounding_time,time_in_tune,time_spread")
    #expect(csv.lines[1].hasPrefix("2026-11-16,2,63.1"))
    let json = try await fixture.run("--weeks", "--format", "json")
    let objects = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]]
    #expect(objects?.compactMap { $0["sessions"] as? Int } == [2, 0, 1])
  }

  @Test("--trends has each note in the older and in the newer half of the sessions")
  func trends() async throws {
    try fixture.fill()
    let text = try await fixture.run("--trends")
    #expect(text.status == 0)
    #expect(text.output.contains("Older sessions: 1, newer sessions: 1."))
    let rows = text.lines.suffix(2).map { $0.split(separator: " ").map(String.init) }
    #expect(rows[0].prefix(4) == ["D2", "1", "-", "8.0"])
    #expect(rows[1].prefix(7) == ["A4", "3", "2.3", "50", "%", "2.5", "38"])
    let csv = try await fixture.run("--trends", "--format", "csv")
    #expect(csv.lines.last?.hasPrefix("A4,69,1,2.25,0.5,2,2.5,0.375") == true)
    let json = try await fixture.run("--trends", "--format", "json")
    #expect(json.output.contains(#""older":null,"newer":{"count":1,"meanDeviation":8.0"#))
    for options in [["last", "--trends"], ["--weeks", "--trends"], ["--notes", "--weeks"]] {
      let refused = try await Program.run(["history"] + options)
      #expect(refused.status == 64, "\(options)")
    }
  }

  @Test("shows each note of a session: 2 notes of A4 have mean 0.5 and spread 3.1 cents")
  func statistics() async throws {
    try fixture.fill()
    let result = try await fixture.run("last")
    #expect(result.output == (try await fixture.run("2")).output)
    let rows = result.output.split(separator: "\n", omittingEmptySubsequences: false).suffix(6)
    #expect(
      rows.joined(separator: "\n") == """
        note  count    mean  spread  sounded  in tune              -10     0     +10
        D2        1    -8.0     0.0    2.0 s      0 %              ──●─────┼────────
        A4        2    +0.5     3.1    4.0 s     38 %  ███▊        ────────●────────

        Mean and spread are in cents; the spread is the standard deviation of all readings of a note.

        """)
    #expect(result.output.contains("Mic, A4 = 440.0 Hz, equal on C, in tune within 3.0 cents"))
  }

  @Test("draws a session, or all of them", arguments: ["s.png", "s.svg", "s.pdf"])
  func plot(name: String) async throws {
    try fixture.fill()
    let start = ["png": "\u{89}PNG", "svg": "<?xml", "pdf": "%PDF"][name.suffix(3).description]
    for session in [["2"], []] {
      let path = fixture.directory.path(name)
      let result = try await Program.run(
        ["history"] + session + ["--database", fixture.location.path, "--plot", path])
      #expect(result.status == 0, "\(result.errors)")
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path)).prefix(64)
      let text = try #require(String(data: bytes, encoding: .isoLatin1))
      #expect(text.hasPrefix(try #require(start)) || text.hasPrefix("<svg"))
    }
  }

  @Test("weeks with times say what their spread is")
  func spreadOfTimes() async throws {
    try fixture.fill()
    _ = try HistoryDatabase(fixture.location).begin(
      SessionDescription(source: "Mic"), start: fixture.start, duration: 60, notes: [],
      practice: PracticeCounts(wrong: 0, missing: 0, extra: 0),
      timing: PracticeTiming(median: nil, spread: 14, tempo: 90, change: 0))
    let result = try await fixture.run("--weeks")
    #expect(result.output.contains("14 ms"))
    #expect(result.output.contains("The spread of times is a standard deviation"))
  }
}
