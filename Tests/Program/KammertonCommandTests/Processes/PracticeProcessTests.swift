import Foundation
import InstrumentTuning
import MusicTheory
import SessionHistory
import Testing

/// Tones one after another as a WAV file of 16 bits at 22,050 Hz, each with five partials.
private func wave(_ tones: [(frequency: Double, seconds: Double)], gap: Double = 0.15) -> Data {
  let rate = 22_050.0
  var samples: [Int16] = Array(repeating: 0, count: Int(0.3 * rate))
  for tone in tones {
    let count = Int(tone.seconds * rate)
    for index in 0..<count {
      let time = Double(index) / rate
      var sum = 0.0
      for order in 1...5 {
        sum += sin(2 * .pi * Double(order) * tone.frequency * time) / Double(order)
      }
      let fade = min(1, time / 0.01, (tone.seconds - time) / 0.02)
      samples.append(Int16(7000 * sum * fade * exp(-0.3 * time)))
    }
    samples += Array(repeating: 0, count: Int(gap * rate))
  }
  var data = Data("RIFF".utf8)
  func append(_ value: Int, _ bytes: Int) {
    for byte in 0..<bytes { data.append(UInt8(value >> (8 * byte) & 255)) }
  }
  append(36 + 2 * samples.count, 4)
  data.append(Data("WAVEfmt ".utf8))
  for (value, bytes) in [(16, 4), (1, 2), (1, 2), (22_050, 4), (44_100, 4), (2, 2), (16, 2)] {
    append(value, bytes)
  }
  data.append(Data("data".utf8))
  append(2 * samples.count, 4)
  for sample in samples { append(Int(UInt16(bitPattern: sample)), 2) }
  return data
}

private func frequency(_ midi: Int, cents: Double = 0) -> Double {
  440 * pow(2, (Double(midi - 69) + cents / 100) / 12)
}

@Suite("kammerton practice, as a process", .timeLimit(.minutes(5)))
struct PracticeProcessTests {
  private struct Report: Decodable {
    struct Note: Decodable {
      var note: String
      var cents: Double?
      var wrong: Bool
    }
    struct Interval: Decodable {
      var semitones: Int
      var cents: Double
    }
    var offset: Double
    var spread: Double?
    var extra: Int
    var notes: [Note]
    var intervals: [Interval]
  }

  @Test("a take is compared with another recording, whose tuning and tempo are its own")
  func likeRecording() async throws {
    let directory = try TemporaryDirectory()
    let tune = [67, 69, 71, 72, 74, 71, 67, 66, 67]
    let lengths = [0.4, 0.5, 0.6, 0.45, 0.5, 0.7, 0.6, 0.4, 0.8]
    // The teacher is 20 cents flat and takes a narrow leading note; the student plays at 0.9 of the tempo.
    try wave(
      zip(tune, lengths).map { (frequency($0, cents: $0 == 66 ? -5 : -20), $1) }
    ).write(to: directory.file("teacher.wav"))
    try wave(
      zip(tune, lengths).map {
        (frequency($0, cents: $0 == 66 ? 1 : $0 == 72 ? 10 : -14), $1 / 0.9)
      }, gap: 0.15 / 0.9
    ).write(to: directory.file("take.wav"))
    let paths = ["--like", directory.path("teacher.wav"), directory.path("take.wav")]
    let plot = directory.path("notes.svg")
    let text = try await Program.run(["practice", "--plot", plot] + paths)
    #expect(text.status == 0)
    #expect(text.output.contains("C5 (note 4) is 24 cents too high"))
    #expect(text.output.contains("cents from the recording, spread"))
    #expect(text.output.contains("% of the recording's"))
    #expect(FileManager.default.fileExists(atPath: plot))
    let json = try await Program.run(["practice", "--json"] + paths)
    let report = try JSONDecoder().decode(Report.self, from: Data(json.output.utf8))
    #expect(abs(report.offset - 6) < 1)
    for note in report.notes {
      #expect(abs((note.cents ?? 99) - (note.note == "C5" ? 24 : 0)) < 1.5)
    }
    // Without what is the teacher's own, the leading note is high, and all of it flat.
    let absolute = try await Program.run(["practice", "--json", "--absolute"] + paths)
    let own = try JSONDecoder().decode(Report.self, from: Data(absolute.output.utf8))
    #expect(abs(own.offset + 14) < 1.5)
    #expect(abs((own.notes[7].cents ?? 99) - 15) < 1.5)
  }

