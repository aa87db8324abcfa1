import Foundation
import Testing
import _TestSignals

@Suite("The confidence of kammerton track, as a process", .timeLimit(.minutes(5)))
struct ConfidenceProcessTests {
  @Test("confidence is high in a tone, 0 in silence, and for other estimators the periodicity")
  func confidence() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("a.wav")
    let silence = [Float](repeating: 0, count: 22_050)
    try Recording.write(
      TestSignal.sine(440, sampleRate: 44_100, count: 44_100) + silence, to: path)
    func rows(_ arguments: [String]) async throws -> [(frequency: Substring, confidence: Double)] {
      let result = try await Program.run(["track", path] + arguments)
      return try result.lines.dropFirst().map {
        let cells = $0.split(separator: ",", omittingEmptySubsequences: false)
        return (cells[1], try #require(Double(cells[2])))
      }
    }
    let learned = try await rows([])
    #expect(learned.count == 150)
    #expect(learned.allSatisfy { (0...1).contains($0.confidence) })
    #expect(learned[110...].allSatisfy { $0.frequency.isEmpty && $0.confidence == 0 })
    #expect(learned[10..<90].allSatisfy { $0.confidence >= 0.9 })
    for arguments in [["--estimator", "yin"], ["--no-learned"]] {
      let objects = try await Program.run(["track", path, "--format", "jsonl"] + arguments)
      for (row, line) in zip(try await rows(arguments), objects.lines) {
        let object = try #require(
          try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(object["confidence"] is NSNull)
        #expect(object["periodicity"] as? Double == row.confidence)
      }
    }
  }
}
