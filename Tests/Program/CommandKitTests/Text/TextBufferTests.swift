@testable import CommandKit
import Testing

@Suite("Text buffer")
struct TextBufferTests {
  @Test(
    "writes numbers with a fixed count of decimals",
    arguments: [
      (0, 1, "0.0"), (440, 3, "440.000"), (-0.04, 1, "0.0"), (-0.05, 1, "-0.1"),
      (0.999_96, 4, "1.0000"),
      (1.005, 0, "1"), (12_345_678.9, 2, "12345678.90"), (-3.25, 2, "-3.25"),
      (0.000_001, 6, "0.000001"),
      (1e300, 2, "1e+300"), (.nan, 2, "nan"), (.infinity, 2, "nan"),
    ])
  func decimals(value: Double, decimals: Int, expected: String) {
    #expect(value.formatted(decimals: decimals) == expected)
  }

  @Test("a sign stands before positive numbers, never before zero")
  func signs() {
    #expect(1.25.signed(decimals: 1) == "+1.3")
    #expect(0.01.signed(decimals: 1) == "0.0")
    #expect((-7.0).signed(decimals: 1) == "-7.0")
  }

  @Test(
    "writes whole numbers", arguments: [(0, "0"), (-12, "-12"), (Int.min, "-9223372036854775808")])
  func whole(value: Int, expected: String) {
    var buffer = TextBuffer()
    buffer.append(value)
    #expect(buffer.text == expected)
  }
}
