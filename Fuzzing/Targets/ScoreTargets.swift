import InstrumentSetup
import IntonationPractice
import MusicXMLScores

@testable import PracticeCommands

/// Scores to practise, and tables of measured frets.
extension FuzzTarget {
  static let scoreTargets = [midiScore, musicXML, fretTable]

  private static let midiScore = FuzzTarget(
    name: "midi-score", words: ["MThd", "MTrk"],
    seeds: {
      let head: [UInt8] = Array("MThd".utf8) + [0, 0, 0, 6, 0, 1, 0, 2, 0, 96]
      let tempo: [UInt8] =
        Array("MTrk".utf8)
        + [
          0, 0, 0, 17, 0, 0xFF, 0x51, 3, 7, 0xA1, 0x20, 0, 0xFF, 0x59, 2, 0xFE, 0, 0, 0xFF, 0x2F, 0,
        ]
      let notes: [UInt8] =
        Array("MTrk".utf8)
        + [0, 0, 0, 18, 0, 0x90, 60, 64, 96, 60, 0, 0, 64, 64, 0x81, 0x40, 64, 0, 0, 0xFF, 0x2F, 0]
      return [head + tempo + notes, head + notes + notes]
    },
    read: { bytes in
      guard let score = try? MIDIScore.read(bytes) else { return false }
      check(score)
      return true
    })

  private static func check(_ score: PracticeScore) {
    require(!score.notes.isEmpty, "a score has notes")
    require(score.notes.count <= PracticeScore.mostNotes, "and not too many")
    var last = -Double.infinity
    for note in score.notes {
      require((0...127).contains(note.midiNumber), "of the keyboard")
      require(note.onset >= last && note.duration >= 0, "in order")
      last = note.onset
    }
  }

  private static let musicXML = FuzzTarget(
    name: "music-xml", longestInput: 2000, quickRuns: 8000,
    words: [
      "<note>", "</note>", "<chord/>", "<grace/>", "<rest/>", "<tie type=\"stop\"/>",
      "<alter>-1</alter>",
      "<backup><duration>1</duration></backup>", "<repeat direction=\"backward\" times=\"9\"/>",
      "<repeat direction=\"forward\"/>", "<ending number=\"1\" type=\"start\"/>", "&amp;", "&x;",
      "<ending number=\"1\" type=\"stop\"/>", "<!ENTITY x \"y\">", "<voice>2</voice>",
      "<transpose><chromatic>-2</chromatic></transpose>",
    ],
    seeds: {
      let note =
        "<note><pitch><step>C</step><octave>4</octave></pitch><duration>1</duration></note>"
      return [
        "<score-partwise><part id=\"P1\"><measure>\(note)</measure></part></score-partwise>",
        "<score-partwise><part-list><score-part id=\"P\"><part-name>F</part-name></score-part>"
          + "</part-list><part id=\"P\"><measure><attributes><divisions>2</divisions><key>"
          + "<fifths>-3</fifths></key></attributes>\(note)\(note)<barline>"
          + "<repeat direction=\"backward\"/></barline></measure><measure>\(note)</measure></part>"
          + "</score-partwise>",
      ].map { Array($0.utf8) }
    },
    read: { bytes in
      guard let score = try? MusicXMLScore.read(bytes) else { return false }
      check(score)
      return true
    })

  private static let fretTable = FuzzTarget(
    name: "fret-table", words: ["string,fret,frequency,error_cents\n", ",", "1e3", "nan", "24"],
    seeds: {
      [
        Array("string,fret,frequency,error_cents\n6,0,82.41,0.1\n6,12,165.0,0.1\n".utf8),
        Array("string,fret,frequency,error_cents\r\n1,3,392,2e-1\r\n\r\n".utf8),
      ]
    },
    read: { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      guard let table = try? FretTable(text: text, name: "fuzz") else { return false }
      let again = try? FretTable(text: table.text, name: "again")
      require(again?.text == table.text || !hasPlainNumbers(table), "a table is read again")
      return true
    })

  /// Frequencies and errors that five and four decimals can write.
  private static func hasPlainNumbers(_ table: FretTable) -> Bool {
    table.strings.values.joined().allSatisfy { $0.error >= 1e-3 }
  }
}
