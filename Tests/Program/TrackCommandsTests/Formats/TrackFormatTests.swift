@testable import CommandKit
import MusicTheory
import PitchEstimation
import Testing
@testable import TrackCommands

@Suite("Track formats")
struct TrackFormatTests {
  static let voiced = PitchReading(
    time: 0.01, candidate: PitchCandidate(frequency: 441.3, periodicity: 0.98765), isVoiced: true,
    level: -20.125, peakLevel: -17.01)
  static let guess = PitchReading(
    time: 0.02, candidate: PitchCandidate(frequency: 123.45678, periodicity: 0.3), isVoiced: false,
    level: -50)
  /// As the default tracker reads: with a confidence.
  static let sure = reading(voiced, confidence: 0.87654)
  static let unsure = reading(guess, confidence: 0)
  static let silence = PitchReading(
    time: 1.5, candidate: nil, isVoiced: false, level: -.infinity)

  private static func reading(_ reading: PitchReading, confidence: Double) -> PitchReading {
    var reading = reading
    reading.confidence = confidence
    return reading
  }

  static func text(_ readings: [PitchReading], _ layout: TrackLayout) -> String {
    String(decoding: bytes(readings, layout), as: UTF8.self)
  }

  /// A whole track of 2 s at 8 kHz.
  static func bytes(_ readings: [PitchReading], _ layout: TrackLayout) -> [UInt8] {
    var buffer = TextBuffer()
    var encoder = layout.encoder(sampleRate: 8000, hopSize: 80)
    encoder.begin(&buffer)
    for reading in readings { encoder.append(reading, to: &buffer) }
    encoder.end(duration: 2, &buffer)
    while encoder.appendRest(to: &buffer) {}
    return buffer.bytes
  }

