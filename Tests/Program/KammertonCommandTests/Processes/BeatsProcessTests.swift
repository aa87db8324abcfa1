import Foundation
import Testing

@Suite("kammerton tune --beats, as a process", .timeLimit(.minutes(5)))
struct BeatsProcessTests {
  private struct Reading: Decodable {
    struct Line: Decodable {
      var frequency: Double
      var error: Double
      var cents: Double
      var level: Double
    }
    struct Beat: Decodable {
      var lines: [Int]
      var frequency: Double
      var error: Double
    }
    var time: Double
    var duration: Double
    var target: Double
    var limit: Double
    var lines: [Line]
    var beats: [Beat]
  }

  private let raw = ["tune", "-", "--raw", "f32le", "--rate", "48000"]

  /// Sines of amplitude 0.1 after half a second of silence, as raw samples at 48 kHz.
  private func reeds(_ frequencies: [Double], seconds: Double = 4.5) -> Data {
    let rate = 48000.0
    let samples = (0..<Int(seconds * rate)).map { index -> Float in
      let time = Double(index) / rate - 0.5
      guard time > 0 else { return 0 }
      return Float(frequencies.reduce(0.0) { $0 + 0.1 * sin(2 * .pi * $1 * time + $1) })
    }
    return samples.withUnsafeBytes { Data($0) }
  }

  @Test("--jsonl has three reeds near A4 within 0.01 Hz, and their beats")
  func json() async throws {
    let reeds = [437.6, 440, 442.9]
    let result = try await Program.run(
      raw + ["--beats", "A4", "--jsonl"], input: self.reeds(reeds))
    #expect(result.status == 0)
    let readings = try result.lines.map {
      try JSONDecoder().decode(Reading.self, from: Data($0.utf8))
    }
    let last = try #require(readings.last)
    #expect(last.target == 440 && abs(last.limit * last.duration - 2) < 0.01)
    try #require(last.lines.count == 3 && last.beats.count == 2)
    for (line, truth) in zip(last.lines, reeds) {
      #expect(abs(line.frequency - truth) < 0.01)
      #expect(abs(line.level - -20) < 0.5)
    }
    #expect(last.beats.map(\.lines) == [[1, 2], [2, 3]])
    #expect(abs(last.beats[0].frequency - 2.4) < 0.01)
    #expect(abs(last.beats[1].frequency - 2.9) < 0.01)
  }

  @Test("lines for people have frequencies and beats, and a single line is said to be one")
  func plain() async throws {
    let two = try await Program.run(raw + ["--beats", "440"], input: reeds([440, 442.5]))
    #expect(try #require(two.lines.last).contains("beat 2.50"))
    let one = try await Program.run(raw + ["--beats", "440"], input: reeds([441]))
    #expect(try #require(one.lines.last).contains("one line"))
  }

  @Test("--csv has a row for each line, and --beats-plot draws them")
  func table() async throws {
    let directory = try TemporaryDirectory()
    let plot = directory.path("beats.svg")
    let result = try await Program.run(
      raw + ["--beats", "440", "--csv", "--beats-plot", plot], input: reeds([440, 442.5]))
    #expect(result.status == 0)
    #expect(
      result.lines.first
        == "time,duration,line,frequency,error,cents,level,decay,beat,beat_error")
    let row = try #require(result.lines.dropLast().last).split(separator: ",")
    let beat = try #require(Double(row[8]))
    #expect(row[2] == "1" && abs(beat - 2.5) < 0.01)
    let picture = try String(contentsOfFile: plot, encoding: .utf8)
    #expect(picture.contains("frequency, Hz") && picture.contains("2.50 Hz"))
  }

  @Test("what --beats cannot use is refused, with what it can")
  func refused() async throws {
    for (options, word) in [
      (["--beats", "5"], "between 20"), (["--beats", "H9x"], "H9x"),
      (["--csv"], "--csv needs --beats"),
      (["--beats", "440", "--beats-window", "99"], "and 10 s, but is 99 s"),
      (["--beats", "440", "--beats-plot", "x.doc"], ".svg"),
    ] {
      let result = try await Program.run(raw + options, input: Data())
      #expect(result.status == 64)
      #expect(result.errors.contains(word), "\(options): \(result.errors)")
    }
  }
}
