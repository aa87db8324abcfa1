@testable import PianoCommands
import PianoTuning
import Testing

@Suite struct PianoReportTests {
  @Test("The report has dates, A4, temperature, both states and the unisons")
  func report() throws {
    var piano = PianoFile()
    piano.name = "Salon"
    piano.temperature = 20
    let off = [-1.0, 1.0]
    for (name, stage, day, strings) in [
      ("A5", TuningStage.before, "2026-11-21", off), ("C6", .before, "2026-11-21", off),
      ("A5", .after, "2026-11-22", [0.0]),
    ] {
      _ = piano.add(
        PianoFile.Entry(
          try measured(name, inharmonicity: 2e-3, strings: strings), stage: stage,
          date: day + "T10:00:00Z"))
    }
    let text = try PianoReport(piano).text
    for part in [
      "Salon", "2026-11-21 to 2026-11-22", "440.00 Hz", "20.0 °C", "Before         2 keys",
      "After          1 keys", "Unisons made   A5", "Unisons off    C6",
    ] { #expect(text.contains(part), "\(part)") }
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
