import Foundation
import Testing

@Suite("kammerton practice with time, as a process", .timeLimit(.minutes(5)))
struct PracticeTimingProcessTests {
  private struct Timing: Decodable {
    struct Tempo: Decodable {
      var mean: Double
      var wanted: Double?
    }
    var reference: String
    var median: Double?
    var spread: Double?
    var tempo: Tempo?
    var latency: Double?
    var sentence: String
  }
  private struct Report: Decodable {
    struct Note: Decodable {
      var cents: Double?
      var late: Double?
      var bar: Int?
      var beat: Double?
    }
    var extra: Int
    var notes: [Note]
    var timing: Timing
  }
  private struct Rhythm: Decodable {
    struct Beat: Decodable {
      var bar: Int
      var beat: Double
      var late: Double?
    }
    var missing: Int
    var extra: [Double]
    var density: Double
    var beats: [Beat]
    var timing: Timing
  }

  /// Milliseconds by which the notes are late, with a mean and a slope of 0.
  private static let late = [12.0, -12, -6, 6, 15, -15, -15, 15, 6, -6, -12, 12, 0, 0, 0]

  private func scale() -> [(time: Double, frequency: Double?)] {
    let up = [60, 62, 64, 65, 67, 69, 71, 72]
    return (up + up.dropLast().reversed()).enumerated().map { index, number in
      (
        0.5 + Double(index) * 0.6 + Self.late[index] / 1000,
        440 * pow(2, Double(number - 69) / 12)
      )
    }
  }

  @Test("a scale at 100 per minute has its cents and its milliseconds, and is drawn")
  func scaleInTime() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("scale.wav")
    try struckSound(scale(), ring: 0.55).write(to: URL(fileURLWithPath: path))
    let result = try await Program.run([
      "practice", "C-major", path, "--tempo", "98", "--json", "--plot", directory.path("n.png"),
    ])
    #expect(result.status == 0, "\(result.errors)")
    let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
    #expect(report.extra == 0 && report.timing.reference == "own-beat")
    #expect(report.timing.median == nil && report.timing.latency == nil)
    let tempo = try #require(report.timing.tempo)
    #expect(abs(tempo.mean - 100) < 0.5 && tempo.wanted == 98)
    for (index, note) in report.notes.enumerated() {
      #expect(abs(try #require(note.late) - Self.late[index]) < 8, "\(index)")
      #expect(note.bar == 1 + index / 4 && note.beat == Double(1 + index % 4))
    }
    #expect(FileManager.default.fileExists(atPath: directory.path("n.png")))
    let text = try await Program.run(["practice", "C-major", path])
    #expect(text.output.contains("against your own beat"), "\(text.output)")
    #expect(text.output.contains("bpm, your own"))
  }

  @Test("claps are a rhythm: their beats, one that is missing and one too many")
  func claps() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("claps.wav")
    var times = (0..<24).map { beat -> Double in
      let early = beat % 4 == 3 ? 0.03 : 0
      return 0.4 + Double(beat) * 0.5 - early
    }
    times.remove(at: 9)
    times.append(7.15)
    let claps = times.sorted().map { (time: $0, frequency: Double?.none) }
    try struckSound(claps).write(to: URL(fileURLWithPath: path))
    let result = try await Program.run([
      "practice", "--rhythm", "4/4", "--tempo", "120", path, "--json",
    ])
    #expect(result.status == 0, "\(result.errors)")
    let rhythm = try JSONDecoder().decode(Rhythm.self, from: Data(result.output.utf8))
    #expect(rhythm.missing == 1 && rhythm.extra.count == 1 && rhythm.density == 1)
    #expect(rhythm.beats[9].late == nil && rhythm.beats[4].bar == 2)
    for beat in rhythm.beats where beat.beat == 4 {
      #expect(abs(try #require(beat.late) + 22) < 9)
    }
    let text = try await Program.run([
      "practice", "--rhythm", "4/4", "--tempo", "120", path, "--plot", directory.path("r.svg"),
    ])
    #expect(text.output.contains("Play beat 4 later"), "\(text.output)")
    #expect(text.output.contains("23 played, 1 missing, 1 too many"), "\(text.output)")
    #expect(FileManager.default.fileExists(atPath: directory.path("r.svg")))
  }

  @Test(
    "what cannot be is refused with a reason",
    arguments: [
      ["C-major", "--tempo", "19"], ["C-major", "--tempo", "401"], ["--rhythm", "4"], [],
      ["--rhythm", "4/4", "--pattern", "...."], ["C-major", "--subdivide", "2"],
      ["C-major", "--click", "--rubato"], ["C-major", "--play", "--click"],
      ["C-major", "take.wav", "--click"], ["--rhythm", "4/4", "claps.wav", "--mute", "3:1"],
      ["--rhythm", "4/4", "--octaves", "2"], ["C-major", "--swing", "49"],
      ["C-major", "--cues", "--play"], ["C-major", "take.wav", "--cues"],
      ["--rhythm", "4/4", "--cues"], ["C-major", "--ignore-octave"],
    ])
  func refusals(words: [String]) async throws {
    let result = try await Program.run(["practice"] + words)
    #expect(result.status == 64 && !result.errors.isEmpty && result.output.isEmpty, "\(words)")
  }

  @Test("silence is no rhythm: said, with status 2")
  func silence() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("silence.wav")
    try struckSound([]).write(to: URL(fileURLWithPath: path))
    let result = try await Program.run(["practice", "--rhythm", "3/4", path])
    #expect(result.status == 2 && result.errors.contains("No sound was heard."))
  }
}
