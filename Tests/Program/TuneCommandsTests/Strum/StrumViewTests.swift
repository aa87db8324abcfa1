@testable import CommandKit
import InstrumentTuning
import Testing
@testable import TuneCommands

@Suite struct StrumViewTests {
  private func lines(_ cents: [Double?], columns: Int = 80, rows: Int = 24) throws -> [String] {
    let setup = try StrumSetup(TunerSetup(), notes: nil)
    var state = StrumState(setup)
    for index in state.rows.indices {
      state.rows[index].cents = cents[index]
      state.rows[index].frequency = state.rows[index].target
    }
    let view = StrumView(
      setup: setup, state: state, notice: nil, size: TerminalSize(columns: columns, rows: rows),
      capabilities: Capabilities(hasColor: false, hasUnicode: true, canMoveCursor: true))
    return view.lines()
  }

  @Test("Each string has number, note, cents and a word, and its mark left or right of the middle")
  func rows() throws {
    let lines = try lines([-20, 0.4, nil, 12.3, 0, 45])
    let low = try #require(lines.first { $0.contains("6 E2") })
    #expect(low.contains("-20.0") && low.contains("flat"))
    let high = try #require(lines.first { $0.contains("1 E4") })
    #expect(high.contains("+45.0") && high.contains("sharp"))
    #expect(try #require(lines.first { $0.contains("5 A2") }).contains("in tune"))
    #expect(try #require(lines.first { $0.contains("4 D3") }).hasSuffix("-"))
    let marks = [low, high].map { Array($0).firstIndex(of: "█") ?? -1 }
    let middle = try #require(Array(lines[2 + 2 * 2]).firstIndex(of: "╋"))
    #expect(marks[0] > 0 && marks[0] < middle && marks[1] > middle)
  }

  @Test("A single string is shown large, with hundredths of a cent; six are not")
  func single() throws {
    #expect(try lines([nil, 7.25, nil, nil, nil, nil]).contains { $0.contains("+7.25 cents") })
    #expect(try !lines([1, 7.25, 1, 1, 1, 1]).contains { $0.contains("+7.25 cents") })
  }

  @Test("At 40 columns and 10 rows every string still has its cents")
  func small() throws {
    let lines = try lines([-20, 0, 5, 12.3, 0, 45], columns: 40, rows: 10)
    #expect(lines.count == 10)
    for name in ["6 E2", "5 A2", "4 D3", "3 G3", "2 B3", "1 E4"] {
      #expect(lines.contains { $0.contains(name) })
    }
    #expect(lines.contains { $0.contains("-20.0") } && lines.contains { $0.contains("+45.0") })
  }
}
