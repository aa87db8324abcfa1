import Foundation
import Testing

/// Chords of struck tones, 1.2 s apart, whose frequencies are known.
@Suite("kammerton practice --chords, as a process", .timeLimit(.minutes(5)))
struct ChordPracticeProcessTests {
  private struct Report: Decodable {
    struct Note: Decodable {
      var note: String
      var state: String
      var cents: Double?
      var instead: String?
    }
    struct Step: Decodable {
      var bar: Int
      var beat: Double
      var time: Double?
      var notes: [Note]
    }
    struct Verdict: Decodable {
      var kind: String
      var sentence: String
    }
    var offset: Double
    var steps: [Step]
    var verdict: Verdict
  }

  private let directory: TemporaryDirectory
  private let path: String
  private static let typed = "C3+G3+E4 D3+A3+F4 E3+B3+G4 F3+C4+A4"
  private static let chords: [[Double]] = [
    [48, 55, 64], [50, 57, 65], [52, 59, 67], [53, 60, 69],
  ]

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path("take.wav")
  }

  private func play(_ chords: [[Double]]) throws {
    var strokes: [(time: Double, frequency: Double?)] = []
    for (index, notes) in chords.enumerated() {
      for note in notes {
        strokes.append((time: 0.5 + 1.2 * Double(index), frequency: 440 * pow(2, (note - 69) / 12)))
      }
    }
    try struckSound(strokes, ring: 1).write(to: URL(fileURLWithPath: path))
  }

  private func report(_ arguments: [String]) async throws -> Report {
    let result = try await Program.run(["practice"] + arguments + [path, "--json"])
    #expect(result.status == 0, "\(result.errors)")
    return try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
  }

  @Test(
    "a note 30 cents sharp is named first, with its bar and beat, and has its cents in the table")
  func sharp() async throws {
    var chords = Self.chords
    chords[1][2] += 0.3
    try play(chords)
    let report = try await report([Self.typed])
    #expect(abs(report.offset) < 2)
    #expect(report.verdict.kind == "note")
    #expect(report.verdict.sentence.hasPrefix("F4 in bar 1, beat 2 is "))
    for (index, step) in report.steps.enumerated() {
      #expect(abs((step.time ?? 0) - 0.5 - 1.2 * Double(index)) < 0.005)
      for note in step.notes {
        let wanted = index == 1 && note.note == "F4" ? 30.0 : 0
        #expect(abs((note.cents ?? 99) - wanted) < 3, "\(note)")
      }
    }
    let text = try await Program.run(["practice", Self.typed, path])
    #expect(text.output.contains("1    2      D3 ") && text.output.contains("F4 +"))
    #expect(text.output.contains("Notes       12 right, 0 wrong, 0 missing, 0 too many"))
  }

  @Test("a wrong note and a missing one are told by name")
  func mistakes() async throws {
    var chords = Self.chords
    chords[0][1] += 1
    chords[2].remove(at: 1)
    try play(chords)
    let report = try await report([Self.typed])
    #expect(report.steps[0].notes[1].state == "wrong" && report.steps[0].notes[1].instead == "G#3")
    #expect(report.steps[2].notes[1].state == "missing")
    #expect(
      report.verdict.sentence
        == "1 note is wrong and 1 is missing, the first: G#3 instead of G3 in bar 1, beat 1.")
  }

  @Test(
    "a score waits for each chord of a recording, and a recording that ends before it exits with 1")
  func wait() async throws {
    try play(Self.chords)
    let result = try await Program.run(["practice", Self.typed, path, "--wait"])
    #expect(result.status == 0)
    #expect(result.errors.contains("Play C3+G3+E4, bar 1 (1 of 4)."))
    #expect(result.errors.contains("Right: ") && result.errors.contains("That was the last chord."))
    let short = try await Program.run(["practice", Self.typed + " G3+D4+B4", path, "--wait"])
    #expect(short.status == 1)
    #expect(short.errors.contains("The score still waits for chord 5 of 5, G3+D4+B4, bar 2."))
  }

  @Test("both hands of a MIDI file are practised together, or one voice with its chords")
  func hands() async throws {
    let tempo: [UInt8] = [0, 0xFF, 0x2F, 0]
    let right: [UInt8] = [0, 0x90, 55, 64, 0, 64, 64, 96, 55, 0, 0, 64, 0] + tempo
    let left: [UInt8] = [0, 0x91, 48, 64, 96, 48, 0] + tempo
    var file = Array("MThd".utf8) + [0, 0, 0, 6, 0, 1, 0, 2, 0, 96]
    for track in [right, left] {
      file += Array("MTrk".utf8) + [0, 0, 0, UInt8(track.count)] + track
    }
    try Data(file).write(to: directory.file("hands.mid"))
    try play([Self.chords[0]])
    let both = try await report([directory.path("hands.mid"), "--chords"])
    #expect(both.steps.map { $0.notes.map(\.note) } == [["C3", "G3", "E4"]])
    #expect(both.steps[0].notes.allSatisfy { $0.state == "right" })
    let one = try await report([directory.path("hands.mid"), "--chords", "--voice", "1"])
    #expect(one.steps[0].notes.map(\.note) == ["G3", "E4"])
    let single = try await Program.run(["practice", directory.path("hands.mid"), path])
    #expect(single.errors.contains("To practise all of them, add --chords."))
  }

  @Test(
    "what cannot be is refused with what to do",
    arguments: [
      (["C-major", "--chords"], "leave --chords out"),
      (["C4+E4", "--loop", "all"], "exclude each other"),
      (["C4+E4", "--click"], "exclude each other"),
      (["C4+E4", "--voice", "1"], "exclude each other"),
      (["C4+E4 C4+X"], "Word 2 is not a chord"),
      (["C4+C8"], "only A0 to C7"),
      (["C3+D3+E3+F3+G3+A3+B3"], "at most 6"),
      (["--chords", "--rhythm", "4/4"], "exclude each other"),
      (["--chords", "--like", "a.wav"], "exclude each other"),
      (["a.mid", "--chords", "--staff", "2"], "choose it with --voice"),
      (["C-major", "--staff", "2"], "--staff needs --chords"),
    ])
  func refusals(words: [String], reason: String) async throws {
    let result = try await Program.run(["practice"] + words)
    #expect(result.status == 64)
    #expect(result.errors.contains(reason), "\(result.errors)")
  }

  @Test("silence is no playing")
  func silence() async throws {
    try play([])
    let result = try await Program.run(["practice", Self.typed, path])
    #expect(result.status == 2)
    #expect(result.errors.contains("No note of the score was recognised."))
  }
}