  @Test("a recording without notes, with a score, or with what it does not have, is not followed")
  func likeNothing() async throws {
    let directory = try TemporaryDirectory()
    try wave([]).write(to: directory.file("silence.wav"))
    let silence = directory.path("silence.wav")
    let empty = try await Program.run(["practice", "--like", silence, silence])
    #expect(empty.status == 2)
    #expect(empty.errors.contains("No note was found"))
    for options in [
      ["C-major", silence, "--like", silence], [silence, "--like", silence, "--tempo", "90"],
      [silence, "--like", silence, "--a4", "442"], ["C-major", silence, "--absolute"],
      [silence, "--like", silence, "--up"],
    ] {
      #expect(try await Program.run(["practice"] + options).status == 64)
    }
  }

  @Test("a scale 6 cents sharp with one note 20 cents low is scored within 1.5 cents, and drawn")
  func scale() async throws {
    let directory = try TemporaryDirectory()
    let up = [60, 62, 64, 65, 67, 69, 71, 72]
    let numbers = up + up.dropLast().reversed()
    let tones = numbers.enumerated().map { index, number in
      (frequency: frequency(number, cents: index == 2 ? -14 : 6), seconds: 0.5)
    }
    let path = directory.path("scale.wav")
    try wave(tones).write(to: URL(fileURLWithPath: path))
    let result = try await Program.run([
      "practice", "C-major", path, "--json", "--plot", directory.path("n.svg"),
      "--plot-intervals", directory.path("i.png"),
    ])
    #expect(result.status == 0, "\(result.errors)")
    let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
    #expect(abs(report.offset - 6) < 1)
    #expect(report.notes.map(\.note).prefix(3) == ["C4", "D4", "E4"])
    for (index, note) in report.notes.enumerated() {
      let cents = try #require(note.cents, "\(index)")
      #expect(abs(cents - (index == 2 ? -20 : 0)) < 1.5, "\(index): \(cents)")
    }
    #expect(report.extra == 0)
    #expect(FileManager.default.fileExists(atPath: directory.path("n.svg")))
    #expect(FileManager.default.fileExists(atPath: directory.path("i.png")))
    let text = try await Program.run(["practice", "C-major", path])
    #expect(text.output.contains("15 right, 0 wrong, 0 missing, 0 too many"), "\(text.output)")
  }

