import Foundation
import Testing
import _TestSignals

@Suite("kammerton tune, as a process", .timeLimit(.minutes(5)))
struct TuneProcessTests {
  private struct Line: Decodable {
    var time: Double
    var frequency: Double?
    var note: String?
    var octave: Int?
    var cents: Double?
    var periodicity: Double
    var confidence: Double?
    var level: Double?
  }

  @Test("--jsonl of a simulated 440 Hz is A4, 100 times a second")
  func jsonLines() async throws {
    let result = try await Program.run(["tune", "--simulate", "440", "--jsonl"])
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    let lines = try result.lines.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    #expect(lines.count == 200)
    for line in lines.dropFirst(10).dropLast(10) {
      #expect(line.note == "A")
      #expect(line.octave == 4)
      #expect(abs(try #require(line.cents)) < 0.1)
      #expect((0.9...1).contains(try #require(line.confidence)))
    }
  }

  @Test("--plain prints one line per note")
  func plain() async throws {
    let result = try await Program.run(
      ["tune", "--simulate", "440,E2", "--a4", "442", "--tolerance", "10"])
    #expect(result.status == 0)
    #expect(result.lines.count == 2)
    for (line, (note, cents)) in zip(result.lines, [("A4", -7.85), ("E2", 0)]) {
      let words = line.split(separator: " ")  // 0.03 s A4 -7.8 cents 440.00 Hz in tune
      #expect(words.count == 9 && words[2] == note)
      #expect(abs(try #require(Double(words[3])) - cents) < 0.2)
      #expect(line.hasSuffix("Hz  in tune"))
    }
  }

  @Test("hears a file and standard input")
  func files() async throws {
    let directory = try TemporaryDirectory()
    try Recording.sine(466.16, to: directory.path("a.wav"))
    let file = try await Program.run(
      ["tune", directory.path("a.wav"), "--spelling", "flats"], environment: ["LC_ALL": "C"])
    #expect(file.status == 0)
    #expect(file.lines.first?.contains("Bb4") == true)
    let stream = try await Program.run(
      ["tune", "-"], input: Data(contentsOf: directory.file("a.wav")))
    #expect(stream.lines.first?.contains("A♯4") == true)
  }

