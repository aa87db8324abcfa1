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
    var chord: String
  }

  private func rows(_ lines: [Substring]) -> [Row] {
    lines.dropFirst().compactMap { line in
      let values = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard values.count == 8, let time = Double(values[0]), let frequency = Double(values[1])
      else { return nil }
      return Row(time: time, frequency: frequency, note: values[5], chord: values[7])
    }
  }

  @Test("writes a row for each note of each time, with its name and cents")
  func csv() async throws {
    let result = try await Program.run(["track", path, "--chords"])
    #expect(result.status == 0 && result.errors.isEmpty)
    #expect(result.lines.first == "time,frequency,confidence,level,error_cents,note,cents,chord")
    let rows = rows(result.lines)
    let single = rows.filter { (0.2...0.7).contains($0.time) }
    #expect(single.count == 51 && single.allSatisfy { $0.note == "A4" && $0.chord.isEmpty })
    let three = rows.filter { (1.2...1.7).contains($0.time) }
    #expect(three.count == 3 * 51)
    for (index, row) in three.enumerated() {
      #expect(abs(1200 * log2(row.frequency / chord[index % 3])) < 2)
      #expect(row.note == ["G3", "B3", "D4"][index % 3] && row.chord == "G")
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
    #expect(objects[150]["chord"] as? String == "G" && objects[50]["chord"] is NSNull)
    #expect(notes.compactMap { $0["octave"] as? Int } == [3, 3, 4])
    let lines = try await Program.run(["track", path, "--chords", "--jsonl"])
    #expect(lines.lines.count == 200)
  }

  @Test("--notes has a row for each note, with its beginning, its end, its key and cents")
  func notes() async throws {
    let result = try await Program.run(["track", path, "--chords", "--notes"])
    #expect(result.status == 0)
    #expect(result.lines.first == "onset,offset,frequency,note,midi,cents,level,confidence")
    let rows = result.lines.dropFirst().map { $0.split(separator: ",").map(String.init) }
    #expect(rows.map { $0[3] }.sorted() == ["A4", "B3", "D4", "G3"])
    for row in rows {
      let (onset, offset) = (Double(row[0]) ?? -1, Double(row[1]) ?? -1)
      let isFirst = row[3] == "A4"
      #expect(abs(onset - (isFirst ? 0 : 1)) < 0.1 && abs(offset - (isFirst ? 0.9 : 1.9)) < 0.2)
      let truths: [String: Double] = ["A4": 440, "G3": 196, "B3": 247.5, "D4": 293]
      let truth = truths[row[3]] ?? 1
      #expect(abs(1200 * log2((Double(row[2]) ?? 1) / truth)) < 1)
      #expect(Int(row[4]) == ["A4": 69, "G3": 55, "B3": 59, "D4": 62][row[3]])
    }
    let json = try await Program.run(["track", path, "--chords", "--notes", "--json"])
    let document = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    #expect((document?["notes"] as? [[String: Any]])?.count == 4)
  }

  /// The messages of the track of a MIDI file, each with its tick; meta events are left out.
  private func messages(_ file: Data) -> [(tick: Int, bytes: [UInt8])] {
    let bytes = Array(file.dropFirst(22))
    var (place, tick) = (0, 0)
    var found: [(Int, [UInt8])] = []
    func number() -> Int {
      var value = 0
      while place < bytes.count {
        value = value << 7 | Int(bytes[place] & 0x7F)
        place += 1
        if bytes[place - 1] < 0x80 { break }
      }
      return value
    }
    while place < bytes.count {
      tick += number()
      if bytes[place] == 0xFF {
        place += 2
        let count = number()
        place += count
      } else {
        found.append((tick, Array(bytes[place..<(place + 3)])))
        place += 3
      }
    }
    return found
  }

  @Test("MIDI has a key for each note; --pitch-bend a channel for each, at its true pitch")
  func midi() async throws {
    func file(_ options: [String]) async throws -> Data {
      let folder = directory.path("midi\(options.count)")
      let result = try await Program.run(
        ["track", path, "--chords", "--format", "midi", "--output", folder] + options)
      #expect(result.status == 0 && result.errors.isEmpty)
      return try Data(contentsOf: URL(fileURLWithPath: folder + "/a.mid"))
    }
    let keys = messages(try await file([]))
    #expect(keys.filter { $0.bytes[0] == 0x90 }.map { $0.bytes[1] } == [69, 55, 59, 62])
    #expect(keys.filter { $0.bytes[0] == 0x80 }.count == 4 && keys.count == 8)
    #expect(keys.map(\.tick) == keys.map(\.tick).sorted())
    let all = messages(try await file(["--pitch-bend"]))
    // The zone of MPE: parameter 6 of the manager's channel, 15 members.
    #expect(all.prefix(3).map(\.bytes) == [[0xB0, 101, 0], [0xB0, 100, 6], [0xB0, 6, 15]])
    var bends = [UInt8: Double]()
    var heard: [Double] = []
    for (_, bytes) in all {
      if bytes[0] & 0xF0 == 0xE0 {
        bends[bytes[0] & 15] = Double(Int(bytes[2]) << 7 | Int(bytes[1])) - 8192
      } else if bytes[0] & 0xF0 == 0x90 {
        heard.append(Double(bytes[1]) + 48 * (bends[bytes[0] & 15] ?? 0) / 8192)
      }
    }
    #expect(Set(all.filter { $0.bytes[0] & 0xF0 == 0x90 }.map { $0.bytes[0] }).count == 4)
    for (number, frequency) in zip(heard, [440] + chord) {
      #expect(abs(number - 69 - 12 * log2(frequency / 440)) < 0.015)
    }
  }

  @Test("writes to a file of its own beside the track")
  func output() async throws {
    let folder = directory.path("out")
    let result = try await Program.run(["track", path, "--chords", "--output", folder])
    #expect(result.status == 0)
    #expect(FileManager.default.fileExists(atPath: folder + "/a.chords.csv"))
  }

  @Test("--plot draws the notes beside the track")
  func plot() async throws {
    let picture = directory.path("chords.svg")
    let result = try await Program.run(["track", path, "--chords", "--plot", picture])
    #expect(result.status == 0 && !result.lines.isEmpty)
    let svg = try String(contentsOfFile: picture, encoding: .utf8)
    #expect(svg.contains(">in tune<") && svg.contains("time, s") && svg.contains(">C4<"))
  }

  @Test(
    "refuses what chords cannot have",
    arguments: [
      (["--onsets"], "Choose --chords or --onsets."),
      (["--format", "svl"], "svl cannot carry chords; csv, json, jsonl and midi can."),
      (["--format", "tsv"], "tsv cannot carry chords; csv, json, jsonl and midi can."),
      (["--pitch-bend"], "csv cannot carry a pitch bend; --format midi can."),
      (["--range", "E2..E6"], "--range is for one pitch, and --chords have several. Remove one."),
      (["--estimator", "yin"], "--estimator is for one pitch"),
      (["--unvoiced", "zero"], "where no note sounds, --chords have none."),
    ] as [([String], String)])
  func refusals(options: [String], part: String) async throws {
    let result = try await Program.run(["track", path, "--chords"] + options)
    #expect(result.status == 64 && result.errors.contains(part), "\(result.errors)")
    #expect(result.lines.isEmpty)
  }
}
