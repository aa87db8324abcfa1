import InstrumentTuning
import MusicTheory
import Testing
import _TestSignals

@Suite("Instrument files")
struct InstrumentFileTests {
  static let text = """
    # mine
    instrument: My guitar
    group: Guitars
    also: first, Zweite Gitarre
    tuning: Open D
    strings: D2 A2 D3 F#3 A3 D4

    tuning: Sweet
    strings: Eb2(-2.5) A2/A3(+0.125) D-1
    """

  @Test("reads instruments, tunings, courses and cents")
  func reads() throws {
    let catalog = try InstrumentFile.parse(Self.text)
    let guitar = try #require(catalog.instruments.first)
    #expect(guitar.name == "My guitar")
    #expect(guitar.group == "Guitars")
    #expect(guitar.otherNames == ["first", "Zweite Gitarre"])
    #expect(guitar.tunings.map(\.name) == ["Open D", "Sweet"])
    let strings = guitar.tunings[1].strings
    #expect(strings.map(\.number) == [3, 2, 2, 1])
    #expect(strings.map(\.pitch.note.description) == ["E♭2", "A2", "A3", "D-1"])
    #expect(strings.map(\.pitch.cents) == [-2.5, 0, 0.125, 0])
  }

  @Test("line ends, a byte order mark, capitals and blanks do not matter")
  func lenience() throws {
    let catalog = try InstrumentFile.parse(Self.text)
    for end in ["\r\n", "\r"] {
      let lines = Self.text.split(separator: "\n", omittingEmptySubsequences: false)
      let other = "\u{FEFF}" + lines.map { " \t" + $0 + "  " }.joined(separator: end)
      #expect(try InstrumentFile.parse(other) == catalog)
    }
    #expect(try InstrumentFile.parse("INSTRUMENT:a\nTuning :b\nstrings:c4").instruments.count == 1)
    #expect(try InstrumentFile.parse("\n# nothing\n").instruments.isEmpty)
  }

  @Test("what is written is read again, for 300 random catalogs")
  func roundTrip() throws {
    var random = SeededRandom(seed: 5)
    for _ in 0..<300 {
      let catalog = try Self.randomCatalog(&random)
      let text = InstrumentFile.write(catalog)
      #expect(try InstrumentFile.parse(text) == catalog)
      #expect(InstrumentFile.write(try InstrumentFile.parse(text)) == text)
    }
  }

  private static func randomCatalog(
    _ random: inout SeededRandom
  ) throws -> InstrumentCatalog {
    let words = ["Drop", "Öud", "#5", "E♭", "x: y", "二胡", "(a)", "1/2", "Low, high"]
    func name(_ index: Int) -> String {
      let count = Int.random(in: 1...3, using: &random)
      let chosen = (0..<count).map { _ in words[Int.random(in: 0..<words.count, using: &random)] }
      return chosen.joined(separator: " ") + " n\(index)"
    }
    let accidentals: [Note.Accidental] = [.doubleFlat, .flat, .natural, .sharp, .doubleSharp]
    func pitch() throws -> TargetPitch {
      let note = Note(
        Note.Letter.allCases[Int.random(in: 0..<7, using: &random)],
        accidentals[Int.random(in: 0..<5, using: &random)],
        octave: Int.random(in: 0...8, using: &random))
      let thousandths = Int.random(in: -100_000...100_000, using: &random)
      return try TargetPitch(
        note, cents: Bool.random(using: &random) ? Double(thousandths) / 1000 : 0)
    }
    return try InstrumentCatalog(
      (0..<Int.random(in: 0...3, using: &random)).map { index in
        let tunings = try (0..<Int.random(in: 1...3, using: &random)).map { index in
          let courses = try (0..<Int.random(in: 1...12, using: &random)).map { _ in
            try (0..<Int.random(in: 1...4, using: &random)).map { _ in try pitch() }
          }
          return try Tuning(name: name(index), courses: courses)
        }
        return try Instrument(
          name: name(index), group: name(0),
          otherNames: Bool.random(using: &random) ? ["also a", "also b"] : [], tunings: tunings)
      })
  }

  private static let head = "instrument: a\ntuning: b\n"

