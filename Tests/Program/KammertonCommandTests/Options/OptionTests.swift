import ArgumentParser
import AudioDevices
import AudioFiles
@testable import CommandKit
@testable import KammertonCommand
import MusicTheory
import PitchEstimation
import SignalProcessing
import Testing
@testable import TuneCommands

@Suite("Options")
struct OptionTests {
  @Test(
    "a range is two frequencies or notes, with dots or a hyphen",
    arguments: [
      ("30..4200", 30.0, 4200.0), ("30...4200", 30, 4200), ("30…4200", 30, 4200),
      ("30-4200", 30, 4200), ("A2..A5", 110, 880), ("a2-880Hz", 110, 880),
      ("27.5–4186", 27.5, 4186), ("C-1-A4", 8.1758, 440), ("1e2..2e3", 100, 2000),
    ])
  func range(text: String, lower: Double, upper: Double) throws {
    let range = try FrequencyRange(argument: text).frequencies(under: .standard)
    #expect(abs(range.lowerBound - lower) < 0.001)
    #expect(abs(range.upperBound - upper) < 0.001)
  }

  @Test("notes in a range follow the concert pitch")
  func rangeUnderConcertPitch() throws {
    let range = try FrequencyRange(argument: "A3..A5").frequencies(under: ConcertPitch(442))
    #expect(range == 221...884)
  }

  @Test(
    "a range that is no range is refused",
    arguments: [
      "", "30", "30..", "..30", "4200..30", "A5..A2", "440..440", "-30..40", "0..100", "nan..1000",
      "30..inf", "H2..H4", "30..4200..5000", "0x10..0x20",
    ])
  func badRange(text: String) {
    #expect(throws: ValidationError.self) { try FrequencyRange(argument: text) }
  }

  @Test(
    "a hop is a time or a number of samples, with its unit",
    arguments: [
      ("10ms", 441.0), ("0.01s", 441), ("441samples", 441), ("5 ms", 220.5), ("256 samples", 256),
      ("1sample", 1), ("0.001ms", 1), ("20MS", 882),
    ])
  func hop(text: String, samples: Double) throws {
    #expect(abs(try Hop(argument: text).samples(at: 44_100) - samples) < 1e-9)
  }

  @Test(
    "a hop of nothing, backwards or for ever is refused",
    arguments: [
      "", "0", "-1", "-10ms", "0.5samples", "11s", "1e9samples", "ten", "nan", "ms", "0s", "1min",
    ])
  func badHop(text: String) {
    #expect(throws: ValidationError.self) { try Hop(argument: text) }
  }

  @Test(
    "a number without a unit is refused, with the units to write",
    arguments: [("10", "10ms or 10samples"), ("441", "441ms or 441samples"), ("0.01", "0.01ms or")])
  func noUnit(text: String, offer: String) throws {
    let error = #expect(throws: ValidationError.self) { try Hop(argument: text) }
    #expect(try #require(error).message.contains(offer))
  }

  @Test("a look-ahead has a unit too, but for 0")
  func lookahead() throws {
    #expect(try AnalysisOptions.lookahead("50ms") == 0.05)
    #expect(try AnalysisOptions.lookahead("0.2s") == 0.2)
    #expect(try AnalysisOptions.lookahead("0") == 0)
    for text in ["5", "0.2", "11s", "-1s", "5m", ""] {
      #expect(throws: ValidationError.self) { try AnalysisOptions.lookahead(text) }
    }
  }

  @Test("a gate is auto, off or a level in −120...0 dBFS")
  func gate() throws {
    #expect(try AnalysisOptions.gate("auto") == .automatic)
    #expect(try AnalysisOptions.gate("off") == .off)
    #expect(try AnalysisOptions.gate("-55.5") == .fixed(-55.5))
    for text in ["3", "-121", "loud", "nan", ""] {
      #expect(throws: ValidationError.self) { try AnalysisOptions.gate(text) }
    }
  }

