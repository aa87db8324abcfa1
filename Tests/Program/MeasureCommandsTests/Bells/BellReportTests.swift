@testable import MeasureCommands
@testable import BellTuning
import Foundation
import PianoTuning
import Plotting
import Testing

/// A bell whose partials are some cents from their places.
private func bell(_ strike: Double, tierce: Double = 0, beat: Double = 0) -> ResonatorMeasurement {
  func partial(_ mode: Int, _ ratio: Double, beat: Double = 0) -> ObjectPartial {
    let lines = (0..<(beat > 0 ? 2 : 1)).map {
      ObjectPartial.Line(
        frequency: strike * ratio + Double($0) * beat, error: 0.001, amplitude: 0.1, decayTime: 8)
    }
    return ObjectPartial(
      mode: mode, frequency: strike * ratio, lines: lines, strongest: 0, clearness: 45)
  }
  return ResonatorMeasurement(
    object: .bell, strike: strike,
    partials: [
      partial(0, 0.5), partial(2, 1.189_207_1 * (1 + tierce / 1731.2), beat: beat), partial(4, 2),
    ], duration: 4, score: 0.9)
}

@Suite("Reports of bells")
struct BellReportTests {
  private let date = "2026-11-22T10:15:00Z"

  private func tower() -> BellFile {
    var bells = BellFile()
    bells.name = "Tower"
    bells.entries = [
      BellFile.Entry(note: 69, bell(442, tierce: 12, beat: 0.8), stage: .before, date: date),
      BellFile.Entry(note: 69, bell(440), stage: .after, date: date),
    ]
    return bells
  }

  @Test("A report has a row before and one after, in cents from the targets")
  func text() throws {
    let lines = try BellReport(tower()).text.split(separator: "\n").map(String.init)
    #expect(lines[0] == "Tower")
    let rows = lines.filter { $0.hasPrefix("  A4") }
    try #require(rows.count == 2)
    // 442 Hz is 7.9 cents above 440 Hz.
    #expect(rows[0].contains("442.000    +7.9"))
    #expect(rows[0].contains("+12.0"))
    #expect(rows[0].hasSuffix("tierce 0.80"))
    #expect(rows[1].contains("440.000     0.0"))
  }

  @Test("The table has a row for each line of each partial")
  func csv() throws {
    let rows = try BellReport(tower()).csv.split(separator: "\n")
    #expect(rows.count == 1 + 4 + 3)
    #expect(rows[2].hasPrefix("A4,before,\(date),442.00000,7.851,tierce,1,"))
  }

  @Test("The report for programs has each measurement with its stage, and the facts of the file")
  func json() throws {
    let report = try #require(
      JSONSerialization.jsonObject(with: Data(BellReport(tower()).json.utf8)) as? [String: Any])
    #expect(report["name"] as? String == "Tower" && report["object"] as? String == "bell")
    #expect(report["firstDate"] as? String == "2026-11-22")
    let objects = try #require(report["objects"] as? [[String: Any]])
    #expect(objects.map { $0["stage"] as? String } == ["before", "after"])
    #expect(objects.map { $0["note"] as? String } == ["A4", "A4"])
    #expect((objects[0]["partials"] as? [[String: Any]])?.count == 3)
  }

  @Test("Reeds have a row each, with the beat and what it is to be")
  func reeds() throws {
    var file = BellFile()
    file.object = .reed
    file.beats = [BellFile.Beat(note: 60, rate: 2)]
    let lines = [440.0, 442.5].map {
      ObjectPartial.Line(frequency: $0, error: 0.001, amplitude: 1, decayTime: nil)
    }
    let partial = ObjectPartial(
      mode: 0, frequency: 440, lines: lines, strongest: 0, clearness: 60)
    file.entries = [
      BellFile.Entry(
        note: 69,
        ResonatorMeasurement(
          object: .reed, strike: 440, partials: [partial], duration: 2, score: 0.9),
        stage: .before, date: date)
    ]
    let rows = try BellReport(file).text.split(separator: "\n").suffix(2)
    #expect(rows.first?.contains("440.000     0.00") == true)
    // 442.5 Hz is 1.96 cents above the 442 Hz that beat at 2 Hz.
    #expect(rows.last?.contains("+1.96     2.50     2.00") == true)
  }

  @Test("A plot is drawn in every format, also of nothing", arguments: ["png", "svg", "pdf"])
  func plot(format: String) throws {
    for bells in [tower(), BellFile()] {
      let bytes = try BellPlot(bells).picture(PlotFormat(path: "x.\(format)"))
      #expect(bytes.count > 500)
    }
  }
}
