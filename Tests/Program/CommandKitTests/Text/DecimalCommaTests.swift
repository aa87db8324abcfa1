@testable import CommandKit
import Testing

@Suite("Decimal commas")
struct DecimalCommaTests {
  @Test(
    "one number with a comma is written with a point, unit and sign kept",
    arguments: [
      ("441,3", "441.3"), ("-0,5", "-0.5"), ("1,5min", "1.5min"), ("57,5%", "57.5%"),
      ("82,41 Hz", "82.41 Hz"), ("44,100", "44.100"),
    ])
  func point(text: String, expected: String) {
    #expect(DecimalComma.withPoint(text) == expected)
  }

  @Test(
    "lists, notes and files are none",
    arguments: ["", ",", "1,", ",5", "1,2,3", "A3,E4", "0,-6", "1,5/4", "a,b.wav", "3,5.wav"])
  func others(text: String) {
    #expect(DecimalComma.withPoint(text) == nil)
  }

  @Test("the first such argument is found, also behind an equals sign")
  func first() throws {
    let found = try #require(DecimalComma.first(in: ["tune", "--a4=441,3", "2,5"]))
    #expect(found.typed == "441,3" && found.better == "441.3")
    #expect(DecimalComma.first(in: ["tune", "--simulate", "E2,A2"]) == nil)
  }
}
