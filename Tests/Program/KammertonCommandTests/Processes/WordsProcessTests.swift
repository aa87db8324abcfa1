import Foundation
import Testing
import _TestSignals

/// Units, names that do not exist, and exit statuses, in whatever command they stand.
@Suite("The same words in every command, as a process", .timeLimit(.minutes(5)))
struct WordsProcessTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test(
    "a number with its unit is the number",
    arguments: [
      (["note", "A4", "--a4"], "442", "442Hz"), (["note", "A4", "--temperature"], "18", "64.4F"),
      (["scale", "equal", "--a4"], "442", "442 Hz"), (["note"], "1000.5", "1.0005kHz"),
      (["tune", "--simulate", "440", "--plain", "--a4"], "441", "441Hz"),
      (["tune", "--simulate", "440", "--plain", "--tolerance"], "5", "5c"),
      (["tune", "--simulate", "440", "--plain", "--gate"], "-60", "-60dB"),
      (["tune", "--simulate", "440", "--plain", "--range"], "60..1000", "60Hz..1kHz"),
      (["string", "0.010in", "25.5in"], "330", "330Hz"),
    ] as [([String], String, String)])
  func units(command: [String], plain: String, unit: String) async throws {
    let expected = try await Program.run(command + [plain])
    let result = try await Program.run(command + [unit])
    #expect(expected.status == 0 && !expected.output.isEmpty, "\(expected.errors)")
    #expect(result.status == 0 && result.output == expected.output, "\(result.errors)")
  }

  @Test(
    "levels, rates and tempos of sounds have units too",
    arguments: [
      (["tone", "A4", "--level"], "-12", "-12dB"), (["tone", "A4", "--beat"], "1.5", "1.5Hz"),
      (["tone", "A4", "--sample-rate"], "48000", "48kHz"),
      (["tone", "--sweep"], "20..8000", "20Hz..8kHz"), (["metronome"], "120", "120bpm"),
      (["metronome"], "3/8=80", "3/8=80 BPM"),
      (
        ["metronome", "--swing", "60", "100", "--level"],
        "-10", "-10dBFS"
      ),
    ] as [([String], String, String)])
  func sounds(command: [String], plain: String, unit: String) async throws {
    let files = ["a.wav", "b.wav"].map(directory.path)
    for (value, file) in zip([plain, unit], files) {
      let result = try await Program.run(
        command + [value, "--duration", "300ms", "--output", file])
      #expect(result.status == 0, "\(result.errors)")
    }
    let sounds = try files.map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
    #expect(sounds[0] == sounds[1] && sounds[0].count > 10_000)
  }

  @Test(
    "a name that does not exist is answered with one that does, and status 64",
    arguments: [
      (["metronome", "alegro"], "Did you mean allegro"),
      (["practice", "C-mixolidian"], "Did you mean mixolydian"),
      (["practice", "Cmajor"], "Did you mean C-major?"),
      (["practice", "H-major"], "Write B4, or add --notation german"),
      (["tune", "--instrument", "gitar", "--plain"], "Guitar"),
      (["tune", "guitar"], "Did you mean --instrument guitar?"),
      (["tune", "A4"], "Did you mean --note A4?"),
      (["tune", "--note", "do4"], "Write C4, or add --notation fixed-do"),
      (["calibrate", "--heard", "H4"], "Write B4."),
      (["track", "a.wav", "--format", "jsnl"], "Did you mean jsonl"),
      (["tune", "--view", "strob"], "Did you mean strobe?"),
      (["tone", "A4", "--wave", "saww"], "Did you mean saw?"),
      (["send", "x", "--mode", "rom"], "Did you mean room?"),
      (["send", "x", "--protocol", "ggwav"], "Did you mean ggwave"),
      (["receive", "a.wav", "--protocol", "clasic"], "Did you mean classic"),
      (["help", "tuen"], "Did you mean 'tune'?"),
    ])
  func names(arguments: [String], question: String) async throws {
    let result = try await Program.run(arguments)
    #expect(result.status == 64 && result.output.isEmpty)
    #expect(result.errors.contains(question), "\(result.errors)")
  }

  @Test("an input that does not exist is status 2, alone or with others; some of several are 1")
  func statuses() async throws {
    let missing = try await Program.run(["track", "nosuch"])
    #expect(missing.status == 2)
    let output = ["--output", directory.path("out")]
    let none = try await Program.run(["track", "nosuch", "neither"] + output)
    #expect(none.status == 2)
    try Recording.sine(440, to: directory.path("a.wav"))
    let some = try await Program.run(["track", "nosuch", directory.path("a.wav")] + output)
    #expect(some.status == 1)
  }

  @Test("Ctrl-C before the end of a file is status 130", arguments: [[], ["--jsonl"]])
  func interrupted(options: [String]) async throws {
    let path = directory.path("long.wav")
    try Recording.sine(110, to: path, seconds: 60)
    let process = Process()
    process.executableURL = try Program.url()
    process.arguments = ["tune", path, "--realtime"] + options
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    _ = output.fileHandleForReading.availableData  // it listens
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 130)
  }

  @Test("--json and --jsonl are those of --format; two spellings at once are refused")
  func formats() async throws {
    let path = directory.path("a.wav")
    try Recording.sine(440, to: path)
    for format in ["json", "jsonl"] {
      let long = try await Program.run(["track", path, "--format", format])
      let short = try await Program.run(["track", path, "--\(format)"])
      #expect(short.status == 0 && short.output == long.output && !short.output.isEmpty)
    }
    #expect(try await Program.run(["track", path, "--json", "--format", "csv"]).status == 64)
    #expect(try await Program.run(["history", "--json", "--csv"]).status == 64)
  }

  @Test("a sequence cannot last longer than its tones; a shorter time cuts it")
  func sequence() async throws {
    let path = directory.path("a.wav")
    let long = try await Program.run([
      "tone", "--sequence", "A4:1s,C5:1s", "--duration", "5s", "--output", path,
    ])
    #expect(long.status == 64 && long.errors.contains("It lasts 2 s, so it cannot play for 5 s"))
    #expect(!FileManager.default.fileExists(atPath: path))
    let short = try await Program.run([
      "tone", "--sequence", "A4:1s,C5:1s", "--duration", "500ms", "--output", path,
    ])
    #expect(short.status == 0)
  }
}
