import Foundation
import Testing

@Suite("kammerton bell, as a process", .timeLimit(.minutes(5)))
struct BellProcessTests {
  private struct Line: Decodable {
    struct Partial: Decodable {
      var name: String
      var cents: Double
      var beats: [Double]
    }
    var note: String
    var strike: Double
    var likelier: String?
    var partials: [Partial]
  }

  /// Decaying partials after a tenth of a second, over a faint hiss.
  private func wave(_ partials: [(frequency: Double, decay: Double)], seconds: Double = 3) -> Data {
    waveFile(seconds: seconds) { time in
      let hiss = (44_100 * time).rounded().truncatingRemainder(dividingBy: 7) - 3
      let time = time - 0.1
      guard time > 0 else { return hiss }
      return hiss
        + partials.enumerated().reduce(0) { sum, partial in
          let (number, (frequency, decay)) = partial
          return sum
            + 3000 * sin(2 * .pi * frequency * time + Double(number)) * exp(-time / decay)
        }
    }
  }

  /// A bell of strike note 440 Hz, whose tierce beats at 1.5 Hz.
  private var bell: Data {
    wave([
      (220, 5), (440, 3), (523.25, 2.5), (524.75, 2.5), (880, 1.5), (1313, 1), (1802, 0.8),
    ])
  }

  @Test("A bell is measured, kept, reported and drawn, and two files are compared")
  func session() async throws {
    let directory = try TemporaryDirectory()
    let (sound, file) = (directory.path("a4.wav"), directory.path("tower.bells"))
    try bell.write(to: URL(fileURLWithPath: sound))
    let result = try await Program.run(["bell", sound, "--jsonl", "--keep", file])
    #expect(result.status == 0, "\(result.errors)")
    let line = try JSONDecoder().decode(Line.self, from: Data(result.output.utf8))
    #expect(line.note == "A4" && line.likelier == nil)
    #expect(abs(line.strike - 440) < 0.01)
    let tierce = try #require(line.partials.first { $0.name == "tierce" })
    #expect(tierce.beats.count == 1 && abs((tierce.beats.first ?? 0) - 1.5) < 0.02)

    let report = try await Program.run(["bell", "report", file, file])
    #expect(report.status == 0 && report.output.contains("Before"))
    #expect(report.output.contains("After") && report.output.contains("octave nominal"))
    for name in ["p.svg", "p.png", "p.pdf"] {
      let plot = try await Program.run(["bell", "plot", file, directory.path(name)])
      #expect(plot.status == 0, "\(plot.errors)")
      #expect(FileManager.default.fileExists(atPath: directory.path(name)))
    }
    let drawn = try String(contentsOfFile: directory.path("p.svg"), encoding: .utf8)
    #expect(drawn.contains(">A4<"), "the plot names its bell")
    let tune = try await Program.run(["tune", sound, "--plain"])
    #expect(tune.output.contains("A4") && tune.output.contains("bell-like"))
    #expect(!tune.output.contains("several tones"))
    let lines = try await Program.run(["tune", sound, "--jsonl"])
    #expect(lines.output.contains("\"sound\":\"bell\""))
    let known = try await Program.run(["tune", sound, "--plain", "--instrument", "carillon"])
    #expect(known.output.contains("A4") && !known.output.contains("bell-like"))
  }

  @Test("Without --object a bar is measured as one, and what is no clear bell is doubted")
  func unnamed() async throws {
    let directory = try TemporaryDirectory()
    let sound = directory.path("bar.wav")
    try wave([(440, 0.6), (1760, 0.3), (4400, 0.1)]).write(to: URL(fileURLWithPath: sound))
    let result = try await Program.run(["bell", sound])
    #expect(result.status == 0 && result.output.hasPrefix("A4 "), "\(result.output)")
    #expect(result.errors.contains("Measured as a marimba or vibraphone bar"))
    // Hum, quint and nominal, but no tierce.
    try wave([(220, 2), (440, 1), (655, 1), (880, 1), (1313, 0.5)])
      .write(to: URL(fileURLWithPath: sound))
    let doubted = try await Program.run(["bell", sound, "--object", "bell"])
    #expect(
      doubted.errors.contains("may be wrong") || doubted.errors.contains("better than a bell")
        || doubted.errors.contains("do not fit"))
  }

  @Test("A string given as a bell is told; what is no sound, no file and no set is refused")
  func refused() async throws {
    let directory = try TemporaryDirectory()
    let string = directory.path("string.wav")
    try wave((1...10).map { (220 * Double($0), 2 / Double($0).squareRoot()) })
      .write(to: URL(fileURLWithPath: string))
    let other = try await Program.run(["bell", string])
    #expect(other.errors.contains("a string"))
    let missing = try await Program.run(["bell", directory.path("none.wav")])
    #expect(missing.status == 2 && missing.output.isEmpty)
    let silence = directory.path("silence.wav")
    try wave([]).write(to: URL(fileURLWithPath: silence))
    let nothing = try await Program.run(["bell", silence])
    #expect(nothing.status == 2 && nothing.output.isEmpty)
    let broken = directory.path("broken.bells")
    try Data("kammerton-bells 9\nend: 0\n".utf8).write(to: URL(fileURLWithPath: broken))
    let version = try await Program.run(["bell", string, "--keep", broken])
    #expect(version.status != 0 && version.errors.contains("line 1"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: broken)).count == 25)
  }

  @Test(
    "What has no meaning together is refused, and named",
    arguments: [
      (["x.wav", "--stage", "after"], "--keep"), (["--object", "cow"], "bell"),
      (["x.wav", "--object", "bar", "--third", "major"], "--third"),
      (["x.wav", "--beat", "A4"], "A4:2.5"), (["x.wav", "y.wav", "--note", "A4"], "--note"),
    ])
  func meaningless(options: [String], word: String) async throws {
    let result = try await Program.run(["bell"] + options)
    #expect(result.status == 64)
    #expect(result.errors.contains(word))
  }
}
