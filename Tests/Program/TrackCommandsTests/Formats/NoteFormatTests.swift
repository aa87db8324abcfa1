@testable import CommandKit
import MusicTheory
import PitchEstimation
import Testing
@testable import TrackCommands

@Suite("Note formats")
struct NoteFormatTests {
  /// A4 from 0 to 0.5 s, C#5 20 cents sharp from 1.0 to 1.5 s with a vibrato; 2 s in all.
  static let melody: [PitchReading] = (0..<200).map { index in
    let time = Double(index) / 100
    let cents: Double? =
      switch index {
      case 0..<50: 0
      case 100..<150: 420
      default: nil
      }
    let candidate = cents.map {
      PitchCandidate(
        frequency: ConcertPitch.standard.frequency(ofMIDINumber: 69 + $0 / 100), periodicity: 1)
    }
    return PitchReading(time: time, candidate: candidate, isVoiced: candidate != nil, level: -20)
  }

  static func text(_ layout: TrackLayout) -> String {
    TrackFormatTests.text(melody, layout)
  }

  @Test("a table of notes has a header and a row a note")
  func table() {
    #expect(
      Self.text(TrackLayout(isOfNotes: true)) == """
        onset,offset,frequency,note,cents,spread,vibrato_rate,vibrato_extent,level
        0.000000,0.495000,440.000,A4,0.00,0.00,,,-20.00
        0.995000,1.495000,560.807,C#5,20.00,0.00,,,-20.00

        """)
  }

  @Test("JSON notes have the same keys in every object")
  func json() {
    let lines = Self.text(TrackLayout(format: .jsonl, isOfNotes: true)).split(separator: "\n")
    #expect(lines.count == 2)
    #expect(
      lines.first == """
        {"onset":0.000000,"offset":0.495000,"frequency":440.000,"note":"A","octave":4,\
        "cents":0.00,"spread":0.00,"vibratoRate":null,"vibratoExtent":null,"level":-20.00}
        """)
    #expect(
      Self.text(TrackLayout(format: .json, isOfNotes: true))
        == "{\"notes\":[\n" + lines.joined(separator: ",\n") + "\n]}\n")
  }

  @Test("Audacity's labels are start, end and text")
  func labels() {
    #expect(
      Self.text(TrackLayout(format: .audacity))
        == "0.000000\t0.495000\tA4 0.0\n0.995000\t1.495000\tC#5 +20.0\n")
  }

  @Test("a TextGrid covers the recording without a gap, silence with empty intervals")
  func textGrid() {
    let text = Self.text(TrackLayout(format: .textgrid))
    #expect(text.split(separator: "intervals: size = 4").count == 3)
    #expect(text.contains("xmin = 0.495000000\n            xmax = 0.995000000\n"))
    #expect(text.contains("xmin = 1.495000000\n            xmax = 2.000000000\n"))
    #expect(text.split(separator: "text = \"\"").count == 5)
    #expect(text.contains("text = \"C#5\"") && text.contains("text = \"560.807\""))
  }

  @Test("a Sonic Visualiser layer of notes has durations in samples")
  func svl() {
    let text = Self.text(TrackLayout(format: .svl, isOfNotes: true))
    #expect(text.contains(#"dimensions="3" subtype="note""#))
    #expect(
      text.contains(
        #"<point frame="7960" value="560.806676" duration="4000" level="1" label="C#5"/>"#))
  }

  @Test("a MIDI file is exactly these bytes")
  func midi() {
    let bytes = TrackFormatTests.bytes(Self.melody, TrackLayout(format: .midi))
    let expected: [UInt8] =
      Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0x01, 0xF4] + Array("MTrk".utf8)
      + [0, 0, 0, 31]
      + [0, 0xFF, 0x51, 3, 0x07, 0xA1, 0x20]
      + [0, 0x90, 69, 40, 0x83, 0x6F, 0x80, 69, 64]
      + [0x83, 0x74, 0x90, 73, 40, 0x83, 0x74, 0x80, 73, 64]
      + [0x83, 0x79, 0xFF, 0x2F, 0]
    #expect(bytes == expected)
  }

  @Test("a pitch bend of 20 cents is a tenth of the range of 2 semitones")
  func pitchBend() {
    let layout = TrackLayout(format: .midi, hasPitchBend: true)
    let bytes = TrackFormatTests.bytes(Self.melody, layout)
    let value = 8192 + 819
    let bend: [UInt8] = [0xE0, UInt8(value & 0x7F), UInt8(value >> 7), 0, 0x90, 73, 40]
    #expect(bytes.firstRange(of: bend) != nil)
    #expect(bytes.firstRange(of: [0xE0, 0, 64, 0, 0x90, 69, 40]) != nil)
  }

  @Test("notes beyond the keys of MIDI are left out and counted")
  func beyondMIDI() {
    var encoder = TrackLayout(format: .midi).encoder(sampleRate: 44_100, hopSize: 441)
    var buffer = TextBuffer()
    encoder.begin(&buffer)
    for index in 0..<50 {
      let candidate = PitchCandidate(frequency: 15_000, periodicity: 1)
      encoder.append(
        PitchReading(
          time: Double(index) / 100, candidate: candidate, isVoiced: true, level: -20),
        to: &buffer)
    }
    encoder.end(duration: 0.5, &buffer)
    #expect(
      encoder.loss
        == "Notes beyond the keys of MIDI (8.2 to 12,544 Hz) that were left out: 1.")
    #expect(buffer.bytes.firstIndex(of: 0x90) == nil)
  }

  @Test("a track without a note is a valid file in every format", arguments: TrackFormat.allCases)
  func empty(format: TrackFormat) {
    let text = TrackFormatTests.text([TrackFormatTests.silence], TrackLayout(format: format))
    if format == .textgrid { #expect(text.split(separator: "intervals: size = 1").count == 3) }
    if format == .pitchtier { #expect(text.hasSuffix("points: size = 0\n")) }
    if format == .midi { #expect(text.hasSuffix("/\0")) }
  }
}