  @Test("a MIDI file in just intonation: pure thirds are right, and equal ones are 14 cents wide")
  func midi() async throws {
    let directory = try TemporaryDirectory()
    var track: [UInt8] = [0, 0xFF, 0x59, 2, 0, 0]
    for key: UInt8 in [60, 64, 67, 64, 60] { track += [0, 0x90, key, 64, 96, key, 0] }
    track += [0, 0xFF, 0x2F, 0]
    let bytes =
      Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 96] + Array("MTrk".utf8)
      + [0, 0, 0, UInt8(track.count)] + track
    let score = directory.path("arpeggio.mid")
    try Data(bytes).write(to: URL(fileURLWithPath: score))
    let path = directory.path("a.wav")
    try wave([60, 64, 67, 64, 60].map { (frequency($0), 0.6) }).write(
      to: URL(fileURLWithPath: path))
    let result = try await Program.run(["practice", score, path, "--json", "--temperament", "just"])
    #expect(result.status == 0, "\(result.errors)")
    let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
    let third = try #require(report.intervals.first { $0.semitones == 4 })
    #expect(abs(third.cents - 13.7) < 1.5, "\(third.cents)")
  }

  @Test("with --history, results are in the history like sessions, with weeks and a plot")
  func history() async throws {
    let fixture = try HistoryFixture()
    let environment = ["XDG_DATA_HOME": fixture.directory.path("data"), "TZ": "UTC"]
    let numbers = [60, 62, 64, 65, 67, 69, 71, 72, 71, 69, 67, 65, 64, 62, 60]
    for (index, error) in [0.0, 24].enumerated() {
      let tones = numbers.enumerated().map {
        (frequency: frequency($1, cents: 6 + ($0 == 2 ? error : 0)), seconds: 0.4)
      }
      let path = fixture.directory.path("\(index).wav")
      try wave(tones).write(to: URL(fileURLWithPath: path))
      let unasked = try await Program.run(
        ["practice", "C-major", path], environment: environment)
      #expect(unasked.status == 0)
      let recorded = try await Program.run(
        ["practice", "C-major", path, "--history"], environment: environment)
      #expect(recorded.status == 0 && recorded.errors.isEmpty, "\(recorded.errors)")
    }
    let sessions = try HistoryDatabase(fixture.location).sessions(
      HistoryFilter(title: "practice: c major"))
    #expect(sessions.count == 2)
    for session in sessions {
      #expect(session.summary.noteCount == 15)
      // What was set; the targets are those of the player's own A4, 440 Hz and 6 cents.
      #expect(session.description.concertPitch == 440)
      let targets = try HistoryDatabase(fixture.location).notes(of: [session.id])
        .map(\.note).filter { $0.note.midiNumber == 69 }.map(\.targetFrequency)
      #expect(targets.count == 2 && targets.allSatisfy { abs($0 - 441.53) < 0.3 }, "\(targets)")
    }
    // One note of fifteen 24 cents off, and fifteen in tune.
    #expect(abs(sessions[0].summary.meanDeviation - 24.0 / 15) < 1)
    #expect(sessions[1].summary.meanDeviation < 1)
    #expect(sessions[1].summary.partInTune == 1)
    #expect(abs(sessions[0].summary.partInTune - 14.0 / 15) < 0.02)
    let plot = fixture.directory.path("p.svg")
    let list = try await fixture.run("--instrument", "C major", "--plot", plot)
    #expect(list.output.contains("Practice: C major"), "\(list.output)")
    #expect(FileManager.default.fileExists(atPath: plot))
    let weeks = try await fixture.run("--instrument", "practice", "--weeks")
    // One week below the head of the table.
    let lines = weeks.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(weeks.status == 0 && lines.firstIndex(of: "") == 2, "\(weeks.output)")
    // The sixth note a whole tone higher, the tenth left out, and a low one before the last.
    let played = [60, 62, 64, 65, 67, 71, 71, 72, 71, 67, 65, 64, 62, 55, 60]
    let path = fixture.directory.path("mistakes.wav")
    try wave(played.map { (frequency: frequency($0), seconds: 0.4) }).write(
      to: URL(fileURLWithPath: path))
    let recorded = try await Program.run(
      ["practice", "C-major", path, "--history"], environment: environment)
    #expect(recorded.output.contains("13 right, 1 wrong, 1 missing, 1 too many"))
    let shown = try await fixture.run("3")
    #expect(
      shown.output.contains("13 of 15 notes right, 1 wrong, 1 missing; 1 not in the score"))
    #expect(try await fixture.run().output.contains(" 13/15 "))
    let table = try await fixture.run("3", "--format", "json")
    #expect(table.output.contains(#""practice":{"wrong":1,"missing":1,"extra":1}"#))
  }

  @Test("a score out of the instrument's range is reported before the recording is even read")
  func range() async throws {
    let directory = try TemporaryDirectory()
    let missing = directory.path("none.wav")
    for (arguments, expected) in [
      (["C3-major", "--instrument", "violin"], "An octave higher it fits"),
      (["C7-major", "--range", "Bb3..C6"], "Transpose it"),
      (["C-major", "--instrument", "guitar"], ""),
      (["C-major", "--instrument", "bass guitar", "--tuning", "standard"], "octave"),
      (["G8-major", "--octaves", "1"], "what can be detected"),
    ] {
      let result = try await Program.run(
        ["practice", arguments[0], missing] + arguments.dropFirst())
      #expect(result.status == 2)
      #expect(result.errors.contains("Notes outside") == !expected.isEmpty, "\(result.errors)")
      #expect(expected.isEmpty || result.errors.contains(expected), "\(result.errors)")
    }
    for arguments in [
      ["--instrument", "trmpet"], ["--tuning", "standard"], ["--range", "C6..C3"],
      ["--range", "C3..C6", "--instrument", "guitar"], ["--range", "C3"],
    ] {
      let result = try await Program.run(["practice", "C-major", missing] + arguments)
      #expect(result.status == 64, "\(arguments): \(result.errors)")
    }
  }

  @Test(
    "a loudspeaker that is not there is reported before anybody plays",
    arguments: ["--play", "--drone"])
  func noLoudspeaker(sound: String) async throws {
    for _ in 0..<3 {
      let result = try await Program.run(
        ["practice", "C-major", sound, "--loudspeaker", "no such loudspeaker", "--no-history"])
      #expect(result.status == 2 && result.output.isEmpty)
      #expect(result.errors.contains("loudspeaker"), "\(result.errors)")
    }
  }

  @Test("what is no score, no recording or no playing is refused")
  func refused() async throws {
    let directory = try TemporaryDirectory()
    let silence = directory.path("s.wav")
    try wave([]).write(to: URL(fileURLWithPath: silence))
    let silent = try await Program.run(["practice", "C-major", silence])
    #expect(silent.status == 2 && silent.errors.contains("No note"))
    let broken = directory.path("b.mid")
    try Data("MThd".utf8).write(to: URL(fileURLWithPath: broken))
    let midi = try await Program.run(["practice", broken, silence])
    #expect(midi.status == 2 && midi.errors.contains("b.mid"))
    for arguments in [
      ["practice", "C-mjor", silence], ["practice", "a.pdf", silence],
      ["practice", "C9-major", silence, "--octaves", "4"],
      ["practice", "C-major", silence, "--voice", "2"],
      ["practice", "C-major", silence, "--drone"], ["practice", "C-major", "--loudspeaker", "x"],
      ["practice", "C-major", silence, "--temperament", "19-edo"],
    ] {
      let result = try await Program.run(arguments)
      #expect(result.status == 64, "\(arguments): \(result.errors)")
    }
    let missing = try await Program.run(["practice", "C-major", directory.path("none.wav")])
    #expect(missing.status == 2)
  }
}

