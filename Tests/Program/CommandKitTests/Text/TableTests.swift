import CommandKit
import Testing

@Suite("Tables of text")
struct TableTests {
  @Test("numbers end below each other, texts begin below each other, and no line ends in a blank")
  func alignment() {
    var table = Table([.left("name"), .right("level", unit: " dB"), .left("remark")])
    table.append(["a", "-3", "loud"])
    table.append(["a longer one", "-12.5", ""])
    #expect(
      table.text == """
        name             level  remark
        a                -3 dB  loud
        a longer one  -12.5 dB

        """)
  }

  @Test("a missing value is a dash without its unit")
  func missing() {
    var table = Table(indent: 2, [.left(), .right(unit: " cents", least: 9)])
    table.append(["A4", nil])
    #expect(table.lines == ["  A4          -"])
  }

  @Test("wide and combining characters count as the cells that a terminal gives to them")
  func width() {
    var table = Table([.left("device"), .left("x")])
    table.append(["マイク", "1"])  // six cells
    table.append(["e\u{301}", "2"])  // one cell
    #expect(table.lines == ["device  x", "マイク  1", "e\u{301}       2"])
  }

  @Test("a table without rows is its header, and one without headers is empty")
  func empty() {
    #expect(Table([.left("a", least: 4), .right("b")]).lines == ["a     b"])
    #expect(Table([.left(), .right()]).text.isEmpty)
  }
}
