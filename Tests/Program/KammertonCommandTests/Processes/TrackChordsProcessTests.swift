import Foundation
import Testing
import _TestSignals

/// A single note, and a chord of three whose frequencies are known.
@Suite("kammerton track --chords, as a process", .timeLimit(.minutes(5)))
struct TrackChordsProcessTests {
  let directory: TemporaryDirectory
  let path: String
  private let chord = [196.0, 247.5, 293.0]

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path("a.wav")
    var samples = [Float](repeating: 0, count: 2 * 44_100)
    func add(_ frequency: Double, at start: Int) {
      let sound = TestSignal.sawtooth(
        frequency, sampleRate: 44_100, count: 40_000, amplitude: 0.15)
      for (place, sample) in sound.enumerated() {
        samples[start + place] += sample * Float(exp(-Double(place) / 30_000))
      }
    }
    add(440, at: 0)
    for frequency in chord { add(frequency, at: 44_100) }
    try Recording.write(samples, to: path)
  }

  private struct Row {
    var (time, frequency): (Double, Double)
    var note: String
  }

  private func rows(_ lines: [Substring]) -> [Row] {
    lines.dropFirst().compactMap { line in
      let values = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard values.count == 7, let time = Double(values[0]), let frequency = Double(values[1])
      else { return nil }
      return Row(time: time, frequency: frequency, note: values[5])
    }
  }

  @Test("writes a row for each note of each time, with its name and cents")
  func csv() async throws {
    let result = try await Program.run(["track", path, "--chords"])
    #expect(result.status == 0 && result.errors.isEmpty)
    #expect(result.lines.first == "time,frequency,confidence,level,error_cents,note,cents")
    let rows = rows(result.lines)
    let single = rows.filter { (0.2...0.7).contains($0.time) }
    #expect(single.count == 51 && single.allSatisfy { $0.note == "A4" })
    let three = rows.filter { (1.2...1.7).contains($0.time) }
    #expect(three.count == 3 * 51)
    for (index, row) in three.enumerated() {
      #expect(abs(1200 * log2(row.frequency / chord[index % 3])) < 2)
      #expect(row.note == ["G3", "B3", "D4"][index % 3])
    }
  }

  @Test("writes an object for each time, with an array of its notes")
  func json() async throws {
    let result = try await Program.run(["track", path, "--chords", "--json"])
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(document["estimator"] as? String == "chords")
    #expect(document["lookahead"] as? Double == 0.15)
    let objects = try #require(document["readings"] as? [[String: Any]])
    #expect(objects.count == 200)
    let notes = try #require(objects[150]["notes"] as? [[String: Any]])
    #expect(notes.compactMap { $0["note"] as? String } == ["G", "B", "D"])
    #expect(notes.compactMap { $0["octave"] as? Int } == [3, 3, 4])
    let lines = try await Program.run(["track", path, "--chords", "--jsonl"])
    #expect(lines.lines.count == 200)
  }

  @Test("writes to a file of its own beside the track")
  func output() async throws {
    let folder = directory.path("out")
    let result = try await Program.run(["track", path, "--chords", "--output", folder])
    #expect(result.status == 0)
    #expect(FileManager.default.fileExists(atPath: folder + "/a.chords.csv"))
  }

  @Test(
    "refuses what chords cannot have",
    arguments: [
      (["--notes"], "Choose one of --chords, --notes and --onsets."),
      (["--onsets"], "Choose one of --chords, --notes and --onsets."),
      (["--format", "midi"], "midi cannot carry chords; csv, json and jsonl can."),
      (["--range", "E2..E6"], "--range is for one pitch, and --chords have several. Remove one."),
      (["--estimator", "yin"], "--estimator is for one pitch"),
      (["--plot", "a.png"], "There is no plot of --chords yet. Remove --plot."),
      (["--unvoiced", "zero"], "where no note sounds, --chords have none."),
    ] as [([String], String)])
  func refusals(options: [String], part: String) async throws {
    let result = try await Program.run(["track", path, "--chords"] + options)
    #expect(result.status == 64 && result.errors.contains(part), "\(result.errors)")
    #expect(result.lines.isEmpty)
  }
}