@Suite("kammerton setup, as a process", .timeLimit(.minutes(5)))
struct SetupProcessTests {
  @Test("recordings of a string whose 12th fret is 8 cents sharp: the saddle moves back 3 mm")
  func session() async throws {
    let directory = try TemporaryDirectory()
    for (fret, cents) in [(0, 0.0), (1, 0.479), (2, 0.986), (3, 1.524), (12, 8.071)] {
      try wave([(frequency(45 + fret, cents: cents), 3)]).write(
        to: URL(fileURLWithPath: directory.path("5-\(fret).wav")))
    }
    let files = [0, 1, 2, 3, 12].map { directory.path("5-\($0).wav") }
    let table = directory.path("t.csv")
    let result = try await Program.run(
      ["setup", "guitar"] + files
        + ["--length", "648mm", "--save", table, "--plot", directory.path("p.pdf"), "--jsonl"])
    #expect(result.status == 0, "\(result.errors)")
    struct Line: Decodable {
      var string: Int
      var note: String
      var saddleMillimetres: Double
      var nutMillimetres: Double
    }
    let line = try JSONDecoder().decode(Line.self, from: Data(result.output.utf8))
    #expect(line.string == 5 && line.note == "A2")
    #expect(abs(line.saddleMillimetres - 3) < 0.15, "\(line)")
    #expect(abs(line.nutMillimetres) < 0.1, "\(line)")
    #expect(FileManager.default.fileExists(atPath: directory.path("p.pdf")))
    let again = try await Program.run(
      ["setup", "guitar", table, "--length", "648mm", "--before", table])
    #expect(again.status == 0 && again.output.contains("String 5 (A2): saddle back"))
    #expect(again.output.contains("before"))
  }

  @Test("a string that is missing, silent or badly named is refused; the others are reported")
  func refused() async throws {
    let directory = try TemporaryDirectory()
    let silence = directory.path("6-0.wav")
    try wave([]).write(to: URL(fileURLWithPath: silence))
    let silent = try await Program.run(["setup", "guitar", silence, "--length", "648mm"])
    #expect(silent.status == 2 && silent.errors.contains("string 6, open"), "\(silent.errors)")
    let open = directory.path("5-0.wav")
    try wave([(110, 3)]).write(to: URL(fileURLWithPath: open))
    let alone = try await Program.run(["setup", "guitar", open, "--length", "648mm"])
    #expect(alone.status == 1 && alone.errors.contains("at least one fret"), "\(alone.errors)")
    let named = try await Program.run(
      ["setup", "guitar", directory.path("x.wav"), "--length", "648mm"])
    #expect(named.status == 2 && named.errors.contains("6-12.wav"))
    let table = directory.path("t.csv")
    try Data("hello\n".utf8).write(to: URL(fileURLWithPath: table))
    let broken = try await Program.run(["setup", "guitar", table, "--length", "648mm"])
    #expect(broken.status == 2 && broken.errors.contains("line 1"), "\(broken.errors)")
  }
}
