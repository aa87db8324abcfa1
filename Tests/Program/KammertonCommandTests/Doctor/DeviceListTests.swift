@testable import CommandKit
@testable import KammertonCommand
import Testing

@Suite("Device list")
struct DeviceListTests {
  @Test(
    "quotes any name as JSON",
    arguments: [
      ("Mic", "\"Mic\""), ("a\"b\\c", #""a\"b\\c""#), ("x\n\u{1B}", #""x\u000a\u001b""#),
      ("録音", "\"録音\""),
    ])
  func quoting(text: String, expected: String) {
    #expect(text.jsonQuoted == expected)
  }

  @Test("no device is an empty array")
  func empty() {
    #expect(DeviceList.json([]) == "[]\n")
    #expect(DeviceList.text([]).isEmpty)
  }
}
