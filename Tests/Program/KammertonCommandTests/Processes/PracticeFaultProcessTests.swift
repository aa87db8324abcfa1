import Foundation
import Testing

/// Recordings that are not what one player in time sounds like, as the command tells them.
@Suite("kammerton practice with takes that went wrong, as a process", .timeLimit(.minutes(5)))
struct PracticeFaultProcessTests {
  private static let beat = 0.5

  /// Four octaves of C major, up and down twice: 29 notes and 1 each time.
  private static let numbers: [Int] = {
    let up = [60, 62, 64, 65, 67, 69, 71, 72, 74, 76, 77, 79, 81, 83, 84]
    return up + up.dropLast().reversed()
  }()

  /// Unevenness of a few milliseconds, with a mean and a slope near 0.
  private static func uneven(_ index: Int) -> Double {
    [0.004, -0.006, 0.007, -0.003, 0.002, -0.005, 0.001][index % 7]
  }

  private func play(
    _ time: (_ index: Int) -> Double
  ) -> [(time: Double, frequency: Double?)] {
    Self.numbers.enumerated().map { index, number in
      (0.4 + time(index) + Self.uneven(index), 440 * pow(2, Double(number - 69) / 12))
    }
  }

  private func practise(
    _ strokes: [(time: Double, frequency: Double?)], ring: Double = 0.4, _ words: [String]
  ) async throws -> String {
    let directory = try TemporaryDirectory()
    let path = directory.path("take.wav")
    try struckSound(strokes, ring: ring).write(to: URL(fileURLWithPath: path))
    let result = try await Program.run(["practice"] + words + [path, "--no-history"])
    #expect(result.status == 0, "\(result.errors)")
    return result.output
  }

  @Test("a gap in the middle is told with its bar, and both parts are judged apart")
  func gap() async throws {
    let strokes = play { Double($0) * Self.beat + ($0 >= 16 ? 0.14 : 0) }
    let output = try await practise(strokes, ["C-major", "--octaves", "2", "--tempo", "120"])
    let sentence = try #require(output.firstMatch(of: #/Your beat jumps by (\d+) ms at bar 5: /#))
    let size = try #require(Double(sentence.1))
    #expect(abs(size - 140) < 12, "\(output)")
    #expect(output.contains("ms later, and judged apart"))
    let spread = try #require(output.firstMatch(of: #/spread (\d+) ms against your own beat/#))
    #expect(try #require(Int(spread.1)) < 12, "\(output)")
  }

  @Test("of a scale that was played upwards only, that half is judged, and JSON says the same")
  func upwards() async throws {
    let strokes = Array(play { Double($0) * Self.beat }.prefix(15))
    let words = ["C-major", "--octaves", "2"]
    let output = try await practise(strokes, words)
    let line = output.split(separator: "\n").dropFirst().first ?? ""
    #expect(
      line.hasPrefix("You stopped after note 15 of 29. All 15 notes are in tune"), "\(output)")
    #expect(line.contains("Your time is steady, within "))
    #expect(try await practise(strokes, words + ["--json"]).contains("\"sentence\": \"\(line)\""))
  }

  @Test("one note that is 90 ms late is named, although the others are in time")
  func lateNote() async throws {
    let output = try await practise(
      play { Double($0) * Self.beat + ($0 == 9 ? 0.09 : 0) }, ["C-major", "--octaves", "2"])
    let late = try #require(output.firstMatch(of: #/E5 \(bar 3, beat 2\) comes (\d+) ms late; /#))
    #expect(abs(try #require(Double(late.1)) - 90) < 12, "\(output)")
    #expect(!output.contains("steady") && !output.contains("are in tune"))
  }

  @Test("two players who play the same are told, and not what to work on")
  func twoPlayers() async throws {
    let one = play { Double($0) * Self.beat }
    let other = play { Double($0) * Self.beat + 0.13 }
    let output = try await practise(
      (one + other).sorted { $0.time < $1.time }, ring: 0.3, ["C-major", "--octaves", "2"])
    #expect(output.contains("Most notes begin twice: two players"), "\(output)")
  }

  @Test("double and half time are told", arguments: [(0.25, "double"), (1.0, "half")])
  func multiples(beat: Double, name: String) async throws {
    let output = try await practise(
      play { Double($0) * beat }, ring: 0.8 * beat, ["C-major", "--octaves", "2", "--tempo", "120"])
    #expect(output.contains("You played in \(name) time"), "\(output)")
  }

  @Test("rubato is told with what follows it, and then followed")
  func rubato() async throws {
    let strokes = play { Double($0) * Self.beat + 0.2 * sin(2 * .pi * Double($0) / 12) }
    let words = ["C-major", "--octaves", "2", "--tempo", "120"]
    let told = try await practise(strokes, words)
    #expect(told.contains("--rubato follows it"), "\(told)")
    let followed = try await practise(strokes, words + ["--rubato"])
    #expect(followed.contains("against the curve of your tempo"), "\(followed)")
  }

  @Test("claps of two people are told, and each beat has one of them")
  func twoClaps() async throws {
    let claps = (0..<24).flatMap { index in
      [0.0, 0.13].map { (time: 0.5 + Double(index) * Self.beat + $0, frequency: Double?.none) }
    }
    let output = try await practise(claps, ["--rhythm", "4/4", "--tempo", "120"])
    #expect(output.contains("Many beats have two sounds: two players"), "\(output)")
    #expect(output.contains("24 played, 0 missing, 24 too many"), "\(output)")
  }
}
