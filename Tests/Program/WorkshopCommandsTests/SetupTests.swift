import ArgumentParser
@testable import CommandKit
import InstrumentSetup
import Plotting
@testable import WorkshopCommands
import SignalProcessing
import Testing

@Suite("kammerton setup")
struct SetupTests {
  /// A string whose saddle is 2 mm too far forward.
  private func table(saddle: Double) -> FretTable {
    let string = FrettedString(scaleLength: 0.648, saddle: saddle)
    var table = FretTable()
    for fret in [0, 1, 2, 3, 12] {
      let cents = 100 * Double(fret) + string.deviation(atFret: fret)
      table.add(
        FretMeasurement(
          fret: fret, frequency: 82.41 * Elementary.exp2(cents / 1200), error: 0.1), string: 6)
    }
    return table
  }

  @Test("a table is read as it is written")
  func table() throws {
    let table = table(saddle: -0.002)
    let again = try FretTable(text: table.text, name: "a.csv")
    #expect(again.text == table.text)
    let fit = try FretFit(again.strings[6] ?? [], scaleLength: 0.648)
    #expect(abs(fit.saddle.value - 0.002) < 1e-5)
  }

  @Test(
    "a broken table is refused with its line",
    arguments: [
      ("", 1), ("string,fret\n6,12\n", 1),
      ("string,fret,frequency,error_cents\n6,12,164.8,0.1\n6,x,164.8,0.1\n", 3),
      ("string,fret,frequency,error_cents\n6,12,164.8\n", 2),
      ("string,fret,frequency,error_cents\n6,25,164.8,0.1\n", 2),
      ("string,fret,frequency,error_cents\n0,1,164.8,0.1\n", 2),
      ("string,fret,frequency,error_cents\n6,1,nan,0.1\n", 2),
      ("string,fret,frequency,error_cents\n6,1,164.8,0\n", 2),
      ("string,fret,frequency,error_cents\n6,1,-1,0.1\n", 2),
    ])
  func broken(text: String, line: Int) {
    do throws(FretTableError) {
      _ = try FretTable(text: text, name: "a.csv")
      Issue.record("it was read")
    } catch {
      #expect(error.line == line)
      #expect(error.description.contains("line \(line)"))
    }
  }

  @Test("a table cannot be longer than 10,000 rows")
  func long() {
    let row = "6,12,164.8,0.1\n"
    let text = "string,fret,frequency,error_cents\n" + String(repeating: row, count: 10_001)
    #expect(throws: FretTableError.self) { try FretTable(text: text, name: "a.csv") }
  }

  @Test("names of files say string and fret")
  func names() {
    #expect(FretPosition(fileName: "6-0.wav") == FretPosition(string: 6, fret: 0))
    #expect(FretPosition(fileName: "a-1/6-12 b.flac") == FretPosition(string: 6, fret: 12))
    #expect(FretPosition(fileName: "10-3.wav") == FretPosition(string: 10, fret: 3))
    for name in ["6.wav", "a-1.wav", "6-.wav", "6-25.wav", "0-1.wav", "-1.wav", ""] {
      #expect(FretPosition(fileName: name) == nil, "\(name)")
    }
  }

  @Test("the report has millimetres, errors, and the state before")
  func report() throws {
    let now = try FretFit(table(saddle: -0.002).strings[6] ?? [], scaleLength: 0.648)
    let before = try FretFit(table(saddle: -0.004).strings[6] ?? [], scaleLength: 0.648)
    let row = SetupReport.Row(string: 6, note: "E2", fit: now, before: before)
    let report = SetupReport(title: "guitar", rows: [row])
    #expect(report.text.contains("String 6 (E2): saddle back 2.00 mm ±0.0"))
    #expect(report.text.contains("before"))
    #expect(report.jsonLines.contains("\"saddleMillimetres\": 2.00"))
    #expect(report.plot.columns.count == 4)
    #expect(report.plot.columns[0].values.count == 3)
    let svg = String(decoding: try report.plot.picture(.svg), as: UTF8.self)
    #expect(svg.contains("E2 12") && svg.contains("before"))
  }

  @Test(
    "wrong options are refused",
    arguments: [
      ["guitar"], ["guitar", "--length", "648"], ["kazoo", "--length", "648mm"],
      ["guitar", "--length", "648mm", "--strings", "7"],
      ["guitar", "--length", "648mm", "--frets", "25"],
      ["guitar", "--length", "648mm", "--frets", "1,1"],
      ["guitar", "--length", "648m"], ["guitar", "--length", "648mm", "--plot", "a.txt"],
      ["guitar", "6-0.wav", "--length", "648mm", "--strings", "6"],
    ])
  func refused(arguments: [String]) {
    #expect(throws: (any Error).self) { try SetupCommand.parse(arguments) }
  }
}
