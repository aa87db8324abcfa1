import Metronome
import Testing

@Suite("Tempo maps")
struct TempoMapTests {
  /// The example of klick's manual, in our words: labels, bars, meters, tempos, patterns, volumes.
  private static let song = """
    intro:    8 120           # 8 measures
    verse1:   12 120 X.x.     # beats 1 and 3
              4 120-140 X.x.
    chorus1:  16 140
    bridge:   8 3/4 140 0.5
              8 3/4 140

    outro:    1 4/4 140,130,120,110
              2 140-80 X... .5
    """

  @Test("reads what klick reads: labels, bars, meters, tempos, lists, ramps, patterns, volumes")
  func klick() throws {
    let sections = try TempoMap(Self.song).sections
    #expect(sections.map(\.label) == ["intro", "verse1", "", "chorus1", "bridge", "", "outro", ""])
    #expect(sections.map(\.barCount) == [8, 12, 4, 16, 8, 8, 1, 2])
    #expect(sections.map(\.meter.beatCount) == [4, 4, 4, 4, 3, 3, 4, 4])
    #expect(sections.map(\.volume) == [1, 1, 1, 1, 0.5, 1, 1, 0.5])
    #expect(sections[1].accents == [.strong, nil, .normal, nil])
    let tempos = try [120, 140, 130, 110, 80].map { try #require(Tempo($0)) }
    #expect(sections[2].tempo == .gradual(from: tempos[0], to: tempos[1]))
    #expect(sections[6].tempo == .beats([tempos[1], tempos[2], tempos[0], tempos[3]]))
    #expect(sections[7].tempo == .gradual(from: tempos[1], to: tempos[4]))
  }

  @Test("a byte order mark, UTF-16 and lines that end in CR are read")
  func encodings() throws {
    let expected = try TempoMap("1 4/4 120\n2 3/4 90").sections
    #expect(try TempoMap("\u{FEFF}1 4/4 120\n2 3/4 90\n").sections == expected)
    #expect(try TempoMap("1 4/4 120\r2 3/4 90\r").sections == expected)
    #expect(try TempoMap("1 4/4 120\r\n2 3/4 90\r\n\u{1A}").sections == expected)
    let units = Array("\u{FEFF}1 4/4 120\n2 3/4 90\n".utf16)
    let wide = units.flatMap { unit -> [UInt8] in [UInt8(unit & 255), UInt8(unit >> 8)] }
    #expect(try TempoMap(parsing: wide).sections == expected)
    let error = #expect(throws: TempoMapError.self) { try TempoMap("1 4/4 120\rx") }
    #expect(error?.line == 2)
  }

  @Test("the unit bpm may stand behind every tempo, or apart")
  func units() throws {
    for (text, plain) in [
      ("1 4/4 120bpm", "1 4/4 120"), ("1 120 BPM", "1 120"), ("4 3/8=80bpm", "4 3/8=80"),
      ("2 120-140bpm", "2 120-140"), ("2 120bpm-140bpm X...", "2 120-140 X..."),
      ("1 140bpm,130bpm,120bpm,110bpm", "1 140,130,120,110"),
      ("* 90bpm ramp=+5/4bars..140bpm", "* 90 ramp=+5/4bars..140"), ("a: 8 120.5bpm", "a: 8 120.5"),
    ] {
      #expect(try TempoMap(text).sections == TempoMap(plain).sections, "\(text)")
    }
    #expect(throws: TempoMapError.self) { try TempoMap("1 bpm") }
    #expect(throws: TempoMapError.self) { try TempoMap("1 120bps") }
  }

  @Test("reads what klick does not: no end, groups, note values, feel, silent bars, ramps")
  func more() throws {
    let text =
      "Blue Rondo: * 9/8=2+2+2+3 1/8=260.25 XxOxOxOxx 0.8 swing=55 subdivide=2 mute=3:1 "
      + "poly=5:9 ramp=+5/4bars..300\r\n# the end\r\n"
    let section = try TempoMap(text).sections[0]
    #expect(section.label == "Blue Rondo" && section.barCount == nil)
    #expect(section.meter.groups == [2, 2, 2, 3] && section.meter.denominator == 8)
    #expect(section.feel.swing == 550 && section.feel.subdivision == 2)
    #expect(section.feel.polyrhythm == Polyrhythm(clickCount: 5, beatCount: 9))
    #expect(section.rests == .alternating(sounding: 3, silent: 1))
    let eighth = try #require(NoteValue(numerator: 1, denominator: 8))
    let tempo = try #require(Tempo(260.25, note: eighth))
    let ramp = try #require(TempoRamp(change: 5, span: .bars(4), limit: 300))
    #expect(section.tempo == .ramp(tempo, ramp))
  }

  @Test(
    "says in which line what is wrong",
    arguments: [
      ("8 120\n8 0", 2, MetronomeError.invalidTempo("0")), ("8 -5", 1, .invalidTempo("-5")),
      ("8 nan", 1, .invalidTempo("nan")), ("8 1e9", 1, .invalidTempo("1e9")),
      ("8 1000000000", 1, .invalidTempo("1000000000")), ("8 601", 1, .invalidTempo("601")),
      ("8 0/4 120", 1, .invalidMeter("0/4")), ("8 4/0 120", 1, .invalidMeter("4/0")),
      ("8 3/5 120", 1, .invalidMeter("3/5")), ("8 3/48 120", 1, .invalidMeter("3/48")),
      ("8 7/8=2+2+2 120", 1, .invalidMeter("7/8=2+2+2")), ("0 120", 1, .invalidBars("0")),
      ("\n\nx: y 120", 3, .invalidBars("y")), ("8", 1, .incomplete("8")),
      ("8 3/4", 1, .incomplete("3/4")), ("label:", 1, .incomplete("label")),
      ("8 120 XxX", 1, .invalidPattern("XxX", beats: 4)), ("8 120 5", 1, .invalidVolume("5")),
      ("8 120 0.5 0.6", 1, .unexpected("0.6")), ("8 120 loud", 1, .unexpected("loud")),
      ("8 120 tempo=3", 1, .unexpected("tempo=3")), ("8 120 swing=90", 1, .invalidSwing("90")),
      ("8 120 poly=3", 1, .invalidPolyrhythm("3")), ("8 120 mute=1", 1, .invalidRests("1")),
      ("8 120 subdivide=17", 1, .invalidSubdivision("17")),
      ("8 120-140 ramp=+5/4bars", 1, .overlappingRamps),
      ("* 120-140", 1, .rampWithoutEnd), ("1 3/4 120,121", 1, .tempoCount(2, beats: 3)),
      ("8 120\n\u{1}\u{2}", 2, .notText), ("8 3/8=", 1, .invalidTempo("")),
    ])
  func refusals(text: String, line: Int, reason: MetronomeError) {
    #expect(throws: TempoMapError(line: line, reason: reason)) { try TempoMap(text) }
  }

  @Test("an empty, a binary and a huge map are refused as a whole")
  func noMaps() {
    for text in ["", "\n\n", "# nothing"] {
      #expect(throws: TempoMapError(line: nil, reason: .emptyMap)) { try TempoMap(text) }
    }
    #expect(throws: TempoMapError(line: 1, reason: .notText)) {
      try TempoMap(parsing: [0x7F, 0x45, 0x4C, 0x46, 0xFF, 0xFE])
    }
    let huge = [UInt8](repeating: UInt8(ascii: "8"), count: 10_000_000)
    #expect(throws: TempoMapError(line: nil, reason: .tooLong)) { try TempoMap(parsing: huge) }
  }

  @Test("any bytes are either a map or an error, never a crash")
  func noise() throws {
    var state: UInt64 = 1
    let alphabet = Array("0123456789 :*/=+-.,xXo#%\nabs\u{e9}".utf8)
    for _ in 0..<20_000 {
      let text = (0..<24).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return alphabet[Int(state >> 33) % alphabet.count]
      }
      if let map = try? TempoMap(parsing: text) {
        var schedule = try ClickSchedule(map, sampleRate: 8000)
        for _ in 0..<20 where schedule.next() == nil { break }
      }
    }
  }

  @Test("starts at a label, and at another speed")
  func editing() throws {
    var map = try TempoMap(Self.song)
    let hasCoda = map.start(atLabel: "coda")
    #expect(!hasCoda)
    let hasBridge = map.start(atLabel: "bridge")
    #expect(hasBridge)
    #expect(map.sections[0].label == "bridge" && map.sections.count == 4)
    map.scaleTempos(by: 0.5)
    #expect(map.sections[0].tempo == .steady(try #require(Tempo(70))))
  }
}
