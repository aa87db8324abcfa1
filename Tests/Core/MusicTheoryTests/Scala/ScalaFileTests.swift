import MusicTheory
import Testing

@Suite("Scala scale files")
struct ScalaFileTests {
  private func scale(_ text: String) throws -> Scale { try Scale(scalaFile: Array(text.utf8)) }

  @Test("the example of the format's page reads as quarter-comma meantone")
  func example() throws {
    let meantone = try scale(
      """
      ! meanquar.scl
      !
      1/4-comma meantone scale. Pietro Aaron's temperament (1523)
       12
      !
       76.04900
       193.15686
       310.26471
       5/4
       503.42157
       579.47057
       696.57843
       25/16
       889.73529
       1006.84314
       1082.89214
       2/1
      """)
    let table = try Scale(named: "quarter-comma-meantone")
    #expect(meantone.title == "1/4-comma meantone scale. Pietro Aaron's temperament (1523)")
    #expect(meantone.intervals[3] == .ratio(5, 4))
    for degree in 1...12 {
      #expect(abs(meantone.cents(ofDegree: degree) - table.cents(ofDegree: degree)) < 1e-4)
    }
  }

  @Test("the lines that the format's page calls valid are read as it says")
  func validLines() throws {
    let lines = [
      "81/64", "408.0", "408.", "5", "-5.0", "10/20", "100.0 cents", "100.0 C#", "5/4   E\\",
    ]
    let intervals = try scale("t\n10\n" + lines.joined(separator: "\n") + "\n2\n").intervals
    #expect(
      intervals == [
        .ratio(81, 64), .cents(408), .cents(408), .ratio(5, 1), .cents(-5), .ratio(10, 20),
        .cents(100), .cents(100), .ratio(5, 4), .ratio(2, 1),
      ])
  }

  @Test(
    "ends of lines, tabs, comments, blank lines at the end and a byte order mark do not matter",
    arguments: [
      "t\r\n2\r\n3/2\r\n2/1\r\n", "t\r2\r3/2\r2/1", "t\n2\n3/2\n2/1",
      "!\nt\n! c\n\t2 \n!\n3/2\n!\n 2/1\n\n \n",
      "\u{FEFF}t\n2\n3/2\n2/1\n",
    ])
  func layout(text: String) throws {
    #expect(try scale(text) == Scale(title: "t", intervals: [.ratio(3, 2), .ratio(2, 1)]))
  }

  @Test(
    "a comma is a decimal point, blanks may surround a slash, and comments may follow",
    arguments: [
      ("701,955", ScaleInterval.cents(701.955)), ("1200,0 ! octave", .cents(1200)),
      (",5", .cents(0.5)), ("9 / 8", .ratio(9, 8)), ("9/ 8", .ratio(9, 8)), ("9 /8", .ratio(9, 8)),
      ("9\t/\t8 E", .ratio(9, 8)), ("9\u{A0}/\u{A0}8", .ratio(9, 8)), ("3/2!fifth", .ratio(3, 2)),
      ("3/2 (fifth), 701.955", .ratio(3, 2)), ("100.0cents", .cents(100)),
      ("100.0¢", .cents(100)), ("100. E", .cents(100)), ("100.0E", .cents(100)),
      ("2 1200.0", .ratio(2, 1)), ("5 / perhaps", .ratio(5, 1)), ("3/2 ; 3-limit", .ratio(3, 2)),
      ("-5,5", .cents(-5.5)), ("2 2/1", .ratio(2, 1)),
    ] as [(String, ScaleInterval)])
  func forms(line: String, interval: ScaleInterval) throws {
    #expect(try scale("t\n2\n\(line)\n4/1\n").intervals[0] == interval)
  }

  @Test(
    "a number that goes on in another form is refused with its line, never read by half",
    arguments: [
      "7e2", "7E+2", "7.0e2", "2^(1/2)", "2 ^ 3", "1,200.0", "1 200.0", "1'200.0", "1_200.0", "3:2",
      "3 : 2", "3/2,5", "3/2*5", "3 / 2 / 5", "5/4.5", "701 ,955", "100 cents",
      "100c", "100 ct", "100 \u{A2}", "1 1/4", "3\u{2044}2", "100.0-200.0", "12,", "3/2,", "5:",
    ])
  func otherForms(line: String) {
    #expect(throws: ScalaError(line: 3, .invalid(.pitch))) { try scale("t\n2\n\(line)\n4/1\n") }
  }

  @Test("the count and the keys of a mapping are whole, too")
  func wholeNumbers() throws {
    for count in ["2.5", "2,5", "2e0", "2/1", "2:1"] {
      #expect(throws: ScalaError(line: 2, .invalid(.count))) {
        try scale("t\n\(count)\n3/2\n2/1\n")
      }
    }
    let mapping = { (frequency: String) in
      try KeyboardMapping(scalaFile: Array("0\n0\n127\n60\n69\n\(frequency)\n12\n".utf8))
    }
    #expect(try mapping("442,5").referenceFrequency == 442.5)
    #expect(throws: ScalaError(line: 6, .invalid(.frequency))) { try mapping("4.4e2") }
  }

  @Test("UTF-16 is read in both orders, and control-Z ends a file")
  func encodings() throws {
    let expected = try Scale(title: "Köln", intervals: [.ratio(3, 2), .ratio(2, 1)])
    for mark in ["\u{FEFF}", ""] {
      let units = Array((mark + "Köln\n2\n3/2\n2/1\n").utf16)
      #expect(
        try Scale(
          scalaFile: units.flatMap { unit -> [UInt8] in [UInt8(unit & 255), UInt8(unit >> 8)] })
          == expected)
      #expect(
        try Scale(
          scalaFile: units.flatMap { unit -> [UInt8] in [UInt8(unit >> 8), UInt8(unit & 255)] })
          == expected)
    }
    #expect(try scale("Köln\n2\n3/2\n2/1\n\u{1A}") == expected)
    #expect(try scale("Köln\n2\n3/2\n2/1\n\u{1A}\u{0}\u{0}5/1\n") == expected)
    #expect(try Scale(scalaFile: [0x93, 0x94] + Array("\n1\n2\n".utf8)).title == "“”")
  }

  @Test("a title in Latin-1 is read, an empty one too")
  func titles() throws {
    let file: [UInt8] = [0x4B, 0xF6, 0x6C, 0x6E] + Array("\n1\n2/1\n".utf8)
    #expect(try Scale(scalaFile: file).title == "Köln")
    #expect(try scale("Köln\n1\n2\n").title == "Köln")
    #expect(try scale("\n1\n2\n").title == "")
  }

  @Test(
    "a bad file is refused with the line",
    arguments: [
      ("", 1, ScalaError.Problem.missing(.title)), ("! only\n! comments\n", 2, .missing(.title)),
      ("t\n", 1, .missing(.count)), ("t\ntwelve\n", 2, .invalid(.count)),
      ("t\n0\n", 2, .countOutOfRange), ("t\n-3\n", 2, .countOutOfRange),
      ("t\n10001\n", 2, .countOutOfRange), ("t\n99999999999999999999\n", 2, .numberTooLarge),
      ("t\n2\n3/2\n", 3, .missing(.pitch)), ("t\n1\n3/2\n2/1\n", 4, .tooManyLines),
      ("t\n1\n2/0\n", 3, .zeroDenominator), ("t\n1\n0/2\n", 3, .ratioNotPositive),
      ("t\n1\n-2/1\n", 3, .ratioNotPositive), ("t\n1\n2/-1\n", 3, .ratioNotPositive),
      ("t\n1\n0\n", 3, .ratioNotPositive), ("t\n1\n2/\n", 3, .invalid(.pitch)),
      ("t\n1\n3/2/1\n", 3, .invalid(.pitch)), ("t\n1\n1.2.3\n", 3, .invalid(.pitch)),
      ("t\n1\n.\n", 3, .invalid(.pitch)), ("t\n1\noctave\n", 3, .invalid(.pitch)),
      ("t\n1\n/2\n", 3, .invalid(.pitch)), ("t\n1\nnan\n", 3, .invalid(.pitch)),
      ("t\n1\n99999999999999999999/1\n", 3, .numberTooLarge),
      ("t\n1\n120001.0\n", 3, .numberTooLarge),
      ("t\n1\n99999999999999999999.0\n", 3, .numberTooLarge),
      ("t\n1\n0.0\n", 3, .periodNotPositive), ("t\n1\n1/1\n", 3, .periodNotPositive),
      ("t\n1\n-1200.0\n", 3, .periodNotPositive),
      ("t\n1\n0.00000000001\n", 3, .periodNotPositive),
      ("! c\nt\n! c\n2\n! c\n3/2\n! c\n1/2\n", 8, .periodNotPositive),
    ])
  func refusals(text: String, line: Int, problem: ScalaError.Problem) {
    let error = #expect(throws: ScalaError.self) { try scale(text) }
    #expect(error == ScalaError(line: line, problem))
    #expect(error?.description.hasPrefix("Line \(line): ") == true)
  }

  @Test("ten megabytes, a file of zeros and random bytes are answered, not trapped on")
  func hostile() {
    let large = Array(repeating: UInt8(0x31), count: 10 << 20)
    #expect(throws: ScalaError(line: 1, .fileTooLarge)) { try Scale(scalaFile: large) }
    #expect(throws: ScalaError.self) { try Scale(scalaFile: Array(repeating: 0, count: 1000)) }
    #expect(throws: ScalaError.self) {
      try Scale(scalaFile: Array(repeating: 0x0A, count: 1 << 20))
    }
    var generator = SplitMix(state: 5)
    for _ in 0..<2000 {
      let alphabet = Array("0123456789./-! x\n\r\t".utf8)
      let body = (0..<60).map { _ in alphabet[Int(generator.next() % UInt64(alphabet.count))] }
      _ = try? Scale(scalaFile: Array("t\n3\n".utf8) + body)
      _ = try? KeyboardMapping(scalaFile: body)
    }
  }

  @Test(
    "what is written is read again: ratios exactly, cents within 5e-11, the second time exactly")
  func roundTrip() throws {
    var generator = SplitMix(state: 1)
    for _ in 0..<300 {
      let count = Int(generator.next() % 40)
      let inner = (0..<count).map { _ in generator.interval() }
      let original = try Scale(title: "A title, é", intervals: inner + [.ratio(3, 1)])
      let once = try Scale(scalaFile: original.scalaFile(name: "x.scl"))
      let twice = try Scale(scalaFile: once.scalaFile(name: "x.scl"))
      #expect(once == twice)
      #expect(once.title == original.title)
      for (before, after) in zip(original.intervals, once.intervals) {
        if case .ratio = before { #expect(before == after) }
        #expect(abs(before.cents - after.cents) <= 5.1e-11)
      }
    }
  }

  @Test("every table survives a file", arguments: NamedScale.all.map(\.name))
  func tables(name: String) throws {
    let scale = try Scale(named: name)
    let again = try Scale(scalaFile: scale.scalaFile(name: name + ".scl"))
    #expect(again.title == scale.title)
    for degree in 0...scale.count {
      #expect(abs(again.cents(ofDegree: degree) - scale.cents(ofDegree: degree)) < 1e-10)
    }
  }

  @Test("a title cannot become a comment or a second line")
  func titleInjection() throws {
    for title in ["! not a comment", "two\nlines", "two\r\nlines"] {
      let scale = try Scale(title: title, intervals: [.ratio(2, 1)])
      let again = try Scale(scalaFile: scale.scalaFile(name: "a\nb"))
      #expect(again.intervals == scale.intervals)
      #expect(!again.title.isEmpty)
    }
  }
}

/// Steele, Lea and Flood's generator, so that the cases are the same in every run.
struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func interval() -> ScaleInterval {
    if next() % 2 == 0 {
      return .ratio(Int64(next() % 2_147_483_647) + 1, Int64(next() % 2_147_483_647) + 1)
    }
    return .cents((Double(next() % 1_000_000_007) / 1_000_000_007 - 0.5) * 20_000)
  }
}
