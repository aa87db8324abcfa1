import Foundation
import Testing

/// What a JSON document tells of how it came about.
@Suite("Provenance in JSON, as processes", .timeLimit(.minutes(20)))
struct ProvenanceProcessTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func object(_ line: String) async throws -> [String: Any] {
    let result = try await Program.run(
      line.split(separator: " ").map(String.init), environment: ["HOME": directory.url.path])
    #expect(result.status == 0, "\(result)")
    return try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
  }

  @Test("tracks and verdicts name version, estimator, range and A4, practice its tuning")
  func documents() async throws {
    let path = directory.path("a.wav")
    try Recording.sine(440, to: path, seconds: 1)
    let version = try await Program.run(["--version"]).output
    for (options, list) in [("", "readings"), (" --notes", "notes"), (" --onsets", "onsets")] {
      let track = try await object(
        "track \(path) --json --a4 442 --range E2..E6 --estimator yin --temperament vallotti\(options)"
      )
      #expect(version == "kammerton \(try #require(track["version"] as? String))\n")
      #expect(track["estimator"] as? String == "yin")
      #expect(track["concertPitch"] as? Double == 442)
      let range = try #require(track["range"] as? [Double])
      #expect(abs(range[0] - 82.8) < 0.5 && abs(range[1] - 16 * range[0]) < 0.2, "\(range)")
      #expect(track["temperament"] as? String == "vallotti --root C")
      #expect(track["recording"] as? String == "a.wav" && track["hop"] as? Double == 0.01)
      #expect(track["sampleRate"] as? Int == 44_100)
      #expect(track[list] is [[String: Any]], "\(options)")
    }
    let several = try await object("track \(path) --json --estimator best,mpm")
    #expect(several["estimator"] as? String == "best,mpm")
    let verdict = try await object("tune \(path) --json --a4 441")
    #expect(verdict["version"] is String && verdict["estimator"] as? String == "best")
    #expect(
      verdict["concertPitch"] as? Double == 441 && verdict["temperament"] as? String == "equal")
    #expect((verdict["range"] as? [Double])?.count == 2 && verdict["sentence"] is String)
    let practice = try await object("practice A4-major \(path) --json")
    #expect(practice["tuning"] is String)
  }
}
