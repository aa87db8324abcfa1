import Foundation
import GRDB
import InstrumentTuning
import MusicTheory
import SessionHistory

/// A history in a directory of its own, and the program that looks for it there.
struct HistoryFixture {
  let directory: TemporaryDirectory
  /// Where the program looks for the database by itself.
  let location: HistoryLocation
  /// 2026-11-21 12:00:00 UTC.
  let start = Date(timeIntervalSince1970: 1_795_262_400)

  init() throws {
    directory = try TemporaryDirectory()
    location = HistoryLocation(path: directory.path("data/kammerton/history.sqlite"))
  }

  /// Runs `kammerton history` with the arguments.
  func run(_ arguments: String...) async throws -> Program.Result {
    try await Program.run(
      ["history"] + arguments,
      environment: ["XDG_DATA_HOME": directory.path("data"), "TZ": "UTC"])
  }

  /// A note of two seconds, three seconds after the one before.
  func note(
    _ index: Int, _ name: String, mean: Double, spread: Double = 0, inTune: Double = 1,
    count: Int = 1
  ) throws -> HeardNote {
    HeardNote(
      startTime: Double(index) * 3, duration: 2, note: try Note(name), targetFrequency: 440,
      string: 1, meanCents: mean, spread: spread, timeInTune: inTune, readingCount: count)
  }

  /// Session 1 is chromatic, session 2 a guitar an hour later.
  func fill() throws {
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
  func spoil() throws {
    try execute("UPDATE note SET duration = 1e300 WHERE session = 2")
  }

  func execute(_ statement: String) throws {
    try DatabaseQueue(path: location.path).write { try $0.execute(sql: statement) }
  }
}
