import AudioFiles
import Foundation
import Metronome
import Testing

@Suite("kammerton metronome, as a process", .timeLimit(.minutes(5)))
struct MetronomeProcessTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func run(_ arguments: [String]) async throws -> Program.Result {
    try await Program.run(
      ["metronome"] + arguments, environment: ["XDG_CONFIG_HOME": directory.path("settings")])
  }

  private func render(_ arguments: String...) async throws -> [Float] {
    let path = directory.path("click.wav")
    let result = try await run(arguments + ["--output", path])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.isEmpty && result.output.isEmpty)
    var reader = try AudioFileReader(path: path, channel: .mix)
    var samples: [Float] = []
    var block: [Float] = []
    while try reader.read(into: &block, maximumCount: 8192) > 0 { samples += block }
    return samples
  }

  /// Where the sound rises from silence of 10 ms.
  private func onsets(_ samples: [Float]) -> [Int] {
    var onsets: [Int] = []
    var lastLoud = -480
    for (index, sample) in samples.enumerated() where sample.magnitude > 0.005 {
      if index - lastLoud >= 480 { onsets.append(index) }
      lastLoud = index
    }
    return onsets
  }

  @Test("137.5 beats a minute for 60 s: 138 clicks, each within half a sample of its time")
  func export() async throws {
    let samples = try await render("137.5", "--duration", "60s")
    #expect(samples.count == 60 * 48_000)
    let onsets = onsets(samples)
    #expect(onsets.count == 138)
    let period = 60 * 48_000 / 137.5
    for (index, onset) in onsets.enumerated() {
      // The first sample of a click is 0, as a sine is.
      #expect(abs(Double(onset - 1) - period * Double(index)) <= 0.5)
    }
  }

  @Test("andante is 92 beats a minute: 6 clicks in 3.5 s")
  func words() async throws {
    let onsets = onsets(try await render("Andante", "--duration", "3.5s"))
    #expect(onsets.count == 6)
    let period = Double(onsets[5] - onsets[0]) / 5
    #expect(abs(period - 60 * 48_000 / 92) <= 0.2)
    let fifths = try await run(["120", "--meter", "3/5", "--duration", "1s"])
    #expect(fifths.status == 64 && fifths.errors.contains("'3/5' is not a meter"))
    let refused = try await run(["andantissimo", "--duration", "1s"])
    #expect(refused.status == 64)
    #expect(refused.errors.contains("such as andante"))
  }

  @Test("seven eighths with swing, a ramp and silent bars, as the help has it")
  func everything() async throws {
    let samples = try await render(
      "120", "--meter", "7/8=2+2+3", "--swing", "60", "--ramp", "+5/4bars", "--mute", "3:1",
      "--duration", "14s")
    let onsets = onsets(samples)
    // Three bars of seven clicks, one silent bar of about 1.65 s.
    #expect(onsets.count > 28)
    #expect(Double(onsets[21] - onsets[20]) > 1.7 * 48_000)
    #expect(onsets[20] - onsets[19] < 48_000 / 3)
  }

  @Test("mutes single beats: two and four, as a pattern does; none that the meter does not have")
  func mutedBeats() async throws {
    let muted = try await render("120", "--mute", "2,4", "--duration", "4s")
    #expect(onsets(muted).map { ($0 + 500) / 24_000 } == [0, 2, 4, 6])
    #expect(muted == (try await render("120", "--pattern", "X.x.", "--duration", "4s")))
    let random = onsets(try await render("120", "--mute", "50%beats", "--duration", "20s"))
    #expect((10...30).contains(random.count))
    let refused = try await run(["120", "--meter", "3/4", "--mute", "2,4", "--duration", "1s"])
    #expect(refused.status == 64 && refused.errors.contains("a bar has 3 beats"), "\(refused)")
    #expect(!refused.errors.contains("Decimals have a point"), "\(refused)")
    let unknown = try await run(["120", "--mute", "often", "--duration", "1s"])
    #expect(
      unknown.status == 64 && unknown.errors.contains("2,4 or beat:3 (these beats"), "\(unknown)")
  }

  @Test("plays a tempo map to its end, from a label, counted in, at another speed")
  func maps() async throws {
    let path = directory.path("song.tempo")
    try Data("intro: 2 4/4 120\nend: 1 3/4 60\n".utf8).write(to: URL(fileURLWithPath: path))
    #expect(try await render(path).count == 7 * 48_000)
    #expect(try await render(path, "--start", "end").count == 3 * 48_000)
    #expect(try await render(path, "--count-in", "1").count == 9 * 48_000)
    #expect(try await render(path, "--speed", "50").count == 14 * 48_000)
    #expect(try await render(path, "--duration", "1s").count == 48_000)
  }

  @Test(
    "what a Link session decides cannot be given, nor is there one without its program",
    arguments: [
      (["--link", "--ramp", "+5/4bars"], 64, "Remove --ramp"),
      (["--link", "--count-in", "1"], 64, "next bar"),
      (["--link", "--output", "click.wav", "--duration", "1s"], 64, "needs a loudspeaker"),
      (["--link", "--join"], 64, "exclude each other"), (["15", "--link"], 64, "20 to 999"),
      (["song.tempo", "--link"], 64, "a tempo instead of a FILE"),
      (["--link-start-stop"], 64, "needs --link"),
      (["--link", "--link-delay", "3s"], 64, "-500ms and 2s"),
      (["--jsonl", "--raw", "s16le"], 64, "needs a loudspeaker"),
      (["--link"], 2, "Install the package kammerton-link"),
    ])
  func link(arguments: [String], status: Int32, words: String) async throws {
    let result = try await Program.run(
      ["metronome"] + arguments,
      environment: [
        "XDG_CONFIG_HOME": directory.path("settings"), "XDG_RUNTIME_DIR": directory.path(""),
        "KAMMERTON_LINK": directory.path("nowhere"),
      ])
    #expect(result.status == status, "\(result.errors)")
    #expect(result.errors.contains(words), "\(result.errors)")
    #expect(result.output.isEmpty)
  }

  @Test("clicks of one's own, at another sample rate, sound at the same time")
  func ownClicks() async throws {
    let path = directory.path("tick.wav")
    try Recording.sine(1000, to: path, seconds: 0.02, sampleRate: 44_100)
    let onsets = onsets(
      try await render("120", "--sound", path, "--level", "0", "--duration", "2s"))
    #expect(onsets.count == 4)
    for (index, onset) in onsets.enumerated() { #expect(abs(onset - 24_000 * index) <= 2) }
  }

  @Test("remembers a tempo with --save, and plays 80 before that")
  func saving() async throws {
    #expect(onsets(try await render("--duration", "3s")) == [1, 36_001, 72_001, 108_001])
    #expect(onsets(try await render("120", "--save", "--duration", "1s")) == [1, 24_001])
    #expect(onsets(try await render("--duration", "1s")) == [1, 24_001])
  }

  @Test("--raw is samples, of which another program may take the first only")
  func raw() async throws {
    let path = directory.path("a.raw")
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = [
      "-c", "'\(try Program.url().path)' metronome 120 --raw f32le | head -c 200000 > \(path)",
    ]
    try await shell.runToEnd()
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)).count == 200_000)
  }

  @Test(
    "refuses what cannot be played with status 64 and the limit",
    arguments: [
      (["0"], "10 to 600"), (["nan"], "10 to 600"), (["1000000000"], "10 to 600"),
      (["120", "--meter", "0/4"], "1 to 128"), (["120", "--swing", "20"], "50 to 80"),
      (["120", "--pattern", "XX"], "4 beats"), (["120", "--poly", "3"], "3:4"),
      (["120", "--mute", "x"], "3:1"), (["120", "--ramp", "5"], "+5/4bars"),
      (["80-120/10", "--ramp", "+5/4bars"], "overlap"), (["120-140"], "number of bars"),
      (["120", "--subdivide", "0"], "1 to 16"), (["120", "--sound", "gong"], "wood"),
      (["120", "--output", "x.wav"], "--duration"), (["120", "--start", "a"], "tempo map"),
      (["x.tempo", "--meter", "3/4"], "Remove --meter."),
      (["120", "--count-in", "101"], "0...100"),
      (["120 --meter"], "10 to 600"), (["120", "--level", "3"], "-120...0"),
    ])
  func refusals(arguments: [String], reason: String) async throws {
    let result = try await run(arguments)
    #expect(result.status == 64)
    #expect(result.errors.contains(reason), "\(result.errors)")
  }

  @Test("a map that cannot be played exits with 2 and says the line; nothing is written")
  func badMaps() async throws {
    let maps: [(Data, String)] = [
      (Data(), "no bars"), (Data("8 120\n8 0/4 120\n".utf8), "line 2"),
      (Data([0x7F, 0x45, 0xFF, 0x00]), "not UTF-8 text"),
      (Data(repeating: 0x38, count: 10_000_000), "1 MiB"),
      (Data("8 120-130 ramp=+5/4bars".utf8), "line 1: Two ramps"),
    ]
    let path = directory.path("bad.tempo")
    for (bytes, reason) in maps {
      try bytes.write(to: URL(fileURLWithPath: path))
      let result = try await run([path, "--output", directory.path("x.wav")])
      #expect(result.status == 2)
      #expect(result.errors.contains(reason), "\(result.errors)")
    }
    let missing = try await run([directory.path("none.tempo")])
    #expect(missing.status == 2 && missing.errors.contains("No such file"))
    let sound = directory.path("bad.wav")
    try Data("no sound".utf8).write(to: URL(fileURLWithPath: sound))
    let click = try await run(
      ["120", "--sound", sound, "--duration", "1s", "--output", directory.path("x.wav")])
    #expect(click.status == 2)
    #expect(!FileManager.default.fileExists(atPath: directory.path("x.wav")))
    let device = try await run(["120", "--loudspeaker", "no such loudspeaker"])
    #expect(device.status == 2 && device.errors.contains("kammerton doctor devices"))
  }
}
