import AudioFiles
import Foundation
import Testing
import _TestSignals

@Suite("kammerton track, as a process", .timeLimit(.minutes(5)))
struct TrackProcessTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  @Test("tracks 440 Hz to a CSV with a reading every 10 ms")
  func csv() async throws {
    let path = directory.path("a.wav")
    try Recording.sine(440, to: path)
    let result = try await Program.run(["track", path])
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    #expect(result.lines.first == "time,frequency,confidence")
    #expect(result.lines.count == 51)
    let middle = try #require(result.lines.dropFirst(25).first).split(separator: ",")
    #expect(middle.first == "0.240000")
    let frequency = try #require(Double(middle[1]))
    #expect(abs(cents(from: 440, to: frequency)) < 1)
  }

  @Test("--output - is standard output, for one input")
  func outputToStandardOutput() async throws {
    let path = directory.path("a.wav")
    try Recording.sine(440, to: path)
    let plain = try await Program.run(["track", path])
    let dash = try await Program.run(["track", "--output", "-", path])
    #expect(dash.status == 0 && dash.output == plain.output)
    let several = try await Program.run(["track", "--output", "-", path, path])
    #expect(several.status == 64)
    #expect(several.errors.contains("Several inputs need --output DIR"))
  }

  @Test("compares estimators in one table, whose columns are those of each alone, and in one plot")
  func comparison() async throws {
    let path = directory.path("a.wav")
    try Recording.sine(440, to: path)
    let picture = directory.path("a.svg")
    let result = try await Program.run(
      ["track", path, "--estimator", "best,yin,pyin", "--plot", picture])
    #expect(result.status == 0 && result.errors.isEmpty)
    #expect(
      result.lines.first
        == "time,best_frequency,best_confidence,yin_frequency,yin_confidence,pyin_frequency,pyin_confidence"
    )
    #expect(result.lines.count == 51)
    for (index, method) in ["best", "yin", "pyin"].enumerated() {
      let alone = try await Program.run(["track", path, "--estimator", method])
      for (row, line) in zip(result.lines, alone.lines).dropFirst() {
        let cells = row.split(separator: ",", omittingEmptySubsequences: false)
        let expected = line.split(separator: ",", omittingEmptySubsequences: false)
        #expect([cells[0], cells[2 * index + 1], cells[2 * index + 2]] == expected)
      }
    }
    let svg = try String(contentsOf: directory.file("a.svg"), encoding: .utf8)
    for name in ["best", "yin", "pyin"] { #expect(svg.contains(name)) }
    let lines = try await Program.run(
      ["track", path, "--estimator", "yin,mpm", "--format", "jsonl"])
    #expect(lines.lines.count == 100)
    #expect(lines.lines[1].hasPrefix("{\"estimator\":\"mpm\""))
  }

  @Test(
    "refuses comparisons that a format cannot hold, with status 64",
    arguments: [
      (["--estimator", "yin,mpm", "--format", "midi"], "csv, tsv, json or jsonl"),
      (["--estimator", "yin,mpm", "--notes"], "csv, tsv, json or jsonl"),
      (["--estimator", "yin,yin"], "given twice"), (["--estimator", "yin,"], "Write best, yin"),
      (["--estimator", "yinn"], "Did you mean yin?"),
      (
        ["--estimator", "best,yin,pyin,mpm,amdf,swipe", "--plot", "x.png"], "at most 5"
      ),
    ])
  func comparisonRefusals(arguments: [String], reason: String) async throws {
    let result = try await Program.run(["track", "a.wav"] + arguments)
    #expect(result.status == 64)
    #expect(result.errors.contains(reason), "\(result.errors)")
  }

  @Test("reads WAV and raw samples from standard input")
  func standardInput() async throws {
    let path = directory.path("a.wav")
    try Recording.sine(220, to: path)
    let wave = try await Program.run(
      ["track", "-"], input: Data(contentsOf: directory.file("a.wav")))
    let file = try await Program.run(["track", path])
    #expect(wave.status == 0)
    #expect(wave.output == file.output)

    let samples = TestSignal.sine(220, sampleRate: 16_000, count: 8000)
    let raw = samples.withUnsafeBytes { Data($0) }
    let result = try await Program.run(
      ["track", "-", "--raw", "f32le", "--rate", "16000", "--format", "jsonl"], input: raw)
    #expect(result.status == 0)
    #expect(result.lines.dropFirst(20).first?.contains(#""note":"A","octave":3"#) == true)
  }

  @Test("inputs with the same base name get outputs of their own, and a bad one stops nobody")
  func severalInputs() async throws {
    for name in ["a", "b"] {
      try FileManager.default.createDirectory(
        at: directory.file(name), withIntermediateDirectories: true)
    }
    try Recording.sine(440, to: directory.path("a/x.wav"))
    try Recording.sine(220, to: directory.path("b/x.wav"))
    let output = directory.path("tracks")
    let result = try await Program.run([
      "track", "--output", output, directory.path("a/x.wav"), directory.path("missing.wav"),
      directory.path("b/x.wav"),
    ])
    #expect(result.status == 1)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("missing.wav does not exist"))
    let names = try FileManager.default.contentsOfDirectory(atPath: output).sorted()
    #expect(names == ["x-2.f0.csv", "x.f0.csv"])
    let second = try String(contentsOf: directory.file("tracks/x-2.f0.csv"), encoding: .utf8)
    let middle = try #require(second.split(separator: "\n").dropFirst(20).first)
    let frequency = try #require(Double(middle.split(separator: ",")[1]))
    #expect(abs(frequency - 220) < 0.001)
  }

  @Test(
    "names what is wrong with a bad input, exits with 1 and writes nothing",
    arguments: [
      ("missing.wav", "does not exist"),
      ("empty.wav", "is empty"), ("text.wav", "is not audio"), ("silent.wav", "has no samples"),
    ])
  func badInput(name: String, message: String) async throws {
    try Data().write(to: directory.file("empty.wav"))
    try Data("This is no audio, whatever its name says.\n".utf8)
      .write(to: directory.file("text.wav"))
    try Recording.write([], to: directory.path("silent.wav"))
    let output = directory.path("tracks")
    let result = try await Program.run(["track", directory.path(name), "--output", output])
    #expect(result.status == 2)  // no input was tracked
    #expect(result.errors.contains(name))
    #expect(result.errors.contains(message))
    #expect(result.errors.split(separator: "\n").count == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: output).isEmpty)
  }

  @Test("a truncated WAV is tracked as far as it goes, with a warning")
  func truncated() async throws {
    try Recording.sine(440, to: directory.path("a.wav"))
    let whole = try Data(contentsOf: directory.file("a.wav"))
    try whole.prefix(whole.count / 2).write(to: directory.file("cut.wav"))
    let result = try await Program.run(["track", directory.path("cut.wav")])
    #expect(result.status == 0)
    #expect(result.errors.contains("cut.wav is truncated"))
    #expect((20...30).contains(result.lines.count))
  }

  @Test("one sample gives one unvoiced reading")
  func oneSample() async throws {
    try Recording.write([0.5], to: directory.path("one.wav"))
    let result = try await Program.run(["track", directory.path("one.wav")])
    #expect(result.status == 0)
    #expect(result.lines.count == 2)
    #expect(result.lines.last?.hasPrefix("0.000000,,") == true)
  }

  @Test("NaN and infinite samples count as silence, and are reported")
  func notFinite() async throws {
    var samples = TestSignal.sine(440, sampleRate: 44_100, count: 22_050)
    for index in 10_000..<10_100 { samples[index] = index.isMultiple(of: 2) ? .nan : .infinity }
    try Recording.write(samples, to: directory.path("nan.wav"), format: .waveFloat)
    let result = try await Program.run(["track", directory.path("nan.wav"), "--format", "jsonl"])
    #expect(result.status == 0)
    #expect(result.errors.contains("samples that are not sound (NaN, infinite or huge): 100."))
    #expect(!result.output.contains("nan") && !result.output.contains("inf"))
    #expect(result.lines.last?.contains(#""note":"A","octave":4"#) == true)
  }

  @Test("eight channels are mixed, or one is chosen, and a ninth is refused")
  func channels() async throws {
    let path = directory.path("eight.wav")
    try Recording.sine(440, to: path, channelCount: 8)
    let mix = try await Program.run(["track", path])
    let third = try await Program.run(["track", path, "--channel", "3"])
    #expect(mix.status == 0)
    #expect(third.output == mix.output)
    let ninth = try await Program.run(["track", path, "--channel", "9"])
    #expect(ninth.status == 2)
    #expect(ninth.errors.contains("no channel 9"))
  }

  @Test("an output directory that is none exits with 2")
  func unwritableOutput() async throws {
    let path = directory.path("a.wav")
    try Recording.sine(440, to: path)
    let file = try await Program.run(["track", path, "--output", path])
    #expect(file.status == 2)
    let deep = try await Program.run(["track", path, "--output", directory.path("no/such/place")])
    #expect(deep.status == 2)
    #expect(deep.errors.contains("cannot be created"))
  }

  @Test(
    "an output that looks like a file is refused, with the way to write one",
    arguments: ["a.csv", "a.TextGrid", "song.mid"])
  func outputIsNoFile(name: String) async throws {
    let path = directory.path("a.wav")
    try Recording.sine(440, to: path)
    let result = try await Program.run(["track", path, "--output", directory.path(name)])
    #expect(result.status == 2)
    #expect(result.errors.contains("add > \(directory.path(name))."), "\(result.errors)")
    #expect(!FileManager.default.fileExists(atPath: directory.path(name)))
  }

  @Test(
    "wrong numbers are refused with 64 before anything is read",
    arguments: [["--a4", "-1"], ["--range", "4200..30"], ["--hop", "0"], ["--gate", "7"]])
  func usage(arguments: [String]) async throws {
    let result = try await Program.run(["track", "missing.wav"] + arguments)
    #expect(result.status == 64)
    #expect(result.errors.contains("'\(arguments[1])' is invalid for '\(arguments[0])"))
  }

  @Test("a range above half the sample rate names both")
  func nyquist() async throws {
    let path = directory.path("a.wav")
    try Recording.sine(440, to: path)
    let result = try await Program.run(["track", path, "--range", "30..30000"])
    #expect(result.status == 2)
    #expect(result.errors.contains("30000"))
    #expect(result.errors.contains("22050"))
  }

  @Test("two hours take less than 60 MB of memory")
  func longFile() async throws {
    let path = directory.path("long.wav")
    try Recording.write([0.1], to: path, sampleRate: 8000)
    // A sparse file: the header says two hours, and all of them are silence.
    let handle = try FileHandle(forUpdating: directory.file("long.wav"))
    let dataSize = UInt32(2 * 3600 * 8000 * 2)
    for (offset, size) in [(UInt64(4), dataSize + 36), (40, dataSize)] {
      try handle.seek(toOffset: offset)
      try handle.write(contentsOf: withUnsafeBytes(of: size.littleEndian) { Data($0) })
    }
    try handle.truncate(atOffset: UInt64(dataSize) + 44)
    try handle.close()

    let result = try await Program.run(["track", "--hop", "1s", path])
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    #expect(result.lines.count == 7201)
    #expect(result.lines.last?.hasPrefix("7199.000000,") == true)
    #if os(Linux)
      #expect(try #require(result.peakMemory) < 60_000)
    #endif
  }

  @Test("a reader that goes away ends it quietly")
  func closedOutput() async throws {
    let path = directory.path("a.wav")
    // Silence is tracked quickly, and gives more text than a pipe holds.
    try Recording.write(Array(repeating: 0, count: 30 * 44_100), to: path)
    let process = Process()
    process.executableURL = try Program.url()
    process.arguments = ["track", "--hop", "1ms", path]
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try output.fileHandleForReading.close()
    try await process.runToEnd()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
    let complaint = try errors.fileHandleForReading.readToEnd()
    #expect(complaint?.isEmpty != false)
  }
}
