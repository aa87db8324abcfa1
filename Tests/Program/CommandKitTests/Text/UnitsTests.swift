import ArgumentParser
@testable import CommandKit
import Testing

@Suite("Numbers with their unit")
struct UnitsTests {
  @Test(
    "a unit may stand behind a number, in any case, with or without a space",
    arguments: [
      ("442", NumberUnit.hertz, 442.0), ("442Hz", .hertz, 442), ("442 hz", .hertz, 442),
      ("0.442kHz", .hertz, 442), ("1e3Hz", .hertz, 1000), ("-20dB", .decibels, -20),
      ("-20 dBFS", .decibels, -20), ("3c", .cents, 3), ("3 cents", .cents, 3),
      ("120bpm", .beatsPerMinute, 120), ("96 BPM", .beatsPerMinute, 96), ("4s", .seconds, 4),
      ("500ms", .seconds, 0.5), ("80%", .percent, 80),
    ] as [(String, NumberUnit, Double)])
  func units(text: String, unit: NumberUnit, value: Double) throws {
    #expect(abs(try unit.number(text) - value) < 1e-9)
  }

  @Test(
    "another unit, no number, and numbers without an end are refused with an example",
    arguments: ["442dB", "Hz", "", "nan", "inf", "1e400", "0x10", "4 4 Hz", "442HzHz", "442,5"])
  func refused(text: String) throws {
    let error = #expect(throws: ValidationError.self) { try NumberUnit.hertz.number(text) }
    #expect(try #require(error).message == "Write a frequency in hertz, such as 442 or 442Hz.")
  }
}

@Suite("Names that do not exist")
struct ChoicesTests {
  private enum Fruit: String, CaseIterable { case apple, pear, plum }

  @Test("a name is found in any case; a similar one is asked for, and all are listed")
  func names() throws {
    #expect(try Choices.value("PEAR", of: Fruit.self) == .pear)
    let near = #expect(throws: ValidationError.self) { try Choices.value("plumb", of: Fruit.self) }
    #expect(try #require(near).message == "Did you mean plum? Write apple, pear or plum.")
    let far = #expect(throws: ValidationError.self) { try Choices.value("kiwi", of: Fruit.self) }
    #expect(try #require(far).message == "Write apple, pear or plum.")
  }
}

@Suite("The remaining time of a job")
struct RemainingTimeTests {
  @Test(
    "it goes on as it began; in the first second nothing is said",
    arguments: [
      (0.25, Duration.seconds(10), "0:30 left"), (0.5, .seconds(65), "1:05 left"),
      (0.1, .seconds(1000), "2:30:00 left"), (1, .seconds(5), "0:00 left"),
      (0.5, .milliseconds(900), nil), (0, .seconds(5), nil),
    ] as [(Double, Duration, String?)])
  func text(share: Double, elapsed: Duration, text: String?) {
    #expect(RemainingTime.text(share: share, elapsed: elapsed) == text)
  }
}
