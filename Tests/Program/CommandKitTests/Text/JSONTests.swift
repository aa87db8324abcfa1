import Testing

@testable import CommandKit

@Suite("JSON")
struct JSONTests {
  @Test("members keep their order, and no number is NaN or infinite (RFC 8259)")
  func values() {
    let value: JSON = [
      "b": .number(1.5), "a": .number(.nan), "c": .number(-.infinity, decimals: 2),
      "d": .number(2, decimals: 3), "e": .number(nil as Int?), "f": .bool(false),
      "g": ["x", .null], "h": .array([]), "i": .optional(nil),
    ]
    #expect(
      value.line()
        == #"{"b":1.5,"a":null,"c":null,"d":2.000,"e":null,"f":false,"g":["x",null],"h":[],"i":null}"#
    )
    #expect((["a": .number(1)] + ["b": "c"] as JSON).line(isSpaced: true) == #"{"a": 1, "b": "c"}"#)
  }

  @Test("texts and keys are escaped")
  func escapes() {
    #expect((["a\"": "\u{1B}[2J\\\n"] as JSON).line() == #"{"a\"":"\u001b[2J\\\u000a"}"#)
  }

  @Test("an array has one element per line")
  func lines() {
    #expect(JSON.lines([]) == "[]\n")
    #expect(JSON.lines([["a": .number(1)], .null]) == "[\n  {\"a\":1},\n  null\n]\n")
  }
}
