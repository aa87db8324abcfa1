import Foundation
@testable import MeasureCommands
import PianoTuning
import Testing

@Suite struct PianoReportTests {
  private func salon() throws -> PianoFile {
    var piano = PianoFile()
    piano.name = "Salon"
    piano.temperature = 20
    let off = [-1.0, 1.0]
    for (name, stage, day, strings) in [
      ("A5", MeasurementStage.before, "2026-11-21", off), ("C6", .before, "2026-11-21", off),
      ("A5", .after, "2026-11-22", [0.0]),
    ] {
      _ = piano.add(
        PianoFile.Entry(
          try measured(name, inharmonicity: 2e-3, strings: strings), stage: stage,
          date: day + "T10:00:00Z"))
    }
    return piano
  }

  @Test("The report has dates, A4, temperature, both states and the unisons")
  func report() throws {
    let text = try PianoReport(salon()).text
    for part in [
      "Salon", "2026-11-21 to 2026-11-22", "440.00 Hz", "20.0 °C", "Before         2 keys",
      "After          1 keys", "Unisons made   A5", "Unisons off    C6",
    ] { #expect(text.contains(part), "\(part)") }
  }

  @Test("The report for programs has the same, and null for what was not measured")
  func reportAsJSON() throws {
    struct Report: Decodable {
      struct State: Decodable { var keys: Int }
      struct Key: Decodable {
        struct Measured: Decodable { var cents: Double, beats: [Double] }
        var key: String, before: Measured?, after: Measured?
      }
      var name: String, firstDate: String, lastDate: String
      var concertPitch: Double, temperature: Double
      var before: State, after: State
      var unisonsMade: [String], unisonsOff: [String]
      var keys: [Key]
    }
    let report = try JSONDecoder().decode(
      Report.self, from: Data(PianoReport(salon()).json.utf8))
    #expect(report.name == "Salon" && report.temperature == 20 && report.concertPitch == 440)
    #expect(report.firstDate == "2026-11-21" && report.lastDate == "2026-11-22")
    #expect(report.before.keys == 2 && report.after.keys == 1)
    #expect(report.unisonsMade == ["A5"] && report.unisonsOff == ["C6"])
    #expect(report.keys.map(\.key) == ["A5", "C6"])
    #expect(report.keys[0].before?.beats.isEmpty == false && report.keys[1].after == nil)
  }

  @Test("A line for programs has the key, f1, B, errors, strings and beats")
  func json() throws {
    let measurement = try measured("A#5", strings: [-1, 1])
    let line = KeyLine(measurement).json(file: "a \"b\".wav")
    let start = "{\"file\": \"a \\\"b\\\".wav\", \"key\": \"A#5\", \"frequency\": 932.3"
    #expect(line.hasPrefix(start))
    #expect(line.contains("\"unison\": [{\"cents\": -1.0000}, {\"cents\": 1.0000}]"))
    #expect(line.contains("\"beats\": [1.07"))
  }
}
