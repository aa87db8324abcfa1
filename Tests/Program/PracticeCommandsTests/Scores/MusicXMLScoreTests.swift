import IntonationPractice
import MusicTheory
@testable import PracticeCommands
import Testing

@Suite("MusicXML as scores")
struct MusicXMLScoreTests {
  private static let head = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE score-partwise PUBLIC "-//Recordare//DTD MusicXML 4.0 Partwise//EN"
      "http://www.musicxml.org/dtds/partwise.dtd">
    """

  private func document(_ measures: [String], more: String = "") -> [UInt8] {
    let body = measures.enumerated().map { "<measure number=\"\($0 + 1)\">\($1)</measure>" }
    return Array(
      """
      \(Self.head)
      <score-partwise version="4.0"><work><work-title>A  tune</work-title></work>
      <part-list><score-part id="P1"><part-name>Flute</part-name></score-part>
      <score-part id="P2"><part-name>Bass</part-name></score-part></part-list>
      <part id="P1">\(body.joined())</part>\(more)</score-partwise>
      """.utf8)
  }

  private func note(
    _ step: String, _ octave: Int = 4, alter: Int = 0, duration: Int = 1, more: String = ""
  ) -> String {
    """
    <note><pitch><step>\(step)</step><alter>\(alter)</alter><octave>\(octave)</octave></pitch>\
    <duration>\(duration)</duration>\(more)</note>
    """
  }

  private func numbers(_ measures: [String]) throws -> [Int] {
    try MusicXMLScore.read(document(measures)).notes.map(\.midiNumber)
  }

  @Test("notes have pitch, onset and duration in quarters; title and key are read")
  func notes() throws {
    let score = try MusicXMLScore.read(
      document([
        "<attributes><divisions>2</divisions><key><fifths>-2</fifths></key></attributes>"
          + note("B", 4, alter: -1, duration: 2) + note("D", 5, duration: 1),
        note("F", 5, alter: 1, duration: 4),
      ]))
    #expect(
      score.notes == [
        PracticeNote(midiNumber: 70, onset: 0, duration: 1),
        PracticeNote(midiNumber: 74, onset: 1, duration: 0.5),
        PracticeNote(midiNumber: 78, onset: 1.5, duration: 2),
      ])
    #expect(score.title == "A tune")
    #expect(score.key?.description == "B♭ major")
    #expect(score.remarks.isEmpty)
  }

  @Test("bars have their written numbers and meters; a pickup is the end of bar 0")
  func bars() throws {
    let time = "<time><beats>3</beats><beat-type>4</beat-type></time>"
    let score = try MusicXMLScore.read(
      Array(
        """
        \(Self.head)<score-partwise><part id="P1">
        <measure number="0" implicit="yes"><attributes>\(time)</attributes>\(note("G"))</measure>
        <measure number="1">\(note("C", duration: 3))</measure>
        <measure number="2"><attributes><time><beats>2+3</beats><beat-type>8</beat-type></time>
        </attributes>\(note("C"))\(note("D"))</measure></part></score-partwise>
        """.utf8))
    let three = PracticeMeter(beatCount: 3, beatUnit: 4)
    #expect(
      score.bars == [
        PracticeBar(number: 0, onset: 0, length: 1, meter: three, lead: 2),
        PracticeBar(number: 1, onset: 1, length: 3, meter: three),
        PracticeBar(
          number: 2, onset: 4, length: 2, meter: PracticeMeter(beatCount: 5, beatUnit: 8)),
      ])
    #expect(score.place(atQuarter: 0).map { [Double($0.bar.value), $0.beat ?? 0] } == [0, 3])
  }

  @Test("tempos of playback come before marks; a repeat goes back to the tempo that was there")
  func tempos() throws {
    let mark = """
      <direction><direction-type><metronome><beat-unit>quarter</beat-unit><beat-unit-dot/>
      <per-minute>ca. 80</per-minute></metronome></direction-type></direction>
      """
    let played = """
      <direction><direction-type><metronome><beat-unit>half</beat-unit>
      <per-minute>40</per-minute></metronome></direction-type><sound tempo="82.5"/></direction>
      """
    let backward = "<barline><repeat direction=\"backward\"/></barline>"
    let score = try MusicXMLScore.read(
      document([mark + note("C"), note("D") + played + note("E") + backward]))
    #expect(
      score.tempos == [
        PracticeTempo(onset: 0, quartersPerMinute: 120),
        PracticeTempo(onset: 2, quartersPerMinute: 82.5),
        PracticeTempo(onset: 3, quartersPerMinute: 120),
        PracticeTempo(onset: 5, quartersPerMinute: 82.5),
      ])
    let free = "<attributes><time><senza-misura/></time></attributes>"
    #expect(try MusicXMLScore.read(document([free + note("C")])).bars.map(\.meter) == [nil])
  }

  @Test("repeats are played, with first and second endings")
  func repeats() throws {
    let forward = "<barline location=\"left\"><repeat direction=\"forward\"/></barline>"
    let backward = "<barline><repeat direction=\"backward\"/></barline>"
    #expect(try numbers([note("C") + backward, note("D")]) == [60, 60, 62])
    #expect(
      try numbers([note("C"), forward + note("D"), note("E") + backward, note("F")])
        == [60, 62, 64, 62, 64, 65])
    #expect(
      try numbers([
        note("C"),
        "<barline><ending number=\"1\" type=\"start\"/></barline>" + note("D")
          + "<barline><ending number=\"1\" type=\"stop\"/><repeat direction=\"backward\"/></barline>",
        "<barline><ending number=\"2\" type=\"start\"/></barline>" + note("E")
          + "<barline><ending number=\"2\" type=\"discontinue\"/></barline>",
        note("F"),
      ]) == [60, 62, 60, 64, 65])
    #expect(
      try numbers([note("C") + "<barline><repeat direction=\"backward\" times=\"3\"/></barline>"])
        == [60, 60, 60])
    #expect(
      try numbers([
        note("C"),
        "<barline><ending number=\"1, 2\" type=\"start\"/></barline>" + note("D")
          + "<barline><ending number=\"1, 2\" type=\"stop\"/><repeat direction=\"backward\"/></barline>",
        "<barline><ending number=\"3\" type=\"start\"/></barline>" + note("E")
          + "<barline><ending number=\"3\" type=\"stop\"/></barline>",
      ]) == [60, 62, 60, 62, 60, 64])
  }

  @Test("a jump is reported, and not followed")
  func jumps() throws {
    let score = try MusicXMLScore.read(
      document([note("C"), "<direction><sound dacapo=\"yes\"/></direction>" + note("D")]))
    #expect(score.notes.count == 2)
    #expect(score.remarks == [.jumpsNotFollowed])
  }

  @Test(
    "a jump that is only words or signs is reported, and other words are not",
    arguments: [
      ("<words>D.C. al Fine</words>", true), ("<words>D. S. al Coda</words>", true),
      ("<words>da capo</words>", true), ("<words>Dal Segno</words>", true),
      ("<words>To Coda</words>", true), ("<words>DS al Fine</words>", true), ("<segno/>", true),
      ("<coda/>", true), ("<words>Fine</words>", false), ("<words>cresc. al fine</words>", false),
      ("<words>D C G</words>", false), ("<words>dolce</words>", false),
    ])
  func jumpWords(words: String, isJump: Bool) throws {
    let direction = "<direction><direction-type>\(words)</direction-type></direction>"
    let score = try MusicXMLScore.read(document([note("C") + direction, note("D")]))
    #expect(score.remarks == (isJump ? [.jumpsNotFollowed] : []))
  }

  @Test("a bar that no repeat and no ending reaches is told by its printed number")
  func unreached() throws {
    let second = "<barline><ending number=\"2\" type=\"start\"/></barline>"
    let score = try MusicXMLScore.read(
      document([note("C"), second + note("D") + second, note("E"), note("F")]))
    #expect(score.notes.map(\.midiNumber) == [60])
    #expect(score.remarks == [.barsNotReached("2-4")])
    #expect(score.remarks.first?.description.hasSuffix("left out: 2-4.") == true)
  }

  @Test("meters and lengths of bars are the score's, in whichever part they are written")
  func sharedBars() throws {
    let time = "<attributes><time><beats>3</beats><beat-type>4</beat-type></time></attributes>"
    let bytes = document(
      [time + note("C", duration: 3), "", note("D", duration: 3)],
      more: """
        <part id="P2"><measure number="1">\(note("C", 3, duration: 3))</measure><measure number="2">\
        \(note("D", 3, duration: 2))</measure><measure number="3">\(note("E", 3, duration: 3))\
        </measure><measure number="4">\(note("F", 3, duration: 3))</measure></part>
        """)
    for voice in 1...2 {
      let score = try MusicXMLScore.read(bytes, voice: voice)
      #expect(
        score.bars.map(\.meter)
          == Array(repeating: PracticeMeter(beatCount: 3, beatUnit: 4), count: 4))
      #expect(score.bars.map(\.onset) == [0, 3, 5, 8])
    }
    #expect(try MusicXMLScore.read(bytes).notes.map(\.onset) == [0, 5])
  }

  @Test("a bar that is printed X1 is not bar 2, and the text of a bar comes before its number")
  func namedBars() throws {
    let score = try MusicXMLScore.read(
      Array(
        """
        \(Self.head)<score-partwise><part id="P1"><measure number="1">\(note("C", duration: 4))</measure>
        <measure number="X1" implicit="yes">\(note("D", duration: 4))</measure>
        <measure number="2">\(note("E", duration: 4))</measure>
        <measure number="3" text="2bis">\(note("F", duration: 4))</measure></part></score-partwise>
        """.utf8))
    #expect(score.bars.map(\.number.label) == ["1", "X1", "2", "2bis"])
    #expect(try score.passage(.bars(2...2)).notes.map(\.midiNumber) == [64])
    #expect(try score.passage(.printed(from: "X1", to: "X1")).notes.map(\.midiNumber) == [62])
  }

  @Test(
    "fractions of alter and of transpose are cents; both spellings of a quarter tone are one note")
  func microtones() throws {
    func pitch(_ step: String, _ alter: String) -> String {
      "<note><pitch><step>\(step)</step><alter>\(alter)</alter><octave>4</octave></pitch>"
        + "<duration>1</duration></note>"
    }
    let score = try MusicXMLScore.read(
      document([pitch("E", "-0.5") + pitch("D", "+1.5") + pitch("F", "0.25") + pitch("G", "-0.75")])
    )
    #expect(score.notes.map(\.midiNumber) == [64, 63, 65, 66])
    #expect(score.notes.map(\.microtone) == [-50, 50, 25, 25])
    #expect(Intonation(score, played: [], concertPitch: .standard).missingCount == 4)
    let transposed = try MusicXMLScore.read(
      document([
        "<attributes><transpose><chromatic>-2.5</chromatic></transpose></attributes>"
          + pitch("D", "0") + pitch("D", "0.75")
      ]))
    #expect(transposed.notes.map(\.midiNumber) == [60, 60])
    #expect(transposed.notes.map(\.microtone) == [-50, 25])
  }

  @Test("a chord whose notes name no voice, or another one, is one chord and told")
  func chordVoices() throws {
    let chord = { (voice: String) in
      "<note><chord/><pitch><step>E</step><octave>4</octave></pitch><duration>1</duration>\(voice)</note>"
    }
    for voice in ["", "<voice>1</voice>", "<voice>2</voice>"] {
      let score = try MusicXMLScore.read(
        document([note("C", 5, more: "<voice>2</voice>") + chord(voice)]))
      #expect(score.notes.map(\.midiNumber) == [72], "\(voice)")
      #expect(score.remarks == [.lowerNotesLeftOut(1)], "\(voice)")
    }
  }

  @Test("both hands of a piano are together, or one by its staff, or one voice")
  func together() throws {
    let right = "<voice>1</voice><staff>1</staff>"
    let left = "<voice>5</voice><staff>2</staff>"
    let pitch = "<pitch><step>E</step><octave>4</octave></pitch><duration>1</duration>"
    let chord = "<note><chord/>\(pitch)\(right)</note>"
    let written = try MusicXMLScore.written(
      document([
        note("C", more: right) + chord + note("D", more: right)
          + "<backup><duration>2</duration></backup>" + note("C", 3, duration: 2, more: left)
      ]))
    func numbers(voice: Int? = nil, staff: Int? = nil) throws -> [Int] {
      try written.together(voice: voice, staff: staff).score.notes.map(\.midiNumber)
    }
    #expect(try numbers() == [60, 64, 48, 62])
    #expect(try numbers(staff: 1) == [60, 64, 62])
    #expect(try numbers(staff: 2) == [48])
    #expect(try numbers(voice: 1) == [60, 64, 62])
    #expect(written.staves(ofPartWithVoice: nil) == [1, 2])
    #expect(throws: MusicXMLError.score(.noVoice(9, count: 2))) { try numbers(voice: 9) }
  }

  @Test("a voice that moves from staff to staff is one")
  func crossStaff() throws {
    let staff = { (number: Int) in "<voice>1</voice><staff>\(number)</staff>" }
    let score = try MusicXMLScore.read(
      document([
        note("C", 5, more: staff(1)) + note("G", 3, more: staff(2)) + note("D", 5, more: staff(1))
      ]))
    #expect(score.notes.map(\.midiNumber) == [72, 55, 74])
    #expect(score.remarks.isEmpty)
    // Rests fill the other hand.
    let rest = "<note><rest/><duration>2</duration>\(staff(2))</note>"
    let hands = document([
      note("C", 5, duration: 2, more: staff(1)) + "<backup><duration>2</duration></backup>" + rest,
      "<note><rest/><duration>2</duration>\(staff(1))</note><backup><duration>2</duration></backup>"
        + note("C", 3, duration: 2, more: staff(2)),
    ])
    #expect(try MusicXMLScore.read(hands, voice: 2).notes.map(\.midiNumber) == [48])
  }

  @Test("the limit of 4000 notes is one of the passage")
  func longScores() throws {
    let measures = [String](repeating: note("C") + note("D"), count: 2001)
    let score = try MusicXMLScore.read(
      document(measures), mostNotes: PracticeScore.mostReadNotes)
    #expect(score.notes.count == 4002)
    #expect(try score.passage(.bars(1999...2001)).notes.count == 6)
  }

  @Test("tied notes are one, also across a bar line")
  func ties() throws {
    let score = try MusicXMLScore.read(
      document([
        note("C", duration: 4, more: "<tie type=\"start\"/>"),
        note("C", duration: 2, more: "<tie type=\"stop\"/>") + note("C", duration: 2),
      ]))
    #expect(
      score.notes == [
        PracticeNote(midiNumber: 60, onset: 0, duration: 6),
        PracticeNote(midiNumber: 60, onset: 6, duration: 2),
      ])
  }

  @Test("a B flat trumpet sounds a whole tone lower, and its D major is C major")
  func transposition() throws {
    let score = try MusicXMLScore.read(
      document([
        """
        <attributes><divisions>1</divisions><key><fifths>2</fifths></key><transpose>\
        <diatonic>-1</diatonic><chromatic>-2</chromatic></transpose></attributes>
        """ + note("D", 4) + note("F", 4, alter: 1)
      ]))
    #expect(score.notes.map(\.midiNumber) == [60, 64])
    #expect(score.key?.description == "C major")
    let guitar = try MusicXMLScore.read(
      document([
        """
        <attributes><transpose><chromatic>0</chromatic><octave-change>-1</octave-change>\
        </transpose></attributes>
        """ + note("E", 3)
      ]))
    #expect(guitar.notes.map(\.midiNumber) == [40])
  }

  @Test("grace notes take no time, and cue notes and rests are left out")
  func graces() throws {
    let score = try MusicXMLScore.read(
      document([
        "<note><grace/><pitch><step>D</step><octave>4</octave></pitch></note>" + note("C")
          + "<note><rest/><duration>1</duration></note>"
          + "<note><cue/><pitch><step>A</step><octave>4</octave></pitch><duration>1</duration></note>"
          + note("E")
      ]))
    #expect(
      score.notes == [
        PracticeNote(midiNumber: 62, onset: 0, duration: 0, isGrace: true),
        PracticeNote(midiNumber: 60, onset: 0, duration: 1),
        PracticeNote(midiNumber: 64, onset: 3, duration: 1),
      ])
  }

  @Test("of several voices and parts one is chosen and said; of chords the highest note")
  func voices() throws {
    let bytes = document(
      [
        note("C", 5, more: "<voice>1</voice>") + note("D", 5, more: "<voice>1</voice>")
          + "<backup><duration>2</duration></backup>"
          + note("G", 3, duration: 2, more: "<voice>2</voice>")
          + "<note><chord/><pitch><step>B</step><octave>3</octave></pitch><duration>2</duration>"
          + "<voice>2</voice></note>"
      ],
      more: """
        <part id="P2"><measure number="1"><note><unpitched/><duration>1</duration></note>\
        \(note("C", 2))</measure></part>
        """)
    let first = try MusicXMLScore.read(bytes)
    #expect(first.notes.map(\.midiNumber) == [72, 74])
    #expect(
      first.remarks == [.chosenVoice(number: 1, count: 3, name: "Flute"), .percussionLeftOut])
    let second = try MusicXMLScore.read(bytes, voice: 2)
    #expect(second.notes == [PracticeNote(midiNumber: 59, onset: 0, duration: 2)])
    #expect(second.remarks.contains(.lowerNotesLeftOut(1)))
    #expect(try MusicXMLScore.read(bytes, voice: 3).notes.map(\.midiNumber) == [36])
    #expect(throws: MusicXMLError.score(.noVoice(4, count: 3))) {
      try MusicXMLScore.read(bytes, voice: 4)
    }
  }

  @Test("entity bombs, external entities and deep nesting are refused unread")
  func hostile() {
    var bomb = "<!DOCTYPE score-partwise [<!ENTITY a \"aaaaaaaaaa\">"
    for index in 0..<9 {
      let before = index == 0 ? "a" : "a\(index - 1)"
      bomb += "<!ENTITY a\(index) \"\(String(repeating: "&\(before);", count: 10))\">"
    }
    bomb += "]><score-partwise><work><work-title>&a8;</work-title></work></score-partwise>"
    #expect(throws: MusicXMLError.entities) { try MusicXMLScore.read(Array(bomb.utf8)) }
    let file = """
      <!DOCTYPE score-partwise [<!ENTITY x SYSTEM "file:///etc/passwd">]>
      <score-partwise><work><work-title>&x;</work-title></work></score-partwise>
      """
    #expect(throws: MusicXMLError.entities) { try MusicXMLScore.read(Array(file.utf8)) }
    let parameter = """
      <!DOCTYPE score-partwise [<!ENTITY % p SYSTEM "http://127.0.0.1:1/x"> %p;]><score-partwise/>
      """
    #expect(throws: MusicXMLError.entities) { try MusicXMLScore.read(Array(parameter.utf8)) }
    let deep = "<score-partwise>" + String(repeating: "<a>", count: 100_000)
    #expect(throws: MusicXMLError.tooDeep) { try MusicXMLScore.read(Array(deep.utf8)) }
  }

  @Test("what is no score is refused with its reason")
  func refused() {
    #expect(throws: MusicXMLError.archive(.truncated)) {
      try MusicXMLScore.read(Array("PK".utf8) + [3, 4, 20, 0])
    }
    #expect(throws: MusicXMLError.notXML(line: 1)) { try MusicXMLScore.read([]) }
    #expect(throws: MusicXMLError.notXML(line: 2)) {
      try MusicXMLScore.read(Array("<score-partwise>\n</part>".utf8))
    }
    #expect(throws: MusicXMLError.notAScore("score-timewise")) {
      try MusicXMLScore.read(Array("<score-timewise/>".utf8))
    }
    #expect(throws: MusicXMLError.notAScore("html")) {
      try MusicXMLScore.read(Array("<html/>".utf8))
    }
    #expect(throws: MusicXMLError.score(.empty)) { try MusicXMLScore.read(document([])) }
    #expect(throws: MusicXMLError.score(.empty)) {
      try MusicXMLScore.read(document(["<note><rest/><duration>4</duration></note>"]))
    }
    #expect(throws: MusicXMLError.score(.noteOutOfRange(131))) {
      try MusicXMLScore.read(document([note("B", 9)]))
    }
    #expect(throws: MusicXMLError.tooManyMeasures(20_000)) {
      let again = "<barline><repeat direction=\"backward\" times=\"100\"/></barline>"
      _ = try MusicXMLScore.read(
        document([String](repeating: note("C"), count: 300) + [note("D") + again]))
    }
    #expect(throws: MusicXMLError.score(.tooManyNotes)) {
      _ = try MusicXMLScore.read(document([String](repeating: note("C") + note("D"), count: 2001)))
    }
  }
}
