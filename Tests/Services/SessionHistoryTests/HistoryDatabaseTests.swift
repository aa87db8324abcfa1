import Foundation
import InstrumentTuning
import MusicTheory
import SessionHistory
import Testing

@Suite("History database")
struct HistoryDatabaseTests {
  let directory: TemporaryDirectory
  let history: HistoryDatabase

  init() throws {
    directory = try TemporaryDirectory()
    history = try HistoryDatabase(directory.location("a/b/history.sqlite"))
  }

  @discardableResult
  private func session(
    _ title: String? = "Guitar", after seconds: Double = 0, notes: [HeardNote] = [Example.note()]
  ) throws -> Int64? {
    var description = Example.description
    description.title = title
    return try history.begin(
      description, start: Example.start + seconds, duration: 60, notes: notes)
  }

  @Test("what was written is read again, to the bit, also by another connection")
  func roundTrip() throws {
    let flat = Note(.e, .flat, octave: 4)
    let notes = (0..<3).map { index in
      var note = Example.note(index, mean: 0.1 + Double(index) / 3, spread: 1e-9)
      note.note = index == 1 ? flat : note.note
      note.string = index == 2 ? nil : 6
      return note
    }
    let id = try #require(
      try history.begin(
        Example.description, start: Example.start, duration: 10, notes: Array(notes[..<2])))
    try history.append([notes[2]], to: id, duration: 61.25)
    let again = try HistoryDatabase(existing: HistoryLocation(path: history.path))
    let found = try #require(try again.session(id))
    #expect(found.description == Example.description)
    #expect(found.start == Example.start && found.duration == 61.25)
    #expect(try again.notes(of: [id]).map(\.note) == notes)
    #expect(try again.session(nil) == found)
    #expect(try again.sessions() == [found])
  }

  @Test("3 readings 2 cents up and 1 reading 4 cents down are 2.5 cents off; 1.5 s of 4 s in tune")
  func summary() throws {
    try session(notes: [
      Example.note(0, mean: 2, inTune: 1.5, count: 3),
      Example.note(1, mean: -4, inTune: 0, count: 1),
    ])
    let summary = try #require(try history.session(nil)).summary
    #expect(summary.noteCount == 2 && summary.meanDeviation == 2.5)
    #expect(summary.soundingTime == 4 && summary.timeInTune == 1.5 && summary.partInTune == 0.375)
  }

  @Test("the other notes of a practice are read again, and are deleted with it")
  func practice() throws {
    let counts = PracticeCounts(wrong: 2, missing: 1, extra: 3)
    func begin(_ practice: PracticeCounts?) throws -> Int64 {
      try #require(
        try history.begin(
          Example.description, start: Example.start, duration: 9, notes: [Example.note()],
          practice: practice))
    }
    let (tuned, practised) = (try begin(nil), try begin(counts))
    #expect(try history.session(tuned)?.practice == nil)
    #expect(try history.session(practised)?.practice == counts)
    #expect(try history.sessions().map(\.practice) == [counts, nil])
    try history.delete(practised)
    #expect(try begin(nil) > practised)
    #expect(try history.sessions().map(\.practice) == [nil, nil])
  }

  @Test("the times of a practice are read again; a rhythm has times and no notes")
  func times() throws {
    let times = PracticeTiming(median: -18.5, spread: 12, tempo: 89.5, change: -1.25)
    let own = PracticeTiming(median: nil, spread: 9, tempo: 120, change: 0)
    func begin(_ notes: [HeardNote], _ timing: PracticeTiming?) throws -> Int64? {
      try history.begin(
        Example.description, start: Example.start, duration: 9, notes: notes, practice: nil,
        timing: timing)
    }
    let scored = try #require(try begin([Example.note()], times))
    let rhythm = try #require(try begin([], own))
    #expect(try begin([], nil) == nil)
    #expect(try history.session(scored)?.timing == times)
    #expect(try history.sessions().map(\.timing) == [own, times])
    #expect(try history.session(rhythm)?.summary.noteCount == 0)
    try history.delete(scored)
    #expect(try history.sessions().map(\.timing) == [own])
  }

  @Test("a session without notes leaves no row")
  func empty() throws {
    #expect(try session(notes: []) == nil)
    #expect(try history.sessions().isEmpty)
    #expect(try history.session(nil) == nil)
  }

  @Test("sessions come newest first, from a date on, and by a part of their title in any script")
  func filter() throws {
    try session("Guitar, Drop D", after: 0)
    try session(nil, after: 7200)
    try session("Скрипка", after: 3600)
    func titles(_ filter: HistoryFilter) throws -> [String?] {
      try history.sessions(filter).map(\.description.title)
    }
    #expect(try titles(HistoryFilter()) == [nil, "Скрипка", "Guitar, Drop D"])
    #expect(try titles(HistoryFilter(since: Example.start + 3600)) == [nil, "Скрипка"])
    #expect(try titles(HistoryFilter(since: Example.start + 3601)) == [nil])
    #expect(try titles(HistoryFilter(until: Example.start)) == [])
    #expect(try titles(HistoryFilter(until: Example.start + 1)) == ["Guitar, Drop D"])
    #expect(
      try titles(HistoryFilter(since: Example.start + 1, until: Example.start + 3601)) == [
        "Скрипка"
      ])
    #expect(try titles(HistoryFilter(title: "drop d")) == ["Guitar, Drop D"])
    #expect(try titles(HistoryFilter(title: "СКРИПКА")) == ["Скрипка"])
    #expect(try titles(HistoryFilter(title: "%")) == [])
  }

  @Test("deleting takes the notes along, and a number is never given again")
  func delete() throws {
    let first = try #require(try session())
    let second = try #require(try session())
    try history.delete(second)
    #expect(try history.notes(of: [second]).isEmpty)
    #expect(throws: HistoryError.noSession(second)) { try history.delete(second) }
    #expect(throws: HistoryError.noSession(second)) { try history.session(second) }
    #expect(throws: HistoryError.noSession(second)) {
      try history.append([], to: second, duration: 1)
    }
    #expect(try #require(try session()) > second)
    #expect(try history.notes(of: [first]).count == 1)
    #expect(try history.deleteAll() == 2)
    #expect(try history.sessions().isEmpty)
  }

  @Test("directory and file are for the user alone")
  func modes() throws {
    func mode(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    #expect(try mode(history.path) == 0o600)
    #expect(try mode(directory.path("a")) == 0o700)
    #expect(try mode(directory.path("a/b")) == 0o700)
  }

  @Test(
    "the place follows XDG_DATA_HOME, then HOME; paths that are not absolute are ignored",
    arguments: [
      (["XDG_DATA_HOME": "/d", "HOME": "/h"], "/d/kammerton/history.sqlite"),
      (["XDG_DATA_HOME": "d", "HOME": "/h"], "/h/.local/share/kammerton/history.sqlite"),
      (["HOME": "/h"], "/h/.local/share/kammerton/history.sqlite"), (["HOME": ""], nil), ([:], nil),
    ] as [([String: String], String?)])
  func place(environment: [String: String], path: String?) throws {
    if let path {
      #expect(try HistoryLocation(environment: environment).path == path)
    } else {
      #expect(throws: HistoryError.noPlace) { try HistoryLocation(environment: environment) }
    }
  }
}