  @Test("a file in which nothing sounds is said so, with status 2; lines for programs are enough")
  func silence() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("silence.wav")
    try Recording.write([Float](repeating: 0, count: 22_050), to: path)
    let plain = try await Program.run(["tune", path])
    #expect(plain.status == 2)
    #expect(plain.output.isEmpty)
    #expect(plain.errors.contains("No tone was detected in \(path)"))
    let pipe = try await Program.run(
      ["tune", "-"], input: Data(contentsOf: directory.file("silence.wav")))
    #expect(pipe.status == 2 && pipe.errors.contains("No tone was detected in standard input"))
    let lines = try await Program.run(["tune", path, "--jsonl"])
    #expect(lines.status == 0)
    #expect(!lines.lines.isEmpty && lines.errors.contains("No tone was detected"))
    try Recording.sine(440, to: directory.path("a.wav"))
    let tone = try await Program.run(["tune", directory.path("a.wav")])
    #expect(tone.status == 0 && tone.errors.isEmpty)
  }

  @Test("noise, opposite channels and several tones are told from silence")
  func noTone() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("sound.wav")
    let options = ["--no-config", "--plain"]
    try Recording.write(TestSignal.noise(count: 88_200, rms: 0.3), to: path)
    let noise = try await Program.run(["tune", path] + options)
    #expect(noise.status == 2 && noise.errors.contains("It has sound of up to -1"))
    let tone = TestSignal.sine(440, sampleRate: 44_100, count: 44_100)
    try Recording.write(tone.flatMap { [$0, -$0] }, to: path, channelCount: 2)
    let opposite = try await Program.run(["tune", path] + options)
    #expect(opposite.status == 2 && opposite.errors.contains("cancel each other"))
    #expect(try await Program.run(["track", path]).errors.contains("cancel each other"))
    let first = try await Program.run(["tune", path, "--channel", "1"] + options)
    #expect(first.status == 0 && first.errors.isEmpty && first.output.contains("A4"))
  }

  @Test("C, E and G together are several tones, not a C two octaves lower in tune")
  func severalTones() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("chord.wav")
    var chord = [Float](repeating: 0, count: 3 * 44_100)
    for frequency in [261.6256, 327.032, 392.4384] {
      let tone = TestSignal.sine(frequency, sampleRate: 44_100, count: chord.count)
      for index in chord.indices { chord[index] += 0.2 * tone[index] }
    }
    try Recording.write(chord, to: path)
    let result = try await Program.run(["tune", path, "--no-config", "--plain"])
    #expect(result.errors.contains("several tones sound at once; --strum"))
    // Lines tell changes: from the first second on, nothing is in tune.
    #expect(result.lines.last?.hasSuffix("C: E4 13.7 flat") == true)
    let late = result.lines.filter { Double($0.split(separator: " ")[0]) ?? 0 > 1 }
    #expect(late.allSatisfy { $0.contains("several tones") || $0.contains("  C: E4 13.") })
    let readings = try await Program.run(["tune", path, "--no-config", "--jsonl"])
    #expect(readings.lines.count == 300, "every reading is there")
    let sounds = readings.lines.suffix(100).filter { $0.contains("\"sound\":\"several\"") }
    #expect(sounds.count > 50 && sounds.allSatisfy { $0.contains("\"inTune\":false") })
    let told = sounds.filter { $0.contains("\"chord\":{") && $0.contains("\"chord\":\"C\"") }
    #expect(told.count > 50, "the chord has its notes")
    struct Reading: Decodable {
      struct Chord: Decodable { var time: Double }
      var time: Double
      var chord: Chord?
    }
    for line in told {
      let reading = try JSONDecoder().decode(Reading.self, from: Data(line.utf8))
      #expect(abs((reading.chord?.time ?? 0) - reading.time) < 0.5, "times are of the file")
    }
    #expect(readings.lines.first?.hasSuffix("\"chord\":null}") == true)
  }

  @Test(
    "sound beyond the range is said to be there, once",
    arguments: [(6000.0, "above"), (20, "below")])
  func beyond(frequency: Double, side: String) async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("tone.wav")
    try Recording.sine(frequency, to: path)
    let result = try await Program.run(["tune", path])
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(result.errors.contains("the sound is \(side) the range; --range widens it"))
    #expect(result.errors.contains("No tone was detected in \(path). It is \(side) the range."))
    #expect(!result.errors.contains("silent"))
  }

  @Test("notes to tune to are read as the notation writes them")
  func notation() async throws {
    let helmholtz = try await Program.run([
      "tune", "--simulate", "A4", "--note", "a'", "--notation", "helmholtz", "--jsonl",
    ])
    #expect(helmholtz.output.contains("\"target\":\"A4\""))
    let string = try await Program.run([
      "tune", "--simulate", "E2", "--instrument", "guitar", "--string", "E", "--notation",
      "helmholtz", "--jsonl",
    ])
    #expect(string.output.contains("\"string\":6"))
    let german = try await Program.run(["tune", "--note", "H4", "--simulate", "440"])
    #expect(german.status == 64)
  }

  @Test("what cannot be heard exits with 2")
  func nothing() async throws {
    let missing = try await Program.run(["tune", "missing.wav"])
    #expect(missing.status == 2)
    #expect(missing.errors.contains("missing.wav does not exist"))
    let high = try await Program.run(["tune", "--simulate", "440", "--range", "30..30000"])
    #expect(high.status == 2)
    #expect(high.errors.contains("24000"))
  }

  @Test("a device that nobody has exits with 2 and says what to try")
  func unknownDevice() async throws {
    let result = try await Program.run(["tune", "--microphone", "no such microphone", "--plain"])
    #expect(result.status == 2)
    #expect(result.errors.contains("kammerton doctor devices"))
    #expect(result.errors.contains("--simulate"))
  }

  @Test("--play needs a file, and says so where there is no loudspeaker to play it")
  func play() async throws {
    let alone = try await Program.run(["tune", "--play"])
    #expect(alone.status == 64 && alone.errors.contains("--play needs a FILE"))
    let directory = try TemporaryDirectory()
    try Recording.sine(440, to: directory.path("a.wav"))
    let unheard = try await Program.run(
      ["tune", directory.path("a.wav"), "--loudspeaker", "no such loudspeaker"])
    #expect(unheard.status == 64 && unheard.errors.contains("needs --play"))
    let missing = try await Program.run([
      "tune", directory.path("a.wav"), "--play", "--loudspeaker", "no such loudspeaker",
    ])
    #expect(missing.status == 2 && missing.output.isEmpty)
    #expect(missing.errors.contains("loudspeaker"))
    #expect(missing.errors.contains("--realtime instead of --play"))
  }

  @Test("--version, --help and unknown verbs answer at once")
  func root() async throws {
    #expect(try await Program.run(["--version"]).output == "kammerton 0.1.0\n")
    let help = try await Program.run([])
    #expect(help.status == 0)
    #expect(help.output.contains("Example:"))
    #expect(try await Program.run(["play"]).status == 64)
    let script = try await Program.run(["--generate-completion-script", "zsh"])
    #expect(script.output.hasPrefix("#compdef kammerton"))
  }
}
