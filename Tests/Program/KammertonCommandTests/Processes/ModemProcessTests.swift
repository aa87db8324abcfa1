import AudioFiles
import ClassicModem
@testable import CommandKit
import Foundation
@testable import MessageCommands
import Testing
import ToneGeneration

@Suite("kammerton send and receive, as processes", .timeLimit(.minutes(5)))
struct ModemProcessTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test("what send writes to a file, receive reads, to the byte")
  func roundTrip() async throws {
    let (wave, payload) = (directory.path("out.wav"), directory.path("payload.bin"))
    let sent = try await Program.run(["send", "see you at eight", "--output", wave])
    #expect(sent.status == 0, "\(sent.errors)")
    let heard = try await Program.run(
      ["receive", wave, "--band", "u", "--once", "--output", payload])
    #expect(heard.status == 0, "\(heard.errors)")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: payload))
    #expect(String(data: bytes, encoding: .utf8) == "see you at eight")
  }

  @Test("- sends standard input; more than a message can hold is refused, and nothing written")
  func standardInput() async throws {
    let (wave, large) = (directory.path("out.wav"), directory.path("large.wav"))
    let sent = try await Program.run(
      ["send", "-", "--band", "a", "--output", wave], input: Data("C5\n".utf8))
    #expect(sent.status == 0, "\(sent.errors)")
    let heard = try await Program.run(["receive", wave, "--band", "a"])
    #expect(heard.output == "C5\n", "\(heard.errors)")
    let refused = try await Program.run(
      ["send", "-", "--output", large], input: Data(repeating: 65, count: 70_000))
    #expect(refused.status == 2 && refused.errors.contains("longer than 65535 bytes"))
    #expect(!FileManager.default.fileExists(atPath: large))
  }

  @Test("on a terminal a message ends its line; in a pipe there are its bytes alone")
  func lineEnd() async throws {
    let wave = directory.path("out.wav")
    let sent = try await Program.run(["send", "good evening", "--output", wave])
    #expect(sent.status == 0, "\(sent.errors)")
    let pipe = try await Program.run(["receive", wave, "--band", "u"])
    #expect(pipe.output == "good evening")
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    let process = try terminal.process(["receive", wave, "--band", "u"])
    try process.run()
    terminal.waitForEnd(of: process)
    #expect(terminal.output.contains("good evening\r\n"))
  }

  @Test("a recording without a message is said so, with status 2")
  func silence() async throws {
    let wave = directory.path("silence.wav")
    try Recording.write([Float](repeating: 0, count: 44_100), to: wave)
    let heard = try await Program.run(["receive", wave, "--band", "u"])
    #expect(heard.status == 2)
    #expect(heard.output.isEmpty && heard.errors.contains("No message arrived."))
  }

  @Test("what is longer than a packet comes in parts, and what comes twice is delivered once")
  func parts() async throws {
    let (wave, file) = (directory.path("long.wav"), directory.path("long.txt"))
    let text = String(repeating: "A4 = 442 Hz. ", count: 30)
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    let sent = try await Program.run([
      "send", "--file", file, "--mode", "desk", "--band", "a", "--repeat", "2", "--output", wave,
    ])
    #expect(sent.status == 0, "\(sent.errors)")
    let heard = try await Program.run(["receive", wave, "--band", "a"])
    #expect(heard.status == 0 && heard.output == text, "\(heard.errors)")
    let lines = try await Program.run(["receive", wave, "--band", "a", "--jsonl"])
    #expect(lines.lines.count == 1)
    #expect(lines.output.contains("\"text\":\"A4 = 442 Hz. A4"))
  }

  @Test("a recording that ends too early says how much is missing")
  func incomplete() async throws {
    let (wave, file) = (directory.path("long.wav"), directory.path("long.txt"))
    try Data(repeating: 65, count: 600).write(to: URL(fileURLWithPath: file))
    _ = try await Program.run([
      "send", "--file", file, "--mode", "desk", "--band", "a", "--output", wave,
    ])
    let whole = try Data(contentsOf: URL(fileURLWithPath: wave))
    let cut = directory.path("cut.raw")
    try whole[44..<whole.count * 2 / 5].write(to: URL(fileURLWithPath: cut))
    let short = directory.path("short.wav")
    var header = whole[..<44]
    let size = UInt32(whole.count * 2 / 5 - 44)
    for (position, value) in [(4, size + 36), (40, size)] {
      for byte in 0..<4 { header[position + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte)) }
    }
    let rest = try Data(contentsOf: URL(fileURLWithPath: cut))
    try (header + rest).write(to: URL(fileURLWithPath: short))
    let heard = try await Program.run(["receive", short, "--band", "a", "--once"])
    #expect(heard.status == 2 && heard.output.isEmpty)
    #expect(heard.errors.contains("A message is incomplete: "), "\(heard.errors)")
  }

  @Test("ggwave's protocols are sent and heard when they are asked for", arguments: ["a", "u"])
  func ggwave(band: String) async throws {
    let wave = directory.path("g.wav")
    let sent = try await Program.run([
      "send", "hello", "--protocol", "ggwave-\(band)-fastest", "--output", wave,
    ])
    #expect(sent.status == 0, "\(sent.errors)")
    let heard = try await Program.run([
      "receive", wave, "--protocol", "ggwave", "--jsonl", "--once",
    ])
    #expect(heard.output.contains("\"text\":\"hello\""), "\(heard.errors)")
    #expect(heard.output.contains("\"mode\":\"ggwave-\(band)-fastest\""))
    let named = try await Program.run([
      "receive", wave, "--protocol", "ggwave-\(band)-fastest", "--once",
    ])
    #expect(named.output == "hello")  // the name that sends also receives
    let ours = try await Program.run(["receive", wave, "--once"])
    #expect(ours.status == 2 && ours.output.isEmpty)
  }

  @Test("a directory keeps a file's name and never overwrites one; elsewhere only bytes arrive")
  func fileNames() async throws {
    let (wave, folder) = (directory.path("f.wav"), directory.path("in"))
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let bytes = Data([28, 1, 2, 28, 255])
    try bytes.write(to: directory.file("sketch.bin"))
    let sent = try await Program.run([
      "send", "--file", directory.path("sketch.bin"), "--with-name", "--mode", "desk", "--output",
      wave,
    ])
    #expect(sent.status == 0, "\(sent.errors)")
    for name in ["sketch.bin", "sketch-2.bin"] {
      let heard = try await Program.run(["receive", wave, "--output", folder])
      #expect(heard.status == 0 && heard.output == "\(folder)/\(name)\n", "\(heard.errors)")
      #expect(try Data(contentsOf: directory.file("in/\(name)")) == bytes)
    }
    _ = try await Program.run(["receive", wave, "--output", directory.path("out.bin")])
    #expect(try Data(contentsOf: directory.file("out.bin")) == bytes)
    let line = try await Program.run(["receive", wave, "--jsonl"])
    #expect(line.output.contains("\"payload\":\"1c01021cff\""))
    #expect(line.output.contains("\"name\":\"sketch.bin\""))
    #expect(try await Program.run(["send", "hello", "--with-name"]).status == 64)
  }

  @Test("ggwave alone is near-ultrasonic and fast")
  func plainGgwave() async throws {
    let wave = directory.path("g.wav")
    _ = try await Program.run(["send", "hello", "--protocol", "ggwave", "--output", wave])
    let heard = try await Program.run(["receive", wave, "--protocol", "ggwave", "--jsonl"])
    #expect(heard.output.contains("\"mode\":\"ggwave-u-fast\""), "\(heard.errors)")
  }

  @Test(
    "the classic handshake is sent and heard when it is asked for",
    arguments: ["classic", "classic-corrected"])
  func classic(name: String) async throws {
    let wave = directory.path("c.wav")
    let sent = try await Program.run([
      "send", "192.168.1.7", "--protocol", name, "--output", wave,
    ])
    #expect(sent.status == 0, "\(sent.errors)")
    let heard = try await Program.run(["receive", wave, "--protocol", name])
    #expect(heard.status == 0 && heard.output == "192.168.1.7", "\(heard.errors)")
    let object = try await Program.run(["receive", wave, "--protocol", name, "--jsonl", "--once"])
    #expect(object.output.contains("\"text\":\"192.168.1.7\",\"band\":null,\"mode\":\"\(name)\""))
    #expect(object.output.contains("\"speed\":null,\"snr\":null,"))
    let ours = try await Program.run(["receive", wave, "--once"])
    #expect(ours.status == 2 && ours.output.isEmpty)
  }

  @Test("a corrected handshake that lacks a tone is said so, with status 2")
  func damagedHandshake() async throws {
    let wave = directory.path("c.wav")
    var sender = try CorrectedHandshakeSender(Array("10.0.0.17".utf8), sampleRate: 44_100)
    var samples = sender.render(frameCount: Int(sender.count))
    for index in 8820 * 7..<8820 * 8 { samples[index] = 0 }  // the tone of the third character
    try Recording.write(samples, to: wave)
    let heard = try await Program.run(["receive", wave, "--protocol", "classic-corrected"])
    #expect(heard.status == 2 && heard.output.isEmpty)
    #expect(heard.errors.contains("A text arrived damaged."))
  }

  @Test(
    "a text that the classic handshake has no tones for is refused by name, and nothing written",
    arguments: [
      (["at 8"], 2, "the space"), ([""], 2, "empty"), (["v"], 2, "Use a higher sample rate"),
      (["é"], 2, "the byte 195"), (["5", "--sample-rate", "32000"], 64, "19000 Hz"),
      (["5", "--band", "u"], 64, "--band"), (["5", "--mode", "far"], 64, "--mode"),
    ] as [([String], Int32, String)])
  func impossibleTexts(arguments: [String], status: Int32, sentence: String) async throws {
    let wave = directory.path("c.wav")
    let run = try await Program.run(
      ["send"] + arguments + ["--protocol", "classic", "--output", wave])
    #expect(run.status == status && run.errors.contains(sentence), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: wave))
  }

  @Test(
    "protocols that do not exist, and options that they do not have, are refused",
    arguments: [
      ["send", "5", "--protocol", "clasic"], ["receive", "a.wav", "--protocol", "ggwave-b-fast"],
      ["receive", "a.wav", "--protocol", "ggwave-u-fast", "--band", "a"],
      ["receive", "a.wav", "--protocol", "classic", "--band", "u"],
      ["receive", "a.wav", "--protocol", "ggwave", "--band", "x"],
      ["receive", "a.wav", "--protocol", "classic", "--repeats"],
    ])
  func protocols(arguments: [String]) async throws {
    let run = try await Program.run(arguments)
    #expect(run.status == 64)
    #expect(
      ["protocol", "band", "repeats"].contains { run.errors.contains($0) }, "\(run.errors)")
  }

  @Test(
    "what needs a loudspeaker and a microphone, and options that belong to it, are refused alone",
    arguments: [
      ["send", "x", "--confirm", "--output", "x.wav"],
      ["send", "x", "--confirm", "--repeat", "2"],
      ["send", "x", "--confirm", "--protocol", "ggwave-u-fast"],
      ["send", "x", "--confirm", "--receivers", "17"],
      ["send", "x", "--receivers", "2"],
      ["send", "x", "--timeout", "10s"],
      ["receive", "--answer", "x.wav"],
      ["receive", "--answer", "--protocol", "ggwave"],
      ["receive", "--answer", "--repeats"],
      ["receive", "--loudspeaker", "1"],
    ])
  func answers(arguments: [String]) async throws {
    let run = try await Program.run(arguments)
    #expect(run.status == 64)
    #expect(
      run.errors.contains("--confirm") || run.errors.contains("--answer")
        || run.errors.contains("--receivers"), "\(run.errors)")
  }

  @Test("a stranger's message cannot drive the terminal; files and pipes get it to the byte")
  func strangers() async throws {
    let wave = directory.path("evil.wav")
    let text = "\u{1B}]0;owned\u{7}\u{1B}[2Jhi\u{202E}\u{61C}\u{9B}1m"
    let evil = Array(text.utf8)
    let sent = try await Program.run(
      ["send", "-", "--band", "a", "--mode", "desk", "--output", wave], input: Data(evil))
    #expect(sent.status == 0, "\(sent.errors)")
    let payload = directory.path("payload")
    _ = try await Program.run(["receive", wave, "--band", "a", "--output", payload])
    #expect(try Data(contentsOf: directory.file("payload")) == Data(evil))

    for options in [[], ["--jsonl"]] {
      let terminal = try PseudoTerminal(columns: 80, rows: 24)
      let process = try terminal.process(["receive", wave, "--band", "a"] + options)
      try process.run()
      terminal.waitForEnd(of: process)
      let shown = terminal.output.unicodeScalars
      #expect(shown.contains("owned".unicodeScalars))
      for forbidden in ["\u{1B}]", "\u{1B}[2J", "\u{7}", "\u{202E}", "\u{61C}", "\u{9B}"] {
        #expect(!shown.contains(forbidden.unicodeScalars), "\(forbidden.debugDescription)")
      }
    }
  }

  @Test("what was heard is shown with its controls as numbers, and one line end after it")
  func terminalLines() {
    #expect(ReceivedOutput.line(Array("a\u{1B}[2Jé\tb".utf8)) == "a\\u{1b}[2Jé\tb\n")
    #expect(ReceivedOutput.line([0x9B, 65, 0xFF, 0xC3]) == "\\x9bA\\xff\\xc3\n")
    #expect(ReceivedOutput.line(Array("two\r\nlines\n".utf8)) == "two\\u{d}\nlines\n")
    #expect(ReceivedOutput.line([]) == "\n")
  }

  @Test("receive and tune say so when a recording is cut off", arguments: ["receive", "tune"])
  func cutOff(verb: String) async throws {
    let wave = directory.path("whole.wav")
    _ = try await Program.run(["tone", "A4", "--duration", "1s", "--output", wave])
    let whole = try Data(contentsOf: directory.file("whole.wav"))
    try whole.prefix(whole.count / 2).write(to: directory.file("cut.wav"))
    let options = verb == "tune" ? ["--plain"] : []
    let cut = try await Program.run([verb, directory.path("cut.wav")] + options)
    let done = verb == "tune" ? "analysed" : "received"
    #expect(
      cut.errors.contains("cut.wav is truncated or damaged. The part that exists was \(done)."))
    let good = try await Program.run([verb, wave] + options)
    #expect(!good.errors.contains("truncated"))
  }

  @Test("a FLAC file that is damaged is never taken without a word", arguments: 0..<12)
  func damagedFLAC(position: Int) async throws {
    let path = directory.path("a.flac")
    _ = try await Program.run(["tone", "A4", "--duration", "1s", "--output", path])
    var bytes = try Data(contentsOf: directory.file("a.flac"))
    let start = 42 + (bytes.count - 42) * position / 12  // behind the header of 42 bytes
    for index in start..<min(start + 40, bytes.count) { bytes[index] ^= 0x5A }
    try bytes.write(to: directory.file("a.flac"))
    let result = try await Program.run(["tune", path, "--plain"])
    #expect(result.status != 0 || !result.errors.isEmpty)
  }

  @Test("--jsonl tells payload, band and mode")
  func objects() async throws {
    let wave = directory.path("a.flac")
    _ = try await Program.run(["send", "hi", "--band", "a", "--mode", "far", "--output", wave])
    let heard = try await Program.run(["receive", wave, "--band", "a", "--jsonl"])
    #expect(
      heard.output.hasPrefix(
        "{\"payload\":\"6869\",\"text\":\"hi\",\"band\":\"A\",\"mode\":\"far\""))
  }

  @Test("silence, a payload that is too long and a rate that is too low end with status 2 or 64")
  func refusals() async throws {
    let wave = directory.path("tone.wav")
    _ = try await Program.run(["tone", "A4", "--duration", "0.3s", "--output", wave])
    let nothing = try await Program.run(["receive", wave, "--band", "a", "--once"])
    #expect(nothing.status == 2)
    #expect(nothing.errors.contains("No message"))
    let all = String(repeating: "x", count: 70_000)
    let file = directory.path("all.txt")
    try Data(all.utf8).write(to: URL(fileURLWithPath: file))
    let long = try await Program.run(["send", "--file", file, "--output", directory.path("x.wav")])
    #expect(long.status == 2)
    #expect(long.errors.contains("65535"))
    #expect(!FileManager.default.fileExists(atPath: directory.path("x.wav")))
    let deaf = try await Program.run(
      ["send", "x", "--sample-rate", "16000", "--output", directory.path("y.wav")])
    #expect(deaf.status == 64)
    #expect(
      deaf.errors.contains(
        "Band U needs a sample rate of at least 44100 Hz, but this one is 16000 Hz. Raise the rate, or use band A."
      ))
    for band in ["a", "u"] {
      let low = try await Program.run(["send", "x", "--band", band, "--sample-rate", "8000"])
      #expect(low.status == 64 && low.errors.contains("but this one is 8000 Hz. Raise the rate."))
    }
  }
}
