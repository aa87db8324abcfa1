import Foundation
import SessionHistory
import Testing

@Suite("kammerton history refuses and deletes, as a process", .timeLimit(.minutes(5)))
struct HistoryDeleteProcessTests {
  private let fixture: HistoryFixture

  init() throws { fixture = try HistoryFixture() }

  @Test("deletes only what it may: not unasked, and not what is not there")
  func delete() async throws {
    try fixture.fill()
    let unasked = try await fixture.run("--delete", "2")
    #expect(unasked.status == 2 && unasked.errors.contains("--yes"))
    #expect(try await fixture.run("--delete", "7", "--yes").errors.contains("no session 7"))
    let deleted = try await fixture.run("--delete", "2", "--yes")
    #expect(deleted.status == 0 && deleted.errors.contains("session 2 (notes: 3)"))
    #expect(try await fixture.run().lines.count == 2)
    #expect(try await fixture.run("--delete", "all", "--yes").status == 0)
    #expect(try HistoryDatabase(existing: fixture.location).sessions().isEmpty)
  }

  @Test("on a terminal, only a yes deletes", arguments: [("n\n", 2), ("y\n", 1)])
  func asks(answer: String, left: Int) throws {
    try fixture.fill()
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    let process = try terminal.process(
      ["history", "--delete", "last", "--database", fixture.location.path])
    try process.run()
    terminal.wait(for: "[y/N]", from: process)
    terminal.type(answer)
    terminal.waitForEnd(of: process)
    #expect(process.terminationStatus == 0)
    #expect(try HistoryDatabase(existing: fixture.location).sessions().count == left)
  }

  @Test(
    "rows that no tuner has written are left out and told, whatever is asked for",
    arguments: [
      [], ["2"], ["2", "--plot", "a.svg"], ["--notes"], ["--format", "json"],
    ])
  func impossible(arguments: [String]) async throws {
    try fixture.fill()
    try fixture.spoil()
    let arguments = arguments.map { $0.hasSuffix(".svg") ? fixture.directory.path($0) : $0 }
    let result = try await Program.run(
      ["history"] + arguments + ["--database", fixture.location.path])
    #expect(result.status == 0)
    #expect(
      result.errors.hasPrefix(
        "kammerton: Damaged rows that were left out: 3 (duration in row 2 of note (session 2); "),
      "\(result.errors)")
    #expect(!result.output.contains("1e+300") && !result.output.contains("D2 "))
    #expect(try await fixture.run("--delete", "2", "--yes").status == 0)
    #expect(try await fixture.run().errors.isEmpty)
  }

  @Test("text in a column of cents is not 0.0 cents")
  func textOfCents() async throws {
    try fixture.fill()
    try fixture.execute(
      "UPDATE note SET mean_cents = 'x' WHERE session = 2 AND note = 'A4'")
    let list = try await fixture.run()
    // Only the D2 of session 2 counts, which was 8 cents flat.
    #expect(list.lines[1].contains("  8.0 "), "\(list.output)")
    #expect(list.errors.contains("left out: 2 (mean_cents in row 2 of note (session 2); "))
    try fixture.execute("UPDATE note SET mean_cents = 'x' WHERE session = 2")
    let none = try await fixture.run()
    #expect(!none.lines[1].contains("0.0"), "\(none.output)")
  }

  @Test("a damaged session names its column and row")
  func damagedSession() async throws {
    try fixture.fill()
    try fixture.execute("UPDATE session SET tolerance = -1 WHERE id = 2")
    let list = try await fixture.run()
    #expect(list.status == 0 && list.lines.count == 2)
    #expect(list.errors.contains("left out: 1 (tolerance in row 2 of session)"))
    let one = try await fixture.run("2")
    #expect(one.status == 2 && one.errors.contains("impossible tolerance in row 2 of"))
  }

  @Test("no database, one of another kind and a session that is not there exit with 2 and 1 line")
  func refusals() async throws {
    var results = [try await fixture.run()]
    #expect(results[0].errors.contains("There is no history at \(fixture.location.path) yet"))
    #expect(!fixture.location.exists)
    try Data(String(repeating: "text", count: 500).utf8)
      .write(to: fixture.directory.file("text.sqlite"))
    results.append(try await fixture.run("--database", fixture.directory.path("text.sqlite")))
    try fixture.fill()
    results.append(try await fixture.run("3"))
    for result in results {
      #expect(result.status == 2 && result.output.isEmpty)
      #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    }
  }

  @Test(
    "a database that cannot be written to is still read, and says so when it must be written",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")))
  func readOnly() async throws {
    try fixture.fill()
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o444], ofItemAtPath: fixture.location.path)
    for name in ["", "data", "data/kammerton"] {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: fixture.directory.path(name))
    }
    let read = try await runAsNobody("history", "--database", fixture.location.path)
    #expect(read.status == 0 && read.output.contains("Guitar, Drop D"), "\(read.errors)")
    let refused = try await runAsNobody(
      "history", "--delete", "all", "--yes", "--database", fixture.location.path)
    #expect(refused.status == 2)
    #expect(
      refused.errors.contains("\(fixture.location.path) cannot be written to"), "\(refused.errors)")
    #expect(try HistoryDatabase(existing: fixture.location).sessions().count == 2)
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
