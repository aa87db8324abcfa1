import Foundation
import Testing

/// What the README says of sound without a pitch, as the program tracks it by default.
@Suite("kammerton track of noise, as a process", .timeLimit(.minutes(10)))
struct FalsePitchProcessTests {
  /// How many of 16,000 readings of 160 s of noise at −40 dBFS root mean square have a pitch.
  private func voicedCount(_ color: String) async throws -> Int {
    let directory = try TemporaryDirectory()
    var readings: [Substring] = []
    for seed in 1...4 {
      let path = directory.path("\(seed).wav")
      let noise = try await Program.run([
        "tone", "--noise", color, "--level", "-37", "--seed", "\(seed)", "--duration", "40s",
        "--output", path,
      ])
      #expect(noise.status == 0, "\(noise.errors)")
      readings += try await Program.run(["track", path]).lines.dropFirst()
    }
    #expect(readings.count == 16_000)
    // Columns: time, frequency, confidence; no frequency where there is no pitch.
    return readings.count { $0.split(separator: ",", omittingEmptySubsequences: false)[1] != "" }
  }

  @Test("160 s of white and of pink noise have no pitch", arguments: ["white", "pink"])
  func none(color: String) async throws {
    #expect(try await voicedCount(color) == 0)
  }

  @Test("at most 4 of 16,000 readings of brown noise have one")
  func brown() async throws {
    #expect(try await voicedCount("brown") <= 4)
  }

  @Test("silence, and mains hum below the gate, have no pitch")
  func silence() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("hum.wav")
    for level in ["-120", "-70"] {
      let hum = try await Program.run([
        "tone", "50", "--level", level, "--duration", "20s", "--output", path,
      ])
      #expect(hum.status == 0, "\(hum.errors)")
      let readings = try await Program.run(["track", path]).lines.dropFirst()
      #expect(readings.count == 2000 && readings.allSatisfy { $0.contains(",,") })
    }
  }
}
