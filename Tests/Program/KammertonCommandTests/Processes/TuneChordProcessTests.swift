import Foundation
import Testing
import _TestSignals

/// C major with a third 12 cents sharp, then F major over C.
@Suite("kammerton tune --chord, as a process", .timeLimit(.minutes(5)))
struct TuneChordProcessTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path("chords.wav")
    var samples = [Float](repeating: 0, count: 5 * 44_100)
    func add(_ midi: Double, at start: Int) {
      let sound = TestSignal.sawtooth(
        440 * pow(2, (midi - 69) / 12), sampleRate: 44_100, count: 66_150, amplitude: 0.15)
      for (place, sample) in sound.enumerated() { samples[start + place] += sample }
    }
    for midi in [60, 64.12, 67] { add(midi, at: 22_050) }
    for midi in [60.0, 65, 69] { add(midi, at: 110_250) }
    try Recording.write(samples, to: path)
  }

  private struct Chord: Decodable {
    struct Note: Decodable {
      var note: String
      var octave: Int
      var midi: Int
      var cents: Double
      var ratio: String
      var ratioCents: Double
    }
    struct Beat: Decodable {
      var notes: [Int]
      var partials: [Int]
      var rate: Double
      var locked: Bool
    }
    var time: Double
    var start: Double
    var chord: String?
    var notes: [Note]
    var beats: [Beat]
  }

  @Test("of a file each chord has a verdict: a row for each note, and the beats")
  func verdict() async throws {
    let result = try await Program.run(["tune", path, "--chord"])
    #expect(result.status == 0 && result.errors.isEmpty)
    let lines = result.lines.map(String.init)
    let heads = lines.filter { !$0.hasPrefix(" ") && !$0.isEmpty }
    #expect(heads.dropLast().map { $0.split(separator: " ").last } == ["C", "F/C"])
    #expect(lines.filter { $0.hasPrefix("  intervals: ") }.count == 2)
    #expect(heads.last?.hasPrefix("The chords are tempered to ") == true)
    #expect(heads.last?.hasSuffix(" Their roots stayed within 1 cent.") == true)
    let third = try #require(lines.first { $0.contains("  E4 ") })
    #expect(third.contains("+12.") && third.contains(" sharp ") && third.contains("of 5/4"))
    #expect(third.contains("25.") && third.contains("sharp of 5/4"))
    let beats = try #require(lines.first { $0.contains("beats:") })
    #expect(beats.contains("C4-G4 3:2 0.8") || beats.contains("C4–G4 3:2 0.8"))
  }

  @Test("--json has the chords with all values, and how they came about")
  func json() async throws {
    let result = try await Program.run(["tune", path, "--chord", "--json", "--a4", "441"])
    struct Document: Decodable {
      var chords: [Chord]
      var estimator: String
      var concertPitch: Double
    }
    let document = try JSONDecoder().decode(Document.self, from: Data(result.output.utf8))
    #expect(document.estimator == "chords" && document.concertPitch == 441)
    #expect(document.chords.map(\.chord) == ["C", "F/C"])
    let first = try #require(document.chords.first)
    #expect(abs(first.start - 0.5) < 0.15 && abs(first.time - 2) < 0.2)
    let shift = 1200 * log2(441.0 / 440)
    for (note, cents) in zip(first.notes, [0, 12, 0.0]) {
      #expect(abs(note.cents + shift - cents) < 0.7)
    }
    #expect(first.notes.map(\.midi) == [60, 64, 67])
    #expect(first.notes.map(\.ratio) == ["1/1", "5/4", "3/2"])
    let fifth = try #require(first.beats.first { $0.notes == [0, 2] })
    #expect(fifth.partials == [3, 2] && !fifth.locked)
    #expect(abs(fifth.rate - (3 * 261.6256 - 2 * 391.9954)) < 0.1)
  }

  /// Pure chords whose roots sink from one to the next, as by a comma in a circle of chords.
  @Test("of an ensemble it is said whether it locks, and how far it has sunk")
  func ensemble() async throws {
    let step = 2 * 44_100
    var samples = [Float](repeating: 0, count: 4 * step)
    for (index, root) in [48, 53, 55, 48.0].enumerated() {
      let base = root - 0.07 * Double(index)
      for midi in [base, base + 3.86314, base + 7.01955, base + 12] {
        let sound = TestSignal.sawtooth(
          440 * pow(2, (midi - 69) / 12), sampleRate: 44_100, count: step - 22_050, amplitude: 0.12)
        for (place, sample) in sound.enumerated() { samples[index * step + place] += sample }
      }
    }
    let path = directory.path("choir.wav")
    try Recording.write(samples, to: path)
    struct Document: Decodable {
      struct Chord: Decodable {
        var fromPure: Double
        var fromTempered: Double
        var drift: Double
      }
      var version: String
      var sentence: String
      var fromPure: Double
      var drift: Double
      var driftPerChord: Double
      var chords: [Chord]
    }
    let result = try await Program.run(["tune", "chord", path, "--json"])
    let document = try JSONDecoder().decode(Document.self, from: Data(result.output.utf8))
    #expect(document.chords.count == 4 && document.fromPure < 1)
    for (index, chord) in document.chords.enumerated() {
      #expect(abs(chord.drift + 7 * Double(index)) < 1 && chord.fromPure < chord.fromTempered)
    }
    #expect(abs(document.driftPerChord + 7) < 0.4 && abs(document.drift + 21) < 1)
    #expect(document.sentence.hasPrefix("The chords are pure to "))
    #expect(document.sentence.contains("Their roots sank by 21 cents in all, 7.0 a chord."))
    let text = try await Program.run(["tune", "chord", path])
    #expect(text.lines.last.map(String.init) == document.sentence)
    #expect(text.output.contains("; root -21."))
  }

  @Test("a chord ends where the next one begins")
  func noOverlap() async throws {
    // The second one begins while the first one sounds, as legato on a keyboard.
    var samples = [Float](repeating: 0, count: 4 * 44_100)
    for (midis, start) in [([60.0, 64, 67], 0), ([60, 65, 69], 66_150), ([59, 62, 67], 110_250)] {
      for midi in midis {
        let sound = TestSignal.sawtooth(
          440 * pow(2, (midi - 69) / 12), sampleRate: 44_100, count: 48_000, amplitude: 0.15)
        for (place, sample) in sound.enumerated() { samples[start + place] += sample }
      }
    }
    let legato = directory.path("legato.wav")
    try Recording.write(samples, to: legato)
    struct Verdict: Decodable { var chords: [Chord] }
    let result = try await Program.run(["tune", legato, "--chord", "--json"])
    let chords = try JSONDecoder().decode(Verdict.self, from: Data(result.output.utf8)).chords
    #expect(chords.count > 2 && chords.prefix(2).map(\.chord) == ["C", "F/C"])
    for (one, next) in zip(chords, chords.dropFirst()) {
      // It keeps the 0.3 s of a verdict.
      #expect(one.time <= max(next.start, one.start + 0.3) + 0.001)
    }
  }

  @Test("--jsonl reports ten times a second while a chord stands, and its end; a pipe has lines")
  func live() async throws {
    let result = try await Program.run(["tune", "chord", path, "--jsonl"])
    let reports = try result.lines.map { line in
      try JSONDecoder().decode(Chord.self, from: Data(line.utf8))
    }
    #expect((25...40).contains(reports.filter { $0.chord != nil }.count))
    let pipe = try await Program.run(
      ["tune", "-", "--chord"], input: try Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(pipe.status == 0)
    #expect(pipe.lines.contains { $0.contains(" s  C  C4 ") && $0.contains("sharp of 5/4") })
    #expect(pipe.lines.contains { $0.contains(" s  F/C  C4 ") })
    #expect(pipe.lines.last?.hasSuffix(" s  -") == true)
  }

  @Test("silence is told, and what chords have no use for is refused")
  func refused() async throws {
    let silence = directory.path("silence.wav")
    try Recording.write([Float](repeating: 0, count: 44_100), to: silence)
    let quiet = try await Program.run(["tune", silence, "--chord"])
    #expect(quiet.status != 0 && quiet.errors.contains("It is silent or too quiet."))
    // C8, an octave above the highest note of a chord.
    let high = directory.path("high.wav")
    try Recording.write(
      TestSignal.sine(4186, sampleRate: 44_100, count: 44_100, amplitude: 0.5), to: high)
    let outside = try await Program.run(["tune", high, "--chord"])
    #expect(outside.status == 2)
    #expect(outside.errors.contains("a peak of -6 dBFS, but no note from A0 to C7."))
    for option in [["--strum"], ["--beats", "A4"], ["--estimator", "yin"], ["--midi", "x"]] {
      let result = try await Program.run(["tune", path, "--chord"] + option)
      #expect(result.status == 64, "\(option)")
    }
  }
}
