import MusicTheory
import Testing

@Suite("Scala keyboard mappings")
struct KeyboardMappingTests {
  private func mapping(_ text: String) throws -> KeyboardMapping {
    try KeyboardMapping(scalaFile: Array(text.utf8))
  }

  /// A scale of seven degrees on the white keys, as the format's page describes.
  private let whiteKeys = """
    ! white.kbm
    ! Size of map, first and last key
    12
    0
    127
    ! Middle key, reference key and its frequency
    60
    69
    440.000000
    ! Formal octave
    7
    0
    x
    1
    x
    2
    3
    x
    4
    x
    5
    x
    6
    """

  @Test("seven just degrees on the white keys are a scale on C whose A4 has 440 Hz")
  func rootedWhite() throws {
    let scale = try Scale(scalaFile: Array("just\n7\n9/8\n5/4\n4/3\n3/2\n5/3\n15/8\n2\n".utf8))
    let rooted = try RootedScale(scale, mapping: mapping(whiteKeys))
    #expect(rooted.scale.count == 7)
    #expect(rooted.root == (try Note("C4")))
    #expect(abs(rooted.frequency(ofDegree: 0) - 264) < 1e-9)
    #expect(abs(rooted.frequency(ofDegree: 5) - 440) < 1e-9)
  }

  @Test("12 of 19 degrees, from middle C = 256 Hz, keep every key's frequency within 1e-9 Hz")
  func rootedSubset() throws {
    let scale = try Scale(equalDivisionInto: 19, title: "")
    let keys = KeyboardMapping(
      middleKey: 60, referenceKey: 60, referenceFrequency: 256, octaveDegree: 19,
      degrees: [0, 1, 3, 5, 6, 8, 9, 11, 12, 14, 16, 17])
    let rooted = try RootedScale(scale, mapping: keys)
    #expect(rooted.scale.count == 12)
    for key in 48...72 {
      let frequency = try #require(keys.frequency(ofKey: key, in: scale))
      #expect(abs(rooted.frequency(ofDegree: key - 60) - frequency) < 1e-9, "key \(key)")
    }
  }

  @Test("a mapping of keys that all are silent has no scale")
  func rootedSilence() throws {
    let scale = try Scale(equalDivisionInto: 12, title: "")
    #expect(throws: ScaleError.countOutOfRange(0)) {
      try RootedScale(scale, mapping: KeyboardMapping(degrees: [nil, nil]))
    }
  }

  @Test("a scale of seven degrees sounds on the white keys only")
  func white() throws {
    let mapping = try mapping(whiteKeys)
    let scale = try Scale(scalaFile: Array("just\n7\n9/8\n5/4\n4/3\n3/2\n5/3\n15/8\n2\n".utf8))
    #expect(mapping.degree(ofKey: 60, in: scale) == 0)
    #expect(mapping.degree(ofKey: 61, in: scale) == nil)
    #expect(mapping.degree(ofKey: 72, in: scale) == 7)
    #expect(mapping.degree(ofKey: 59, in: scale) == -1)
    #expect(mapping.frequency(ofKey: 69, in: scale) == 440)
    #expect(abs(try #require(mapping.frequency(ofKey: 60, in: scale)) - 264) < 1e-9)
    #expect(abs(try #require(mapping.frequency(ofKey: 64, in: scale)) - 330) < 1e-9)
    #expect(mapping.frequency(ofKey: 66, in: scale) == nil)
    #expect(mapping.degree(ofKey: 128, in: scale) == nil)
  }

  @Test("without a pattern every key is one degree, and A4 the 9th of the default mapping")
  func linear() throws {
    let mapping = try mapping("0\n0\n127\n60\n69\n440.0\n0\n")
    #expect(mapping == KeyboardMapping())
    let nineteen = try Scale(named: "19-edo")
    #expect(mapping.degree(ofKey: 79, in: nineteen) == 19)
    let octave = try #require(mapping.frequency(ofKey: 88, in: nineteen))
    #expect(abs(octave - 880) < 1e-9)
  }

  @Test("with a formal octave of 0 the pattern rises by the degrees of the scale")
  func scaleOctave() throws {
    let mapping = try mapping("2\n0\n127\n60\n60\n100\n0\n0\n3\n")
    let scale = try Scale(named: "5-edo")
    #expect(mapping.degree(ofKey: 61, in: scale) == 3)
    #expect(mapping.degree(ofKey: 62, in: scale) == 5)
    #expect(mapping.degree(ofKey: 59, in: scale) == -2)
  }

  @Test("entries left out at the end are keys without sound")
  func shortPattern() throws {
    #expect(try mapping("4\n0\n127\n60\n60\n261.6\n12\n0\n2\n").degrees == [0, 2, nil, nil])
  }

  @Test(
    "a bad mapping is refused with the line",
    arguments: [
      ("", 1, ScalaError.Problem.missing(.count)), ("12\n0\n127\n60\n", 4, .missing(.key)),
      ("12\n0\n128\n", 3, .invalid(.key)), ("12\n-1\n127\n", 2, .invalid(.key)),
      ("12\n90\n20\n", 3, .invalid(.key)), ("-1\n", 1, .countOutOfRange),
      ("10001\n", 1, .countOutOfRange), ("x\n", 1, .invalid(.count)),
      ("0\n0\n127\n60\n69\nA\n", 6, .invalid(.frequency)),
      ("0\n0\n127\n60\n69\n0.0\n", 6, .invalid(.frequency)),
      ("0\n0\n127\n60\n69\n-440\n", 6, .invalid(.frequency)),
      ("0\n0\n127\n60\n69\n9999999\n", 6, .numberTooLarge),
      ("0\n0\n127\n60\n69\n440\n", 6, .missing(.octaveDegree)),
      ("0\n0\n127\n60\n69\n440\n99999\n", 7, .numberTooLarge),
      ("1\n0\n127\n60\n60\n440\n1\nq\n", 8, .invalid(.degree)),
      ("1\n0\n127\n60\n60\n440\n1\n0\n1\n", 9, .tooManyLines),
      ("2\n0\n127\n60\n61\n440\n2\n0\nx\n", 5, .referenceUnmapped),
    ])
  func refusals(text: String, line: Int, problem: ScalaError.Problem) {
    let error = #expect(throws: ScalaError.self) { try mapping(text) }
    #expect(error == ScalaError(line: line, problem))
  }

  @Test("what is written is read again")
  func roundTrip() throws {
    var generator = SplitMix(state: 2)
    for _ in 0..<300 {
      let size = Int(generator.next() % 24)
      var degrees = (0..<size).map { _ in
        generator.next() % 4 == 0 ? nil : Int(generator.next() % 40) - 5
      }
      if size > 0 { degrees[0] = 0 }
      let middle = Int(generator.next() % 128)
      let original = KeyboardMapping(
        keys: 3...120, middleKey: middle, referenceKey: middle,
        referenceFrequency: Double(generator.next() % 100_000 + 1) / 100,
        octaveDegree: Int(generator.next() % 30), degrees: degrees)
      #expect(try KeyboardMapping(scalaFile: original.scalaFile(name: "x.kbm")) == original)
    }
    #expect(try mapping(whiteKeys).scalaFile(name: "w.kbm").count < 300)
  }
}
