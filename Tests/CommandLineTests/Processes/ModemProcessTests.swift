import AudioFiles
import Foundation
import Testing

@testable import KammertonCommand

@Suite("kammerton send and receive, as processes", .timeLimit(.minutes(20)))
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

  @Test("--jsonl tells payload, band and mode")
  func objects() async throws {
    let wave = directory.path("a.flac")
    _ = try await Program.run(["send", "hi", "--band", "a", "--mode", "far", "--to-file", wave])
    let heard = try await Program.run(["receive", wave, "--band", "a", "--jsonl"])
    #expect(heard.output.hasPrefix("{\"payload\":\"6869\",\"band\":\"A\",\"mode\":\"far\""))
  }

  @Test("silence, a payload that is too long and a rate that is too low end with status 2 or 64")
  func refusals() async throws {
    let wave = directory.path("tone.wav")
    _ = try await Program.run(["tone", "A4", "--duration", "0.3s", "--output", wave])
    let nothing = try await Program.run(["receive", wave, "--band", "a", "--once"])
    #expect(nothing.status == 2)
    #expect(nothing.errors.contains("No packet"))
    let long = try await Program.run(
      ["send", String(repeating: "x", count: 300), "--to-file", directory.path("x.wav")])
    #expect(long.status == 2)
    #expect(long.errors.contains("at most 63"))
    let deaf = try await Program.run(
      ["send", "x", "--sample-rate", "16000", "--to-file", directory.path("y.wav")])
    #expect(deaf.status == 64)
    #expect(deaf.errors.contains("cannot hear the band U"))
  }
}