  @Test("a CSV has a header and time, frequency, confidence")
  func csv() {
    #expect(
      Self.text([Self.voiced], TrackLayout(format: .csv))
        == "time,frequency,confidence\n0.010000,441.300000,0.9877\n")
  }

  @Test("the confidence of a CSV is the tracker's; without one, the periodicity")
  func confidence() {
    #expect(
      Self.text([Self.sure, Self.unsure, Self.guess], TrackLayout(unvoiced: .negative)) == """
        time,frequency,confidence
        0.010000,441.300000,0.8765
        0.020000,-123.456780,0.0000
        0.020000,-123.456780,0.3000\n
        """)
    let lines = Self.text([Self.sure, Self.unsure], TrackLayout(format: .jsonl))
    #expect(lines.contains(#""periodicity":0.9877,"confidence":0.8765,"level""#))
    #expect(lines.contains(#""periodicity":0.3000,"confidence":0.0000,"level""#))
  }

  @Test(
    "an unvoiced frame is empty, 0, nan or the best guess with a minus sign",
    arguments: [
      (UnvoicedStyle.empty, "0.020000,,0.3000\n", "1.500000,,0.0000\n"),
      (.zero, "0.020000,0.000000,0.3000\n", "1.500000,0.000000,0.0000\n"),
      (.nan, "0.020000,nan,0.3000\n", "1.500000,nan,0.0000\n"),
      (.negative, "0.020000,-123.456780,0.3000\n", "1.500000,0.000000,0.0000\n"),
    ])
  func unvoiced(style: UnvoicedStyle, guess: String, silence: String) {
    let text = Self.text([Self.guess, Self.silence], TrackLayout(unvoiced: style))
    #expect(text == "time,frequency,confidence\n" + guess + silence)
  }

  /// Two rows by two estimators.
  private static func comparison(_ layout: TrackLayout) -> String {
    var buffer = TextBuffer()
    var encoder = layout.encoder(sampleRate: 8000, hopSize: 80)
    encoder.begin(&buffer)
    encoder.append(row: [voiced, guess], to: &buffer)
    encoder.append(row: [guess, silence], to: &buffer)
    encoder.end(duration: 2, &buffer)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }

  @Test("several estimators have a group of columns each, named after them")
  func comparisonTables() {
    let names = ["best", "zero-crossing"]
    #expect(
      Self.comparison(TrackLayout(format: .csv, estimators: names)) == """
        time,best_frequency,best_confidence,zero-crossing_frequency,zero-crossing_confidence
        0.010000,441.300000,0.9877,,0.3000
        0.020000,,0.3000,,0.0000\n
        """)
    #expect(
      Self.comparison(TrackLayout(format: .tsv, unvoiced: .nan, estimators: names))
        == "time\tbest\tzero-crossing\n0.010000\t441.300000\tnan\n0.020000\tnan\tnan\n")
  }

  @Test("several estimators have an object each, with the name first")
  func comparisonObjects() {
    let names = ["best", "yin"]
    let alone = Self.text([Self.voiced], TrackLayout(format: .jsonl))
    let lines = Self.comparison(TrackLayout(format: .jsonl, estimators: names))
      .split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines[0] + "\n" == "{\"estimator\":\"best\"," + alone.dropFirst())
    #expect(lines[1].hasPrefix("{\"estimator\":\"yin\",\"time\":0.020000"))
    let array = Self.comparison(TrackLayout(format: .json, estimators: names))
    #expect(array == "{\"readings\":[\n" + lines.joined(separator: ",\n") + "\n]}\n")
  }

  @Test("a JSON line names the note under the concert pitch, in ASCII")
  func jsonLine() throws {
    let standard = Self.text([Self.voiced], TrackLayout(format: .jsonl))
    #expect(
      standard == """
        {"time":0.010000,"frequency":441.300,"note":"A","octave":4,"cents":5.11,\
        "periodicity":0.9877,"confidence":null,"level":-20.13,"peak":-17.01}\n
        """)
    let low = TrackLayout(
      format: .jsonl, concertPitch: try ConcertPitch(415.3), spelling: .flats)
    #expect(Self.text([Self.voiced], low).contains(#""note":"Bb","octave":4,"#))
  }

  @Test("a JSON line without a pitch has nulls, and no infinity")
  func jsonNull() {
    #expect(
      Self.text([Self.silence], TrackLayout(format: .jsonl)) == """
        {"time":1.500000,"frequency":null,"note":null,"octave":null,"cents":null,\
        "periodicity":0.0000,"confidence":null,"level":null,"peak":null}\n
        """)
  }

  @Test("a TSV has no header, and 0 where there is no pitch, as aubio's")
  func tsv() {
    let readings = [Self.voiced, Self.guess]
    #expect(
      Self.text(readings, TrackLayout(format: .tsv))
        == "0.010000\t441.300000\n0.020000\t0.000000\n")
    #expect(
      Self.text(readings, TrackLayout(format: .tsv, unvoiced: .negative))
        .hasSuffix("\t-123.456780\n"))
  }

  @Test("a JSON document holds the objects of the JSON lines, after what is known of the track")
  func jsonArray() {
    let readings = [Self.voiced, Self.guess, Self.silence]
    let lines = Self.text(readings, TrackLayout(format: .jsonl)).split(separator: "\n")
    #expect(
      Self.text(readings, TrackLayout(format: .json))
        == "{\"readings\":[\n" + lines.joined(separator: ",\n") + "\n]}\n")
    var layout = TrackLayout(format: .json)
    layout.provenance = ["estimator": "yin"]
    #expect(Self.text([], layout) == "{\"estimator\":\"yin\",\"readings\":[]}\n")
  }

  @Test("a PitchTier has a point for each voiced reading, also beyond 1000")
  func pitchTier() {
    let text = Self.text([Self.voiced, Self.guess, Self.silence], TrackLayout(format: .pitchtier))
    #expect(
      text == """
        File type = "ooTextFile"
        Object class = "PitchTier"

        xmin = 0
        xmax = 2.000000000
        points: size = 1
        points [1]:
            number = 0.010000000
            value = 441.300000

        """)
    let many = Array(repeating: Self.voiced, count: 2500)
    let long = Self.text(many, TrackLayout(format: .pitchtier))
    #expect(long.contains("points: size = 2500\n"))
    #expect(long.contains("points [2500]:\n"))
  }

  @Test("a Sonic Visualiser layer has whole samples as times")
  func svl() {
    let text = Self.text([Self.voiced, Self.guess], TrackLayout(format: .svl))
    #expect(text.contains(#"<model id="1" name="" sampleRate="8000" type="sparse" dimensions="2""#))
    #expect(text.contains(#" resolution="80" "#))
    #expect(text.contains(#"<point frame="80" value="441.300000" label=""/>"#))
    #expect(text.split(separator: "<point").count == 2)
  }

  @Test("each format has the extension that other programs look for")
  func suffixes() {
    let readings = TrackFormat.allCases.map { $0.suffix(ofNotes: false) }
    #expect(
      readings == [
        ".f0.csv", ".f0.tsv", ".json", ".jsonl", ".PitchTier", ".TextGrid", ".labels.txt", ".svl",
        ".mid",
      ])
    #expect(TrackLayout(format: .csv, isOfNotes: true).suffix == ".notes.csv")
    #expect(TrackLayout(format: .jsonl, isOfNotes: true).suffix == ".notes.jsonl")
  }
}
