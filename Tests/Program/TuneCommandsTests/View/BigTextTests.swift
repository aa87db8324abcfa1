@testable import CommandKit
import MusicTheory
import Testing
@testable import TuneCommands

@Suite("Large letters")
struct BigTextTests {
  private static let fonts: [BlockLetters.Scale] = [.halfBlocks, .cells(width: 1, height: 1)]

  /// Every name of twelve notes, spelled with sharps and with flats, in octaves that have marks.
  private static func names(_ notation: NoteNotation) -> [String] {
    let spellings = [Spelling.sharps, .flats]
    return spellings.flatMap { spelling in
      [1, 4, 5].flatMap { Note.notes(inOctaves: $0...$0, spelling: spelling) }
    }.map { notation.text($0) }
  }

  private static let notations = NoteNotation.Names.allCases.flatMap { names in
    NoteNotation.Octaves.allCases.map { NoteNotation(names, octaves: $0) }
  }

  /// The text of drawn letters, read back letter by letter: an empty column separates them.
  private static func read(_ lines: [String], _ scale: BlockLetters.Scale) -> String {
    var shapes: [[String]: Character] = [:]
    for character in "ABCDEFGHKLMNPRSTVZĐabcdefghilmnorstuxéêô♯♭𝄪𝄫′,.-0123456789" {
      let letter = BlockLetters(String(character), scale: scale)
      if let letter { shapes[columns(letter.lines(dot: "#"))] = character }
    }
    let letters = columns(lines).split { column in column.allSatisfy { $0 == " " } }
    return String(letters.map { shapes[Array($0)] ?? "?" })
  }

  private static func columns(_ lines: [String]) -> [String] {
    let rows = lines.map { Array($0) }
    return (rows.first ?? []).indices.map { column in String(rows.map { $0[column] }) }
  }

  @Test("no two letters look alike")
  func distinct() {
    let letters = "ABCDEFGHKLMNPRSTVZĐabcdefghilmnorstuvxéêô♯♭𝄪𝄫^′,.-0123456789"
    for scale in Self.fonts {
      let shapes = Set(
        letters.map { character in BlockLetters(String(character), scale: scale)?.lines(dot: "#") })
      #expect(!shapes.contains(nil))
      #expect(shapes.count == letters.count)
    }
  }

  @Test("every name in every notation is drawn whole, in both fonts", arguments: notations)
  func names(notation: NoteNotation) {
    for name in Self.names(notation) {
      for scale in Self.fonts {
        let text = BigText(name, plain: name, scales: [scale], dot: "#")
        // ASCII signs are drawn as the musical ones that they stand for.
        var expected = name.replacing("'", with: "′")
        if notation.names == .ascii { expected = expected.replacing("#", with: "♯") }
        #expect(Self.read(text.lines, scale) == expected)
      }
    }
  }

  @Test("Ais4 stands there with all its letters")
  func german() {
    let text = BigText("Ais4", plain: "", scales: [.cells(width: 1, height: 1)], dot: "#")
    #expect(
      text.lines == [
        " ###  #      # #",
        "#   #    ### # #",
        "##### # ##   ###",
        "#   # #   ##   #",
        "#   # # ###    #",
      ])
  }

  @Test("a name with a letter that is missing, or too wide, is plain text as a whole")
  func plain() {
    let missing = BigText("A\u{1D12A}☃4", plain: "A snowman 4", scales: Self.fonts, dot: "#")
    #expect(missing.lines == ["A snowman 4"])
    #expect(missing.columns == 11)
    let wide = BigText("Sol♯4", plain: "Sol♯4", scales: Self.fonts, columns: 15, dot: "#")
    #expect(wide.lines == ["Sol♯4"])
    let smaller = BigText(
      "Sol♯4", plain: "Sol♯4", scales: [.cells(width: 2, height: 1), .halfBlocks], columns: 30,
      dot: "#")
    #expect(smaller.lines.count == 3 && smaller.columns == 23)
  }

  @Test(
    "the tuner shows the whole name at every size, in letters or in text",
    arguments: [(120, 40), (80, 24), (68, 14), (60, 12), (40, 10)])
  func frames(columns: Int, rows: Int) throws {
    for notation in Self.notations {
      for (midiNumber, capabilities) in [(70, TunerViewTests.text), (61, TunerViewTests.ascii)] {
        var model = TunerModelTests.model(
          hearing: Note(midiNumber: midiNumber).frequency())
        model.change { $0.notation = notation }
        let view = TunerView(
          state: model.state, size: TerminalSize(columns: columns, rows: rows),
          capabilities: capabilities)
        let layout = try #require(
          TunerLayout(size: view.size, hasUnicode: capabilities.hasUnicode))
        let frame = view.lines()
        let drawn = view.bigText(scale: layout.noteScale, columns: columns - 31)
        let name = notation.text(Note(midiNumber: midiNumber))
        let plain = view.display.plain(name)
        #expect(drawn.lines == [plain] || drawn.lines.count >= 3)
        let area = frame[layout.noteRow..<layout.noteRow + layout.noteRows]
        for line in drawn.lines {
          let text = line.reversed().drop { $0 == " " }.reversed()
          #expect(area.contains { $0.contains(String(text)) }, "\(name) at \(columns)×\(rows)")
        }
      }
    }
  }
}
