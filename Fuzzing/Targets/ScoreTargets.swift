import InstrumentSetup
import IntonationPractice
@testable import PracticeCommands
@testable import WorkshopCommands

/// Scores to practise, and tables of measured frets.
extension FuzzTarget {
  static let scoreTargets = [midiScore, musicXML, compressedScore, fretTable]

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

  private static let compressedScore = FuzzTarget(
    name: "compressed-score", longestInput: 2000, quickRuns: 8000,
    words: ["PK\u{1}\u{2}", "PK\u{3}\u{4}", "PK\u{5}\u{6}", "META-INF/container.xml"],
    seeds: {
      // A deflated and a stored archive, as Python's zipfile writes them.
      [
        """
        504b030414000000080000002100178e681a86000000cd000000160000004d4554412d494e462f636f6e7461 \
        696e65722e786d6c7d8ec10ec22010447f85ecd514f4e601da9b5fa01fb081ad6e020ba1d0e8dfdb9eeac9db \
        2433f366ecf44e51ad5417cee2e0a2cfa0487c0e2c4f078ffb6db8c2345a9fa5210bd5d1d69cdbcc919643aa \
        b9c738146c2f07ad0be9d417f61b1854a2c038b44f2107584a648f6d5b32ab045dc9e71ab01ef9d3de317fc0 \
        25ccbb6f7e4e98e3db17504b0304140000000800000021009cfe42ed98000000a10100000d00000074756e65 \
        2e6d75736963786d6cad91cf0e83200cc65fc570779d89c7dacbfe9cf70a049b8c44814075af3f8c4e6276dc \
        2eb4f9faf16b0b988c8f5c071de565135733c764bdeb547b3a2bc245af079b84b0182bdb77ead17cca4e8f4c \
        f7611246280242b9405b61051d1123eb34c5ec775ef219ac98676e261ce892194b446f44cf4c2dc29665deea \
        eba7a825cf4b0dc29e23acac6fe2f5efc4db8f44d8f787eda58e1f426f504b01021403140000000800000021 \
        00178e681a86000000cd0000001600000000000000000000008001000000004d4554412d494e462f636f6e74 \
        61696e65722e786d6c504b01021403140000000800000021009cfe42ed98000000a10100000d000000000000 \
        00000000008001ba00000074756e652e6d75736963786d6c504b050600000000020002007f0000007d010000 \
        0000
        """,
        """
        504b030414000000000000002100c864da903000000030000000160000004d4554412d494e462f636f6e7461 \
        696e65722e786d6c3c636f6e7461696e65723e3c726f6f7466696c652066756c6c2d706174683d2273222f3e \
        3c2f636f6e7461696e65723e504b0304140000000000000021006dab1c56840000008400000001000000733c \
        73636f72652d70617274776973653e3c706172742069643d2250223e3c6d6561737572653e3c6e6f74653e3c \
        70697463683e3c737465703e433c2f737465703e3c6f63746176653e343c2f6f63746176653e3c2f70697463 \
        683e3c2f6e6f74653e3c2f6d6561737572653e3c2f706172743e3c2f73636f72652d70617274776973653e50 \
        4b0102140314000000000000002100c864da9030000000300000001600000000000000000000008001000000 \
        004d4554412d494e462f636f6e7461696e65722e786d6c504b01021403140000000000000021006dab1c5684 \
        0000008400000001000000000000000000000080016400000073504b05060000000002000200730000000701 \
        00000000
        """,
      ].map(bytes(hexadecimal:))
    },
    read: { bytes in
      guard let score = try? MusicXMLScore.read(bytes) else { return false }
      check(score)
      return true
    })

  private static func bytes(hexadecimal text: String) -> [UInt8] {
    let digits = text.compactMap { $0.hexDigitValue }
    return stride(from: 0, to: digits.count - 1, by: 2).map {
      UInt8(16 * digits[$0] + digits[$0 + 1])
    }
  }

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
