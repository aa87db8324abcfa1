import Foundation
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("kammerton tune on a terminal", .serialized, .timeLimit(.minutes(5)))
struct TerminalProcessTests {
  private static let alternateScreenOff = "\u{1B}[?1049l"

  /// Runs the tuner on a terminal until a note is shown, ends it, and checks what it leaves.
  private func check(
    columns: Int = 80, rows: Int = 24, status: Int32, end: (PseudoTerminal, Process) -> Void
  ) throws {
    let terminal = try PseudoTerminal(columns: columns, rows: rows)
    #expect(terminal.isLineEditing)
    let process = try terminal.process(["tune", "--simulate"])
    try process.run()
    terminal.wait(for: "82.5", from: process)
    #expect(terminal.output.contains("\u{1B}[?1049h"))
    #expect(!terminal.isLineEditing)
    end(terminal, process)
    terminal.waitForEnd(of: process)
    #expect(terminal.output.hasSuffix(Self.alternateScreenOff))
    #expect(terminal.output.contains("\u{1B}[?25h"))
    #expect(terminal.isLineEditing)
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == status)
  }

  @Test("q leaves the terminal as it was", arguments: ["q", "Q", "\u{1B}"])
  func quit(key: String) throws {
    try check(status: 0) { terminal, _ in terminal.type(key) }
  }

  @Test("signals leave the terminal as it was", arguments: [SIGINT, SIGTERM, SIGHUP])
  func signals(number: Int32) throws {
    try check(status: 0) { _, process in kill(process.processIdentifier, number) }
  }

  @Test(
    "signals that kill leave the terminal as it was",
    arguments: [SIGQUIT, SIGABRT, SIGSEGV, SIGTRAP, SIGILL, SIGBUS, SIGFPE])
  func deaths(number: Int32) throws {
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    let process = try terminal.process(["tune", "--simulate", "--no-config"])
    try process.run()
    terminal.wait(for: "82.5", from: process)
    #expect(!terminal.isLineEditing)
    kill(process.processIdentifier, number)
    terminal.waitForEnd(of: process)
    #expect(terminal.output.hasSuffix(Self.alternateScreenOff))
    #expect(terminal.isLineEditing)
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(process.terminationStatus == number)
  }

  @Test("Ctrl-Z gives the terminal to the shell, and fg brings the view back")
  func suspend() throws {
    try check(status: 0) { terminal, process in
      kill(process.processIdentifier, SIGTSTP)
      terminal.wait(for: Self.alternateScreenOff, from: process)
      #expect(terminal.isLineEditing)
      // Again and again: a SIGCONT that comes before the process stands still is lost.
      func goOn(while condition: () -> Bool) {
        while process.isRunning, condition() {
          kill(process.processIdentifier, SIGCONT)
          terminal.wait(for: "never", from: process, atMost: 1)
        }
      }
      goOn(while: { terminal.output.ranges(of: "\u{1B}[?1049h").count < 2 })
      #expect(!terminal.isLineEditing)
      terminal.type("q")
      goOn(while: { true })
    }
  }

  @Test("keys reach the view: → raises A4, and the frame says so")
  func keys() throws {
    try check(status: 0) { terminal, process in
      terminal.type("\u{1B}[C")
      terminal.wait(for: "441.0", from: process)
      #expect(terminal.output.contains("441.0"))
      terminal.type("q")
    }
  }

  @Test("a terminal of 40×10 shows the note too")
  func small() throws {
    try check(columns: 40, rows: 10, status: 0) { terminal, _ in terminal.type("q") }
  }

  @Test("a source that fails leaves no trace but its message")
  func failure() throws {
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    let process = try terminal.process(["tune", "missing.wav"])
    try process.run()
    terminal.waitForEnd(of: process)
    #expect(process.terminationStatus == 2)
    #expect(terminal.output.contains("missing.wav does not exist"))
    #expect(!terminal.output.contains("\u{1B}[?1049h"))
    #expect(terminal.isLineEditing)
  }

  @Test("a file that ends on the screen leaves a line with what it came to")
  func summary() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("a.wav")
    try Recording.sine(440, to: path, seconds: 1)
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    let process = try terminal.process(["tune", path, "--no-config"])
    try process.run()
    terminal.waitForEnd(of: process)
    #expect(process.terminationStatus == 0)
    let end = try #require(terminal.output.range(of: Self.alternateScreenOff))
    #expect(terminal.output[end.upperBound...].contains("a.wav: 1 note in 0:01, mean"))
  }

  @Test("a dumb terminal gets lines")
  func dumb() throws {
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    let process = try terminal.process(["tune", "--simulate", "440"])
    process.environment = Program.environment(["TERM": "dumb"])
    try process.run()
    terminal.waitForEnd(of: process)
    #expect(process.terminationStatus == 0)
    #expect(!terminal.output.contains("\u{1B}"))
    #expect(terminal.output.contains("Hz  in tune"))
  }
}
