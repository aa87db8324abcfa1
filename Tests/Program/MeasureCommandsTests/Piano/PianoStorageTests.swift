@testable import MeasureCommands
import PianoTuning
import Testing

/// A measurement of a key, some cents from equal temperament.
func measured(
  _ name: String, cents: Double = 0, inharmonicity: Double = 5e-4, error: Double = 0.003,
  strings: [Double] = [0]
) throws -> KeyMeasurement {
  let key = try #require(PianoKey(name: name))
  return KeyMeasurement(
    key: key, frequency: key.equalFrequency() * (1 + cents / 1731.234), frequencyError: 0.05,
    inharmonicity: inharmonicity, inharmonicityError: error, partialCount: 12, strings: strings,
    beatLimit: 0.02)
}

@Suite struct PianoStorageTests {
  private let date = "2026-11-22T10:15:00Z"

  @Test("Of a key measured twice with different results, the one that is used is named")
  func twice() throws {
    var piano = PianoFile()
    let words = PianoWords(isJSON: false)
    func notices(_ entry: PianoFile.Entry) -> [String] {
      words.notices(entry, piano.add(entry), recording: nil)
    }
    let first = notices(PianoFile.Entry(try measured("A4"), stage: .before, date: date))
    #expect(first.isEmpty)
    let said = notices(
      PianoFile.Entry(try measured("A4", cents: 9, error: 0.02), stage: .before, date: date))
    let notice = try #require(said.first)
    #expect(notice.contains("A4") && notice.contains("old"))
  }

  @Test("Progress has the count and a sign for each key, or for two of them in a narrow terminal")
  func progress() throws {
    var piano = PianoFile()
    for name in ["A0", "C4", "A4", "C8"] {
      _ = piano.add(PianoFile.Entry(try measured(name), stage: .before, date: date))
    }
    let wide = piano.progress(.before)
    #expect(wide.hasPrefix("4 of 88  A0 #..") && wide.hasSuffix("..# C8"))
    #expect(wide.count { $0 == "#" } == 4)
    let narrow = piano.progress(.before, columns: 80)
    #expect(narrow.hasPrefix("4 of 88  A0 +.") && narrow.count < 80)
    #expect(narrow.count { $0 == "+" } == 4)
  }
}
