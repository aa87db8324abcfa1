import Testing

@testable import WebCore

@Suite("Files of the page's user behind the C interface")
struct FileReaderTests {
  private func reader(_ text: String) throws -> FileReader {
    let reader = FileReader()
    fill(reader, text)
    return reader
  }

  private func fill(_ reader: FileReader, _ text: String) {
    let bytes = reader.makeRoom(text.utf8.count)?.assumingMemoryBound(to: UInt8.self)
    #expect(bytes != nil)
    for (index, byte) in text.utf8.enumerated() { bytes?[index] = byte }
  }

  private func text(_ reader: FileReader) -> String {
    let count = Int(reader.fields[.textCount])
    return String(decoding: (0..<count).map { reader.text[$0] }, as: UTF8.self)
  }

  private let just = "Just, by Ptolemy\n7\n9/8\n5/4\n4/3\n3/2\n5/3\n15/8\n2/1\n"

  @Test("reads a scale of 7 degrees with its title and its period of 1200 cents")
  func scale() throws {
    let reader = try reader(just)
    #expect(reader.readScale())
    #expect(reader.fields[.degreeCount] == 7)
    #expect(text(reader) == "Just, by Ptolemy")
    #expect(abs(reader.degrees[3] - 701.955) < 0.001)
    #expect(abs(reader.degrees[6] - 1200) < 1e-9)
  }

  @Test("names line 4 and the pitch that is none")
  func wrongPitch() throws {
    let reader = try reader("title\n2\n3/2\nhello\n")
    #expect(!reader.readScale())
    #expect(reader.fields[.line] == 4)
    #expect(reader.fields[.problem] == Double(FileProblem.invalid.rawValue))
    #expect(reader.fields[.part] == Double(ScalaPart.pitch.rawValue))
  }

  @Test("a mapping at A4 = 432 Hz asks for that concert pitch and root C")
  func mapping() throws {
    let reader = try reader(just)
    #expect(reader.readScale())
    let whiteKeys = "12\n0\n127\n60\n69\n432.0\n7\n0\nx\n1\nx\n2\n3\nx\n4\nx\n5\nx\n6\n"
    fill(reader, whiteKeys)
    #expect(reader.readMapping())
    #expect(reader.fields[.degreeCount] == 7)
    #expect(reader.fields[.root] == 0)
    #expect(abs(reader.fields[.concertPitch] - 432) < 1e-9)
  }

  @Test("a mapping without a scale is refused")
  func mappingAlone() throws {
    let reader = try reader("0\n0\n127\n60\n69\n440.0\n0\n")
    #expect(!reader.readMapping())
    #expect(reader.fields[.problem] == Double(FileProblem.noScaleOfKeys.rawValue))
  }

  @Test("reads an instrument into lines with the numbers of its strings and thousandths of a cent")
  func instruments() throws {
    let reader = try reader(
      "instrument: Cigar box\nalso: CBG\ntuning: Open G\nstrings: G2(-4) D3 G3(+1.5)\n")
    #expect(reader.readInstruments())
    #expect(
      text(reader) == """
        i\tCigar box\tOther
        a\tCBG
        t\tOpen G
        s\t3\tG2\t-4000
        s\t2\tD3\t0
        s\t1\tG3\t1500

        """)
  }

  @Test("a tuning of a built-in guitar joins its others, and no other instrument is written")
  func builtInInstrument() throws {
    let reader = try reader("instrument: guitar\ntuning: Mine\nstrings: E2 A2 D3 G3 C4 D4\n")
    #expect(reader.readInstruments())
    let lines = text(reader).split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("i\t") } == ["i\tGuitar\tGuitars"])
    #expect(lines.contains("t\tDrop D") && lines.contains("t\tMine"))
  }

  @Test("names line 3 and the word that is no string")
  func wrongString() throws {
    let reader = try reader("instrument: Box\ntuning: Usual\nstrings: G2 H3\n")
    #expect(!reader.readInstruments())
    #expect(reader.fields[.line] == 3)
    #expect(reader.fields[.problem] == Double(FileProblem.notAString.rawValue))
    #expect(text(reader) == "H3")
  }

  @Test("divides the octave into 31 steps of 38.71 cents, but not into 0")
  func division() throws {
    let reader = FileReader()
    #expect(reader.divide(into: 31))
    #expect(abs(reader.degrees[0] - 38.7097) < 0.0001)
    #expect(!reader.divide(into: 0))
  }

  @Test("a file of more than 1 MiB is refused before it is read")
  func tooLarge() { #expect(FileReader().makeRoom(FileReader.byteLimit + 1) == nil) }
}
