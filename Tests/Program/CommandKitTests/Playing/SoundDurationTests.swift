@testable import CommandKit
import Testing

@Suite("Lengths of sound")
struct SoundDurationTests {
  @Test(
    "reads times with a unit",
    arguments: [("2s", 2), ("500ms", 0.5), ("3min", 180), ("1h", 3600), ("2.5s", 2.5), ("1 s", 1)])
  func durations(text: String, seconds: Double) throws {
    #expect(abs(try SoundDuration(argument: text).seconds - seconds) < 1e-12)
  }

  @Test(
    "refuses times that are none",
    arguments: ["", "s", "-1s", "0", "2.5", "nan", "inf", "40h", "1x", "2samples"])
  func noDurations(text: String) {
    #expect(throws: (any Error).self) { try SoundDuration(argument: text) }
  }
}
