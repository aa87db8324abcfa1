import AudioFiles
import Foundation
import SignalProcessing
import Testing

@Suite("kammerton tone, as a process", .timeLimit(.minutes(5)))
struct ToneProcessTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func render(
    _ arguments: String..., to name: String = "tone.wav"
  ) async throws -> (samples: [Float], channelCount: Int, sampleRate: Double) {
    let path = directory.path(name)
    let result = try await Program.run(["tone"] + arguments + ["--output", path])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.isEmpty && result.output.isEmpty)
    var reader = try AudioFileReader(path: path, channel: .mix)
    var samples: [Float] = []
    var block: [Float] = []
    while try reader.read(into: &block, maximumCount: 8192) > 0 { samples += block }
    return (samples, reader.channelCount, reader.sampleRate)
  }

  @Test("writes as many samples as the duration asks for, at any rate")
  func lengths() async throws {
    let wave = try await render("A4", "--duration", "0.5s")
    #expect(wave.samples.count == 24_000)
    let odd = try await render("440", "--duration", "1001ms", "--sample-rate", "44100")
    #expect(odd.samples.count == 44_144)  // 44144.1
    #expect(odd.sampleRate == 44_100)
    let flac = try await render(
      "440", "--wave", "saw", "--duration", "0.1s", "--sample-rate", "96000", to: "a.flac")
    #expect(flac.samples.count == 9600)
    let cut = try await render("--sequence", "A4,B4,C5", "--duration", "700ms")
    #expect(cut.samples.count == 33_600)
  }

  @Test("A4 under 442 Hz is a sine of 442 Hz that peaks at -20 dBFS")
  func pitch() async throws {
    let tone = try await render("A4", "--a4", "442", "--duration", "1s")
    for (index, sample) in tone.samples.enumerated() where 2400..<45_600 ~= index {
      let exact = 0.1 * Elementary.sin(2 * .pi * 442 * Double(index) / 48_000)
      #expect(abs(Double(sample) - exact) < 3e-7)  // 24 bits
    }
  }

  @Test("a drone on D at 415 Hz in Vallotti has its A at 415 Hz and a D a tempered fifth below")
  func temperament() async throws {
    // Vallotti narrows the fifths from F to B by a sixth of a Pythagorean comma (Barbour 1951).
    let fifth = 1.5 / pow(531_441.0 / 524_288, 1.0 / 6)
    for (gains, frequency) in [("0,-120,-120", 415 / fifth), ("-120,0,-120", 415)] {
      let tone = try await render(
        "--drone", "D4", "--a4", "415", "--temperament", "vallotti", "--gains", gains,
        "--duration", "1s")
      expectSine(of: frequency, in: tone.samples)
    }
  }

  @Test("notes are read in a notation and as written for a transposing instrument")
  func writtenNotes() async throws {
    let german = try await render("H4", "--notation", "german", "--duration", "1s")
    expectSine(of: 440 * pow(2, 2.0 / 12), in: german.samples)
    let trumpet = try await render("B4", "--transpose", "bb-trumpet", "--duration", "1s")
    expectSine(of: 440, in: trumpet.samples)
    let hertz = try await render("440", "--transpose", "bb-trumpet", "--duration", "1s")
    expectSine(of: 440, in: hertz.samples)
  }

  @Test("a chord by name sounds as its notes do")
  func chordNames() async throws {
    let named = try await render("--chord", "F#m7", "--duration", "1s")
    let notes = try await render("--chord", "F#4,A4,C#5,E5", "--duration", "1s")
    #expect(named.samples == notes.samples)
    let inverted = try await render("--chord", "C/E", "--duration", "1s")
    let spelled = try await render("--chord", "E3,C4,G4", "--duration", "1s")
    #expect(inverted.samples == spelled.samples)
  }

  private func expectSine(of frequency: Double, in samples: [Float]) {
    for (index, sample) in samples.enumerated() where 2400..<45_600 ~= index {
      let exact = 0.1 * sin(2 * .pi * frequency * Double(index) / 48_000)
      guard abs(Double(sample) - exact) > 1e-4 else { continue }
      Issue.record("\(frequency) Hz: sample \(index) is \(sample), not \(exact)")
      return
    }
  }

  @Test("two channels carry the two tones of --binaural, a mean of both is the beat")
  func binaural() async throws {
    let tone = try await render("A4", "--binaural", "4", "--duration", "1s")
    #expect(tone.channelCount == 2)
    let quiet = Array(tone.samples[5500..<6500])  // cos(π·4·⅛) = 0
    let level = Level(of: quiet.span).peak
    #expect(level < -35)
  }

  @Test("dials, sweeps, drones, plucks and hisses")
  func subjects() async throws {
    #expect(try await render("--dtmf", "112").samples.count == 24_000)
    let sweep = try await render("--sweep", "20..20000", "--log", "--duration", "1s")
    #expect(sweep.samples.count == 48_000)
    let commands = [
      ["--chord", "A3,E4,A4"], ["--chord", "A3,5/4,3/2", "--gains", "0,-6"], ["--drone", "D3"],
      ["--drone", "D3", "--tanpura"], ["E2", "--wave", "pluck"], ["--noise", "pink"],
      ["A4", "--beat", "-1.5"], ["69", "--wave", "square:0.25", "--adsr", "10ms,50ms,0.5,20ms"],
    ]
    for command in commands {
      let path = directory.path("tone.wav")
      let result = try await Program.run(
        ["tone"] + command + ["--duration", "200ms", "--output", path])
      #expect(result.status == 0, "\(command): \(result.errors)")
      var reader = try AudioFileReader(path: path, channel: .mix)
      var block: [Float] = []
      #expect(try reader.read(into: &block, maximumCount: 100_000) == 9600)
      #expect(Level(of: block.span).peak < (command[0] == "--noise" ? 0 : -19.9), "\(command)")
      #expect(Level(of: block.span).peak > -40, "\(command)")
    }
  }

  @Test("--raw is interleaved little-endian samples, of which another program needs the first only")
  func raw() async throws {
    let floats = try await Program.run(["tone", "A4", "--duration", "100ms", "--raw", "f32le"])
    #expect(floats.status == 0)
    let path = directory.path("a.raw")
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = [
      "-c", "'\(try Program.url().path)' tone A4 --raw s16le --channels 2 | head -c 4000 > \(path)",
    ]
    try await shell.runToEnd()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(bytes.count == 4000)
    #expect(bytes[0..<4] == Data([0, 0, 0, 0]))
  }

  @Test(
    "refuses what cannot sound with status 64 and the limit",
    arguments: [
      (["30000"], "24000"), (["A4", "--level", "3"], "-120...0"),
      (["A4", "--level", "nan"], "-120"),
      (["0Hz"], "above 0 Hz"), (["1e999"], "not a frequency"), (["H4"], "not a note"),
      ([], "one thing"),
      (["A4", "--chord", "A4"], "one thing"), (["--sweep", "20..30000"], "24000"),
      (["--dtmf", "12x"], "'x' is not a telephone key"),
      (["--chord", "3/2,A4"], "must start with a tone"),
      (["A4", "--wave", "square:2"], "between 0.01 and 0.99"),
      (["A4", "--duration", "0s"], "36 h"),
      (["A4", "--duration", "1e12s"], "36 h"), (["A4", "--sample-rate", "1000"], "8000...192000"),
      (["A4", "--output", "x.mp3"], ".flac"), (["A4", "--output", "x.wav"], "--duration"),
      (["--beat", "3"], "one thing"), (["--noise", "green"], "pink"),
      (["--wave", "pluck", "C8", "--sample-rate", "8000"], "4186"),
      (["--drone", "D3", "--gains", "6"], "-120...0"), (["--sequence", "A4:x"], "36 h"),
      (["A4", "--adsr", "1ms,0,1,20ms"], "10 ms"),
      (["--chord", "Amoll"], "'moll' is not a quality of a chord on A"),
      (["--chord", "Hm"], "'Hm' is not a chord"), (["A4", "--root", "D"], "--temperament"),
      (["A4", "--temperament", "19-edo"], "19"), (["A4", "--channels", "9"], "between 1 and 8"),
    ])
  func refusals(arguments: [String], reason: String) async throws {
    let result = try await Program.run(["tone"] + arguments)
    #expect(result.status == 64)
    #expect(result.errors.contains(reason), "\(result.errors)")
  }

  @Test("a place that cannot be written to exits with 2; nothing half-written is left by Ctrl-C")
  func failures() async throws {
    let lost = try await Program.run(
      ["tone", "A4", "--duration", "1s", "--output", directory.path("none/a.wav")])
    #expect(lost.status == 2)
    let process = Process()
    process.executableURL = try Program.url()
    process.arguments = [
      "tone", "A4", "--duration", "36h", "--output", directory.path("long.wav"),
    ]
    try process.run()
    try await Program.untilWriting(process, files: 1, in: directory.url)
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.url.path).isEmpty)
  }

  @Test("a loudspeaker that nobody has exits with 2 and says what to try")
  func unknownDevice() async throws {
    let result = try await Program.run(["tone", "A4", "--loudspeaker", "no such loudspeaker"])
    #expect(result.status == 2)
    #expect(result.errors.contains("kammerton doctor devices"))
  }
}
