import IntonationPractice
@testable import PracticeCommands
import Testing

@Suite("Encodings of MusicXML")
struct ScoreEncodingTests {
  private static func document(_ declaration: String, title: [UInt8]) -> [UInt8] {
    Array((declaration + "<score-partwise><work><work-title>").utf8) + title
      + Array(
        """
        </work-title></work><part id="P1"><measure number="1"><note><pitch><step>C</step>\
        <octave>4</octave></pitch><duration>1</duration></note></measure></part></score-partwise>
        """.utf8)
  }

  private static func title(_ bytes: [UInt8]) throws -> String {
    try MusicXMLScore.read(bytes).title
  }

  private static func declared(_ encoding: String) -> String {
    "<?xml version=\"1.0\" encoding=\"\(encoding)\"?>\n"
  }

  private static let flute: [UInt8] = [0x46, 0x6C, 0xF6, 0x74, 0x65]  // Flöte in Latin-1

  @Test(
    "a declared encoding of single bytes is honoured",
    arguments: [
      ("ISO-8859-1", flute, "Flöte"), ("latin1", flute, "Flöte"),
      ("ISO-8859-15", [0xA4, 0xBC], "€Œ"), ("iso-8859-15", flute, "Flöte"),
      ("windows-1252", [0x93, 0x80, 0x94], "“€”"), ("CP1252", flute, "Flöte"),
      ("UTF-8", Array("Flöte".utf8), "Flöte"), ("US-ASCII", Array("Flute".utf8), "Flute"),
    ] as [(String, [UInt8], String)])
  func narrow(encoding: String, title: [UInt8], expected: String) throws {
    #expect(try Self.title(Self.document(Self.declared(encoding), title: title)) == expected)
  }

  @Test("UTF-16 is read in both orders, with and without a mark, whatever it declares")
  func wide() throws {
    for encoding in ["UTF-16", "UTF-8"] {
      let text = String(
        decoding: Self.document(Self.declared(encoding), title: Array("Flöte 𝄞".utf8)),
        as: UTF8.self)
      for mark in ["\u{FEFF}", "", "\n"] {
        let units = Array((mark + text).utf16)
        let little = units.flatMap { unit -> [UInt8] in [UInt8(unit & 255), UInt8(unit >> 8)] }
        let big = units.flatMap { unit -> [UInt8] in [UInt8(unit >> 8), UInt8(unit & 255)] }
        #expect(try Self.title(little) == "Flöte 𝄞")
        #expect(try Self.title(big) == "Flöte 𝄞")
      }
    }
  }

  @Test("what a declaration says wrongly of UTF-8 and of Windows-1252 does not hide the score")
  func untrue() throws {
    for encoding in ["UTF-16", "utf-16le", "Shift_JIS", "windows-1251"] {
      let bytes = Self.document(Self.declared(encoding), title: Array("Flöte".utf8))
      #expect(try Self.title(bytes) == "Flöte")
    }
    #expect(try Self.title(Self.document(Self.declared("UTF-8"), title: Self.flute)) == "Flöte")
    #expect(try Self.title(Self.document("", title: Self.flute)) == "Flöte")
  }

  @Test("an encoding that is not read is named")
  func unknown() {
    for name in ["Shift_JIS", "windows-1251"] {
      let error = #expect(throws: MusicXMLError.unknownEncoding(name)) {
        try Self.title(Self.document(Self.declared(name), title: [0x83, 0x5C, 0xF6]))
      }
      #expect(error?.description.contains("'\(name)'") == true)
    }
  }

  @Test("blank lines before the declaration, and a declaration that is not complete, are no errors")
  func declarations() throws {
    for head in [
      "\n\r\n " + Self.declared("UTF-8"), "<?xml version=\"1.0\" encoding=\"UTF-8\">",
      "<?xml version='1.1' encoding='utf-8' standalone='no'?>", "\u{FEFF}\n<?xml version=\"1.0\"?>",
      "",
    ] {
      #expect(try Self.title(Self.document(head, title: Array("A".utf8))) == "A", "\(head)")
    }
    // Lines keep their numbers.
    #expect(throws: MusicXMLError.notXML(line: 4)) {
      try Self.title(Array("\n\n<?xml version=\"1.0\"?>\n<score-partwise></b>".utf8))
    }
  }

  @Test("of the files of an archive the score is chosen by its media type, and else by its name")
  func rootFiles() {
    func path(_ files: [(path: String, type: String?)]) -> String? {
      var container = ScoreContainer()
      for file in files {
        var attributes = ["full-path": file.path]
        attributes["media-type"] = file.type
        container.take(.start("rootfile", attributes))
      }
      return container.path
    }
    let xml = "application/vnd.recordare.musicxml+xml"
    #expect(path([("a.pdf", "application/pdf"), ("s.xml", nil)]) == "s.xml")
    #expect(path([("a.pdf", nil), ("s.musicxml", nil)]) == "s.musicxml")
    #expect(path([("a.mid", "audio/midi"), ("score", xml), ("t.xml", xml)]) == "score")
    #expect(path([("s.xml", nil), ("t.xml", xml)]) == "s.xml")
    #expect(path([("s", nil)]) == "s")
    #expect(path([("a.pdf", "application/pdf")]) == "a.pdf")
    #expect(path([]) == nil)
  }
}
