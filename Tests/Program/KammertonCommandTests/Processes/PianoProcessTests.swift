import Foundation
import Testing

@Suite("kammerton piano, as a process", .timeLimit(.minutes(5)))
struct PianoProcessTests {
  private struct Line: Decodable {
    struct Error: Decodable { var frequencyCents: Double }
    var file: String
    var key: String
    var frequency: Double
    var inharmonicity: Double
    var error: Error
    var beats: [Double]
  }

  /// A struck key of 10 partials after a tenth of a second, over a faint hiss.
  private func wave(
    _ frequency: Double, _ inharmonicity: Double, seconds: Double = 2.5
  ) -> Data {
    waveFile(seconds: seconds) { time in
      let hiss = (44_100 * time).rounded().truncatingRemainder(dividingBy: 7) - 3
      let time = time - 0.1
      guard time > 0 else { return hiss }
      return hiss
        + (1...10).reduce(0) { sum, order in
          let order = Double(order)
          let stretch = ((1 + inharmonicity * order * order) / (1 + inharmonicity)).squareRoot()
          return sum
            + 6000 * sin(2 * .pi * order * frequency * stretch * time + order) / order
            * exp(-time * order.squareRoot())
        }
    }
  }

  @Test("--jsonl has the key, f1 and B of each file; a file keeps them, is reported and drawn")
  func session() async throws {
    let directory = try TemporaryDirectory()
    let paths = ["c4.wav", "a4.wav"].map(directory.path)
    try wave(261.9, 3.4e-4).write(to: URL(fileURLWithPath: paths[0]))
    try wave(440.3, 7.5e-4).write(to: URL(fileURLWithPath: paths[1]))
    let piano = directory.path("salon.piano")
    let result = try await Program.run(
      ["piano"] + paths + ["--jsonl", "--piano", piano, "--name", "Salon"])
    #expect(result.status == 0, "\(result.errors)")
    let lines = try result.lines.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    #expect(lines.map(\.key) == ["C4", "A4"])
    #expect(abs(lines[0].frequency / 261.9 - 1) < 1e-4)
    #expect(abs(lines[1].inharmonicity / 7.5e-4 - 1) < 0.01)
    #expect(lines[0].file == paths[0])

    let report = try await Program.run(["piano", "report", piano])
    #expect(report.status == 0 && report.lines.contains { $0.contains("2 keys") })
    let targets = try await Program.run(["piano", "targets", piano])
    #expect(targets.lines.count == 89)
    for name in ["p.svg", "p.png", "p.pdf"] {
      let plot = try await Program.run(["piano", "plot", piano, directory.path(name)])
      #expect(plot.status == 0, "\(plot.errors)")
      #expect(FileManager.default.fileExists(atPath: directory.path(name)))
    }
    let tune = try await Program.run(["tune", paths[1], "--piano", piano, "--plain"])
    #expect(tune.status == 0 && tune.lines.contains { $0.contains("A4") })
    // 440.3 Hz is 1.2 cents above A4: sharp by the piano's 1 cent, in tune by 3.
    #expect(tune.output.contains("sharp") && !tune.output.contains("in tune"))
    #expect(tune.output.contains("no beat of 0.25 Hz or more"))
    let generous = try await Program.run(
      ["tune", paths[1], "--piano", piano, "--plain", "--tolerance", "3"])
    #expect(generous.output.contains("in tune") && !generous.output.contains("sharp"))
  }

  @Test("On a terminal the key is found by itself, and q gives the terminal back")
  func screen() throws {
    let directory = try TemporaryDirectory()
    let (sound, piano) = (directory.path("a4.wav"), directory.path("a.piano"))
    // Far longer than needed: q ends it, however busy the machine is.
    try wave(440.3, 7.5e-4, seconds: 30).write(to: URL(fileURLWithPath: sound))
    try Data("kammerton-piano 1\nend: 0\n".utf8).write(to: URL(fileURLWithPath: piano))
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    let process = try terminal.process(["tune", sound, "--piano", piano, "--no-config"])
    try process.run()
    terminal.wait(for: "partial 2", from: process)
    terminal.wait(for: "no beat of", from: process)
    terminal.type("q")
    terminal.waitForEnd(of: process)
    #expect(terminal.output.contains("partial 2") && terminal.output.contains("no beat of"))
    #expect(terminal.output.hasSuffix("\u{1B}[?1049l"))
    #expect(terminal.isLineEditing)
    #expect(process.terminationStatus == 0)
  }

  @Test(
    "What has no meaning for a piano is refused, and named",
    arguments: [
      ["--instrument", "guitar"], ["--note", "A4"], ["--strum"], ["--beats", "A4"],
      ["--view", "strobe"], ["--a4", "442"], ["--estimator", "yin"], ["--history"],
    ])
  func meaningless(options: [String]) async throws {
    let result = try await Program.run(["tune", "x.wav", "--piano", "none.piano"] + options)
    #expect(result.status == 64)
    #expect(result.errors.contains("--piano tunes the keys of its file"))
    #expect(result.errors.contains(options[0]))
  }

  @Test("A clipped recording is measured, and said to be clipped")
  func clipped() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("loud.wav")
    var bytes = wave(440.3, 7.5e-4)
    for index in stride(from: 44, to: bytes.count, by: 2) {
      let value = Int16(bitPattern: UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8)
      let loud = UInt16(bitPattern: Int16(max(-32_768, min(32_767, 4 * Int(value)))))
      (bytes[index], bytes[index + 1]) = (UInt8(loud & 255), UInt8(loud >> 8))
    }
    try bytes.write(to: URL(fileURLWithPath: path))
    let result = try await Program.run(["piano", path, "--jsonl"])
    #expect(result.status == 0 && result.lines.count == 1)
    #expect(result.errors.contains("loud.wav") && result.errors.contains("clipped"))
  }

  @Test("What is no key, no file or no piano is refused, and nothing is changed")
  func refused() async throws {
    let directory = try TemporaryDirectory()
    let missing = try await Program.run(["piano", directory.path("none.wav"), "--jsonl"])
    #expect(missing.status == 2 && missing.lines.isEmpty)
    let broken = directory.path("broken.piano")
    let text = "kammerton-piano 9\nend: 0\n"
    try Data(text.utf8).write(to: URL(fileURLWithPath: broken))
    let other = try await Program.run(["piano", "report", broken])
    #expect(other.status == 2 && other.errors.contains("line 1"))
    let added = try await Program.run(["piano", directory.path("none.wav"), "--piano", broken])
    #expect(added.status == 2)
    #expect(try String(contentsOfFile: broken, encoding: .utf8) == text)
  }
}
