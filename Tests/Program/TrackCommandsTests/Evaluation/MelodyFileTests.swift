import PitchEvaluation
import Testing
@testable import TrackCommands

@Suite("Melody files")
struct MelodyFileTests {
  static func frames(_ text: String) throws -> [MelodyFrame] {
    var parser = MelodyParser(name: "x.csv")
    try parser.append(text.utf8)
    return try parser.finish()
  }

  static let expected = [
    MelodyFrame(time: 0, frequency: 440), MelodyFrame(time: 0.01, frequency: nil),
    MelodyFrame(time: 0.02, frequency: 220, isVoiced: false),
  ]

  @Test(
    "reads commas, semicolons, tabs and blanks, with and without a header",
    arguments: [
      "time,frequency,confidence\n0.0,440,0.9\n0.01,,0.1\n0.02,-220,0.2\n",
      "0,440\n0.01,0\n0.02,-220", "\u{FEFF}time;f0\r\n0;440\r\n0.01;NaN\r\n0.02;-220\r\n",
      "0.000\t440.0\n0.010\t0.0\n0.020\t-2.2e2\n", "# aubio\n0  440\n\n 0.01 nan\n0.02 -220\n",
      "time,frequency\n0.00 , 440 ,x\n0.01\n0.02,-220,\n",
    ])
  func separators(text: String) throws {
    #expect(try Self.frames(text) == Self.expected)
  }

  @Test(
    "names the line that is wrong",
    arguments: [
      ("0,440\nabc,1\n", 2, "'abc' is not a time in seconds"),
      ("a,b\nc,d\n", 2, "'c' is not a time in seconds"),
      ("0,440\n,1\n", 2, "'' is not a time in seconds"),
      ("0,x\n", 1, "'x' is not a frequency in hertz"),
      ("0,inf\n", 1, "'inf' is not a frequency in hertz"),
      ("0,1\n1,2\n1,3\n", 3, "times must rise from 0 s, but this one is 1 s"),
      ("-1,440\n", 1, "times must rise from 0 s, but this one is -1 s"),
    ])
  func badLines(text: String, line: Int, reason: String) {
    #expect(throws: MelodyFileError.badLine(name: "x.csv", line: line, reason: reason)) {
      try Self.frames(text)
    }
  }

  @Test("quotes no more than 30 columns of what it cannot read")
  func longText() {
    let text = "0,1\n" + String(repeating: "x", count: 2000) + ",1\n"
    let reason = "'" + String(repeating: "x", count: 29) + "…' is not a time in seconds"
    #expect(throws: MelodyFileError.badLine(name: "x.csv", line: 2, reason: reason)) {
      try Self.frames(text)
    }
  }

  @Test("a header alone, nothing, or one endless line is refused")
  func empty() {
    #expect(throws: MelodyFileError.empty(name: "x.csv")) { try Self.frames("") }
    #expect(throws: MelodyFileError.empty(name: "x.csv")) { try Self.frames("time,frequency\n") }
    #expect(throws: MelodyFileError.self) {
      try Self.frames(String(repeating: "0", count: 5000))
    }
  }
}
