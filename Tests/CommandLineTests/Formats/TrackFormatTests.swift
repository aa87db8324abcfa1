import PitchEstimation
import MusicTheory
import Testing

@testable import KammertonCommand

@Suite("Track formats")
struct TrackFormatTests {
  static let voiced = PitchReading(
    time: 0.01, candidate: PitchCandidate(frequency: 441.3, periodicity: 0.98765), isVoiced: true,
    level: -20.125)
  static let guess = PitchReading(
    time: 0.02, candidate: PitchCandidate(frequency: 123.45678, periodicity: 0.3), isVoiced: false,
    level: -50)
  static let silence = PitchReading(
    time: 1.5, candidate: nil, isVoiced: false, level: -.infinity)

  static func text(_ reading: PitchReading, _ writer: TrackWriter) -> String {
    var buffer = TextBuffer()
    writer.append(reading, to: &buffer)
    return buffer.text
  }

  @Test("a CSV has a header and time, frequency, confidence")
  func csv() {
    var buffer = TextBuffer()
    TrackWriter(format: .csv).appendHeader(to: &buffer)
    #expect(buffer.text == "time,frequency,confidence\n")
    #expect(Self.text(Self.voiced, TrackWriter(format: .csv)) == "0.010000,441.300,0.9877\n")
  }

  @Test(
    "an unvoiced frame is empty, 0, nan or the best guess with a minus sign",
    arguments: [
      (UnvoicedStyle.empty, "0.020000,,0.3000\n", "1.500000,,0.0000\n"),
      (.zero, "0.020000,0.000,0.3000\n", "1.500000,0.000,0.0000\n"),
      (.nan, "0.020000,nan,0.3000\n", "1.500000,nan,0.0000\n"),
      (.negative, "0.020000,-123.457,0.3000\n", "1.500000,0.000,0.0000\n"),
    ])
  func unvoiced(style: UnvoicedStyle, guess: String, silence: String) {
    let writer = TrackWriter(format: .csv, unvoiced: style)
    #expect(Self.text(Self.guess, writer) == guess)
    #expect(Self.text(Self.silence, writer) == silence)
  }

  @Test("a JSON line names the note under the concert pitch, in ASCII")
  func jsonLine() throws {
    let standard = Self.text(Self.voiced, TrackWriter(format: .jsonl))
    #expect(
      standard == """
        {"time":0.010000,"frequency":441.300,"note":"A","octave":4,"cents":5.11,\
        "periodicity":0.9877,"level":-20.13}\n
        """)
    let low = TrackWriter(
      format: .jsonl, concertPitch: try ConcertPitch(415.3), spelling: .flats)
    #expect(Self.text(Self.voiced, low).contains(#""note":"Bb","octave":4,"#))
  }

  @Test("a JSON line without a pitch has nulls, and no infinity")
  func jsonNull() {
    #expect(
      Self.text(Self.silence, TrackWriter(format: .jsonl)) == """
        {"time":1.500000,"frequency":null,"note":null,"octave":null,"cents":null,\
        "periodicity":0.0000,"level":null}\n
        """)
  }

  @Test("outputs of inputs with the same base name differ")
  func outputNames() {
    let inputs = ["a/x.wav", "b/x.flac", "X.wav", "x-2.wav", "-", "noext", ".hidden"]
    let names = TrackInput.outputNames(of: inputs.map { TrackInput($0) }, suffix: ".f0.csv")
    #expect(
      names == [
        "x.f0.csv", "x-2.f0.csv", "X-3.f0.csv", "x-2-2.f0.csv", "stdin.f0.csv", "noext.f0.csv",
        ".hidden.f0.csv",
      ])
    #expect(Set(names.map { $0.lowercased() }).count == names.count)
  }
}
