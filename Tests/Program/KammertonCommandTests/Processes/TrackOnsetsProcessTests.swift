import Foundation
import Testing
import _TestSignals

/// Three bursts of noise and two tones, at times that are known.
@Suite("kammerton track --onsets, as a process", .timeLimit(.minutes(5)))
struct TrackOnsetsProcessTests {
  let directory: TemporaryDirectory
  let path: String
  private let times = [0.3, 0.8, 1.3, 1.8, 2.5]

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path("a.wav")
    var samples = [Float](repeating: 0, count: 3 * 44_100)
    for (index, time) in times.enumerated() {
      let start = Int(time * 44_100)
      let sound =
        index < 3
        ? TestSignal.noise(count: 2000, rms: 0.2, seed: UInt64(index + 1))
        : TestSignal.sawtooth(
          index == 3 ? 220 : 330, sampleRate: 44_100, count: 22_000, amplitude: 0.2)
      for (place, sample) in sound.enumerated() where start + place < samples.count {
        let fall = exp(-Double(place) / (index < 3 ? 500 : 9000))
        samples[start + place] += sample * Float(fall)
      }
    }
    try Recording.write(samples, to: path)
  }

  @Test("writes each onset once, with the note that follows it")
  func csv() async throws {
    let result = try await Program.run(["track", path, "--onsets"])
    #expect(result.status == 0 && result.errors.isEmpty)
    #expect(result.lines.first == "time,rise,level,strength,frequency,note,cents")
    let rows = result.lines.dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    #expect(rows.count == times.count)
    for (row, time) in zip(rows, times) {
      #expect(row.count == 7)
      #expect(abs((Double(row[0]) ?? 0) - time) < 0.002)
    }
    #expect(rows.map { $0[5] } == ["", "", "", "A3", "E4"])
  }

  @Test("leaves out the onsets below a gate, and none of them without one")
  func gate() async throws {
    let all = try await Program.run(["track", path, "--onsets"])
    let levels = all.lines.dropFirst().compactMap { Double($0.split(separator: ",")[2]) }.sorted()
    let middle = (levels[1] + levels[2]) / 2
    let loud = try await Program.run(["track", path, "--onsets", "--gate", "\(middle)"])
    let expected = all.lines.filter { line in
      Double(line.split(separator: ",")[2]).map { $0 >= middle } ?? true
    }
    #expect(loud.lines.map { $0.prefix { $0 != "," } } == expected.map { $0.prefix { $0 != "," } })
    for level in ["off", "auto", "-120"] {
      let same = try await Program.run(["track", path, "--onsets", "--gate", level])
      #expect(same.lines.count == all.lines.count)
    }
  }

  @Test("writes JSON, JSON lines and Audacity's labels")
  func formats() async throws {
    let json = try await Program.run(["track", path, "--onsets", "--json"])
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    let array = try #require(document["onsets"] as? [[String: Any]])
    #expect(array.count == times.count)
    #expect(array[0]["frequency"] is NSNull)
    #expect(array[3]["note"] as? String == "A" && array[3]["octave"] as? Int == 3)
    let lines = try await Program.run(["track", path, "--onsets", "--jsonl"])
    #expect(lines.lines.count == times.count)
    let labels = try await Program.run(["track", path, "--onsets", "--format", "audacity"])
    #expect(labels.lines.count == times.count && labels.lines[0].hasSuffix("\tonset"))
  }

  @Test("marks onsets in a plot, and names files after them")
  func plot() async throws {
    let picture = directory.path("a.svg")
    let plain = directory.path("b.svg")
    _ = try await Program.run(["track", path, "--plot", plain])
    let result = try await Program.run(
      ["track", path, "--onsets", "--output", directory.path("out"), "--plot", picture])
    #expect(result.status == 0)
    #expect(FileManager.default.fileExists(atPath: directory.path("out/a.onsets.csv")))
    let marked = try String(contentsOf: directory.file("a.svg"), encoding: .utf8)
    #expect(try marked != String(contentsOf: directory.file("b.svg"), encoding: .utf8))
  }

  @Test(
    "refuses what onsets cannot be written with, with status 64",
    arguments: [
      (["--notes"], "--notes or --onsets"), (["--format", "midi"], "audacity can"),
      (["--estimator", "yin,mpm"], "one estimator"), (["--unvoiced", "nan"], "for readings"),
    ])
  func refusals(arguments: [String], words: String) async throws {
    let result = try await Program.run(["track", path, "--onsets"] + arguments)
    #expect(result.status == 64 && result.errors.contains(words))
  }

  @Test("silence has a header alone")
  func silence() async throws {
    let silence = directory.path("c.wav")
    try Recording.write([Float](repeating: 0, count: 4000), to: silence)
    let result = try await Program.run(["track", silence, "--onsets"])
    #expect(result.status == 0 && result.lines.count == 1)
  }
}
