import AudioFiles
import Foundation
import Testing

@testable import KammertonCommand

@Suite("kammerton send and receive, as processes", .timeLimit(.minutes(5)))
struct ModemProcessTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test("what send writes to a file, receive reads, to the byte")
  func roundTrip() async throws {
    let (wave, payload) = (directory.path("out.wav"), directory.path("payload.bin"))
    let sent = try await Program.run(["send", "see you at eight", "--to-file", wave])
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
      ["send", "-", "--band", "a", "--to-file", wave], input: Data("C5\n".utf8))
    #expect(sent.status == 0, "\(sent.errors)")
    let heard = try await Program.run(["receive", wave, "--band", "a"])
    #expect(heard.output == "C5\n", "\(heard.errors)")
    let refused = try await Program.run(
      ["send", "-", "--to-file", large], input: Data(repeating: 65, count: 70_000))
    #expect(refused.status == 2 && refused.errors.contains("more than 65535 bytes"))
    #expect(!FileManager.default.fileExists(atPath: large))
  }

  @Test("what is longer than a packet comes in parts, and what comes twice is delivered once")
  func parts() async throws {
    let (wave, file) = (directory.path("long.wav"), directory.path("long.txt"))
    let text = String(repeating: "A4 = 442 Hz. ", count: 30)
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    let sent = try await Program.run([
      "send", "--file", file, "--mode", "desk", "--band", "a", "--repeat", "2", "--to-file", wave,
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
      "send", "--file", file, "--mode", "desk", "--band", "a", "--to-file", wave,
    ])
    let whole = try Data(contentsOf: URL(fileURLWithPath: wave))
    let cut = directory.path("cut.raw")
    try whole[44..<whole.count * 2 / 5].write(to: URL(fileURLWithPath: cut))
    let short = directory.path("short.wav")
    var header = whole[..<44]
    let size = UInt32(whole.count * 2 / 5 - 44)
    for (place, value) in [(4, size + 36), (40, size)] {
      for byte in 0..<4 { header[place + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte)) }
    }
    let rest = try Data(contentsOf: URL(fileURLWithPath: cut))
    try (header + rest).write(to: URL(fileURLWithPath: short))
    let heard = try await Program.run(["receive", short, "--band", "a", "--once"])
    #expect(heard.status == 2 && heard.output.isEmpty)
    #expect(heard.errors.contains("parts only"), "\(heard.errors)")
  }

  @Test("ggwave's protocols are sent and heard when they are asked for", arguments: ["a", "u"])
  func ggwave(band: String) async throws {
    let wave = directory.path("g.wav")
    let sent = try await Program.run([
      "send", "hello", "--protocol", "ggwave-\(band)-fastest", "--to-file", wave,
    ])
    #expect(sent.status == 0, "\(sent.errors)")
    let heard = try await Program.run([
      "receive", wave, "--protocol", "ggwave", "--jsonl", "--once",
    ])
    #expect(heard.output.contains("\"text\":\"hello\""), "\(heard.errors)")
    #expect(heard.output.contains("\"mode\":\"ggwave-\(band)-fastest\""))
    let ours = try await Program.run(["receive", wave, "--once"])
    #expect(ours.status == 2 && ours.output.isEmpty)
  }

  @Test(
    "what needs a loudspeaker and a microphone, and options that belong to it, are refused alone",
    arguments: [
      ["send", "x", "--confirm", "--to-file", "x.wav"],
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

  @Test("--jsonl tells payload, band and mode")
  func objects() async throws {
    let wave = directory.path("a.flac")
    _ = try await Program.run(["send", "hi", "--band", "a", "--mode", "far", "--to-file", wave])
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
    let long = try await Program.run(["send", "--file", file, "--to-file", directory.path("x.wav")])
    #expect(long.status == 2)
    #expect(long.errors.contains("65535"))
    #expect(!FileManager.default.fileExists(atPath: directory.path("x.wav")))
    let deaf = try await Program.run(
      ["send", "x", "--sample-rate", "16000", "--to-file", directory.path("y.wav")])
    #expect(deaf.status == 64)
    #expect(deaf.errors.contains("cannot hear the band U"))
  }
}
