@testable import CommandKit
import Testing

@Suite("The QR code of an address")
struct QRCodeTests {
  private static let address = "http://192.168.178.23:8440/?token=0123456789abcdef0123456789abcdef"

  @Test("has the three finder patterns of ISO/IEC 18004, section 6.3.3")
  func finders() throws {
    let code = try #require(QRCode(Self.address))
    #expect((code.width - 17) % 4 == 0)
    let last = code.width - 7
    for (left, top) in [(0, 0), (last, 0), (0, last)] {
      for (column, row) in [(0, 0), (6, 6), (3, 0), (3, 3), (2, 4)] {
        #expect(code.isDark(column: left + column, row: top + row))
      }
      for (column, row) in [(1, 1), (5, 5), (1, 3), (3, 5)] {
        #expect(!code.isDark(column: left + column, row: top + row))
      }
    }
    for column in 8..<code.width - 8 {  // the timing pattern, section 6.3.5
      #expect(code.isDark(column: column, row: 6) == (column % 2 == 0))
    }
  }

  @Test("fits a terminal of 80×24 with the address below")
  func size() throws {
    let lines = try #require(QRCode(Self.address)).lines(hasColor: false)
    #expect(lines.count <= 22)
    #expect(lines.allSatisfy { $0.count == lines[0].count && $0.count <= 80 })
    #expect(lines[0].allSatisfy { $0 == "█" })  // the quiet zone is light
  }

  @Test("of a text that no code can hold is none")
  func tooLong() {
    #expect(QRCode(String(repeating: "a", count: 3000)) == nil)
  }
}
