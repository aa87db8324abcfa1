import SignalProcessing
import Testing

@Suite("Texts of messages")
struct MessageTextTests {
  @Test("a value out of its range is named with its limits and their unit")
  func range() {
    #expect(
      outOfRange("The level", 3, -120...0, "dBFS")
        == "The level must be between -120 and 0 dBFS, but is 3 dBFS.")
    #expect(
      outOfRange("A duty cycle", 1.5, 0.01...0.99)
        == "A duty cycle must be between 0.01 and 0.99, but is 1.5.")
    #expect(outOfRange("--port", 70_000, 0...65_535).hasSuffix("0 and 65535, but is 70000."))
  }

  @Test("a number is written whole if it is, and a number that is none is named")
  func numbers() {
    #expect(192_000.0.plainText == "192000" && 0.5.plainText == "0.5")
    #expect(outOfRange("The gap", Double.nan, 0...60, "s").hasSuffix("but is nan s."))
    #expect(outOfRange("The gap", -Double.infinity, 0...60, "s").hasSuffix("but is -inf s."))
  }
}