  @Test("a channel is mix or counted from 1")
  func channel() throws {
    #expect(try AnalysisOptions.channel("mix") == .mix)
    #expect(try AnalysisOptions.channel("2") == .channel(2))
    for text in ["0", "-1", "left", "1.5"] {
      #expect(throws: ValidationError.self) { try AnalysisOptions.channel(text) }
    }
  }

  @Test(
    "a concert pitch outside 300...500 Hz is refused",
    arguments: ["-1", "0", "299.9", "500.1", "nan", "inf", "A4", ""])
  func concertPitch(text: String) {
    #expect(throws: ValidationError.self) { try ConcertPitchChoice(argument: text) }
  }

  @Test("a simulation is the guitar or a list of tones")
  func simulation() throws {
    #expect(try Simulation(argument: "guitar") == .guitar)
    #expect(
      try Simulation(argument: "440,E2")
        == .tones([.hertz(440), .note(Note(.e, octave: 2))]))
    for text in ["", "440,,220", "19", "piano", "440;220", "30000"] {
      #expect(throws: ValidationError.self) { try Simulation(argument: text) }
    }
  }

  @Test(
    "options that contradict each other are refused",
    arguments: [
      ["tune", "--plain", "--jsonl"], ["tune", "x.wav", "--simulate", "440"],
      ["tune", "--microphone", "usb", "--simulate"], ["tune", "--raw", "f32le", "--rate", "44100"],
      ["track"], ["track", "a.wav", "b.wav"], ["track", "-", "-", "--output", "x"],
      ["track", "-", "--raw", "f32le"], ["track", "-", "--raw", "u8", "--rate", "44100"],
      ["track", "-", "--rate", "44100"], ["track", "a.wav", "--raw", "f32le", "--rate", "44100"],
      ["track", "-", "--raw", "f32le", "--rate", "0"],
      ["track", "-", "--raw", "f32le", "--rate", "44100", "--channels", "0"],
      ["track", "a.wav", "--unvoiced", "maybe"], ["track", "a.wav", "--format", "xml"],
      ["tune", "--tuning", "drop-d"], ["tune", "--string", "6"],
      ["tune", "--note", "A4", "--instrument", "guitar"], ["tune", "--note", "H4"],
      ["tune", "--instrument", "guitar", "--string", "0"],
      ["tune", "--instrument", "guitar", "--string", "E"],
      ["instruments", "--json", "--export"], ["tune", "--tolerance", "0"],
      ["tune", "--tolerance", "51"], ["tune", "--estimator", "fft"],
      ["track", "a.wav", "--a4", "-1"], ["track", "a.wav", "--range", "4200..30"],
    ])
  func contradictions(arguments: [String]) {
    #expect(throws: (any Error).self) { try KammertonCommand.parseAsRoot(arguments) }
  }

  @Test("notes of a range are under the concert pitch that the tuner uses, remembered or not")
  func rangeUnderSettings() throws {
    let options = try AnalysisOptions.parse(["--range", "A3..A5"])
    let range = options.analysis(under: try ConcertPitch(442)).searchRange(sampleRate: 48_000)
    #expect(range == 221...884)
  }

  @Test("the default range shrinks to what a low sample rate can carry")
  func lowSampleRate() throws {
    #expect(throws: Never.self) {
      try Analysis().tracker(sampleRate: 8000, hop: .standard, isLive: false)
    }
    let demanding = try AnalysisOptions.parse(["--range", "30..4200"])
    #expect(throws: EstimatorError.frequencyOutOfRange(30...4200, nyquist: 4000)) {
      try demanding.analysis.tracker(sampleRate: 8000, hop: .standard, isLive: false)
    }
  }

  @Test("an unknown view is refused with the names of all")
  func names() {
    #expect(throws: (any Error).self) { try TunerViewKind(argument: "radar") }
  }
}