  @Test(
    "names the line that is wrong, and what",
    arguments: [
      ("guitar\n", 1, InstrumentFileError.Problem.noKey("guitar")),
      ("instrument: a\n\ncolour: red\n", 3, .unknownKey("colour")),
      ("tuning: a\n", 1, .misplaced(key: "tuning", after: "instrument")),
      ("instrument: a\nstrings: E2\n", 2, .misplaced(key: "strings", after: "tuning")),
      ("instrument: a\ngroup: b\ngroup: c\n", 3, .repeatedKey("group")),
      (head + "strings: E2\nstrings: E2\n", 4, .repeatedKey("strings")),
      (head, 2, .incomplete(key: "strings", name: "b")),
      (head + "tuning: c\nstrings: E2\n", 2, .incomplete(key: "strings", name: "b")),
      ("instrument: a\n", 1, .incomplete(key: "tuning", name: "a")),
      ("\n\ninstrument: a\ninstrument: b\n", 3, .incomplete(key: "tuning", name: "a")),
      (head + "strings: E2 H2\n", 3, .notAString("H2")),
      (head + "strings: E2 A\n", 3, .notAString("A")),
      (head + "strings: E2/\n", 3, .notAString("")),
      (head + "strings: E2(x)\n", 3, .notAString("E2(x)")),
      (head + "strings: E2(1\n", 3, .notAString("E2(1")),
      (head + "strings: E2(1.2345)\n", 3, .notAString("E2(1.2345)")),
      (head + "strings: E2(1e1)\n", 3, .notAString("E2(1e1)")),
      (head + "strings: E2(-)\n", 3, .notAString("E2(-)")),
      (head + "strings: E2(100.001)\n", 3, .invalid(.offsetOutOfRange(100.001))),
      (head + "strings: E99\n", 3, .invalid(.noteOutOfRange(Note(.e, octave: 99)))),
      (head + "strings:\n", 3, .invalid(.courseCountOutOfRange(0))),
      (head + "strings: E1/E2/E3/E4/E5\n", 3, .invalid(.courseCountOutOfRange(1))),
      ("instrument:\n", 1, .invalid(.invalidName(""))),
      ("instrument: a\u{1B}[2J\n", 1, .invalid(.invalidName("a\u{1B}[2J"))),
      (head + "strings: E2\ntuning: B\nstrings: E2", 4, .invalid(.repeatedName("B"))),
      (head + "strings: E2\ninstrument: A", 4, .invalid(.repeatedName("A"))),
    ])
  func refusals(text: String, line: Int, problem: InstrumentFileError.Problem) {
    #expect(throws: InstrumentFileError(line: line, problem: problem)) {
      try InstrumentFile.parse(text)
    }
    #expect(!problem.description.isEmpty)
  }

  @Test("a course with too many strings and a tuning with too many courses are told apart")
  func courses() throws {
    let five = #expect(throws: InstrumentFileError.self) {
      try InstrumentFile.parse("instrument: a\ntuning: b\nstrings: E1/E2/E3/E4/E5\n")
    }
    #expect(try #require(five).description.contains("A course must have 1 to 4 strings"))
    let many = String(repeating: " E2", count: Tuning.mostCourses + 1)
    let full = #expect(throws: InstrumentFileError.self) {
      try InstrumentFile.parse("instrument: a\ntuning: b\nstrings:\(many)\n")
    }
    #expect(try #require(full).description.contains("but this one has \(Tuning.mostCourses + 1)"))
  }

  @Test("bytes that are no text are refused with their line, and a file of 10 MB at once")
  func hostile() {
    #expect(throws: InstrumentFileError(line: 2, problem: .notText)) {
      try InstrumentFile.parse(Array("# ok\ninstrument: ".utf8) + [0xFF, 0xC0, 0x80])
    }
    #expect(throws: InstrumentFileError(line: 1, problem: .notText)) {
      try InstrumentFile.parse([UInt8](repeating: 0x61, count: 10_000_000))
    }
    let many = (0..<200_000).map { "instrument: \($0)\ntuning: a\nstrings: E2\n" }.joined()
    #expect(throws: InstrumentFileError(line: 3001, problem: .tooMany(limit: 1000))) {
      try InstrumentFile.parse(many)
    }
    let deep = "instrument: a\n" + (0..<9000).map { "tuning: \($0)\nstrings: E2\n" }.joined()
    #expect(throws: InstrumentFileError(line: 402, problem: .tooMany(limit: 200))) {
      try InstrumentFile.parse(deep)
    }
  }

  @Test("random bytes never trap")
  func fuzz() {
    var random = SeededRandom(seed: 7)
    let base = Array(Self.text.utf8)
    for _ in 0..<2000 {
      var bytes = base
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      if let catalog = try? InstrumentFile.parse(bytes) {
        #expect((try? InstrumentFile.parse(InstrumentFile.write(catalog))) == catalog)
      }
    }
  }
}
