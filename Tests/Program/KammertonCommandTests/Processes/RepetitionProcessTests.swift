import Foundation
import Testing

/// Notes one after another, in cents from A4 with time, as a WAV file of 16 bits at 22,050 Hz.
private func wave(
  _ notes: [(seconds: Double, cents: (_ time: Double) -> Double)], gap: Double = 0.15,
  gaps: [Int: Double] = [:]
) -> Data {
  let rate = 22_050.0
  var samples: [Int16] = Array(repeating: 0, count: Int(0.4 * rate))
  for (index, note) in notes.enumerated() {
    let count = Int(note.seconds * rate)
    var phase = 0.0
    for index in 0..<count {
      let time = Double(index) / rate
      phase += 2 * .pi * 440 * pow(2, note.cents(time) / 1200) / rate
      var sum = 0.0
      for order in 1...5 { sum += sin(Double(order) * phase) / Double(order) }
      let fade = min(1, time / 0.008, (note.seconds - time) / 0.02)
      samples.append(Int16(7000 * sum * fade * exp(-0.3 * time)))
    }
    samples += Array(repeating: 0, count: Int((gaps[index] ?? gap) * rate))
  }
  samples += Array(repeating: 0, count: Int(0.6 * rate))
  var data = Data("RIFF".utf8)
  func append(_ value: Int, _ bytes: Int) {
    for byte in 0..<bytes { data.append(UInt8(value >> (8 * byte) & 255)) }
  }
  append(36 + 2 * samples.count, 4)
  data.append(Data("WAVEfmt ".utf8))
  for (value, bytes) in [(16, 4), (1, 2), (1, 2), (22_050, 4), (44_100, 4), (2, 2), (16, 2)] {
    append(value, bytes)
  }
  data.append(Data("data".utf8))
  append(2 * samples.count, 4)
  for sample in samples { append(Int(UInt16(bitPattern: sample)), 2) }
  return data
}

/// Steady notes of a duration, by MIDI number.
private func melody(
  _ numbers: [Double], seconds: Double = 0.45
) -> [(seconds: Double, cents: (Double) -> Double)] {
  numbers.map { number in (seconds, { _ in 100 * (number - 69) }) }
}

private func save(_ data: Data, _ directory: TemporaryDirectory, _ name: String) throws -> String {
  let path = directory.path(name)
  try data.write(to: URL(fileURLWithPath: path))
  return path
}

@Suite("First pitches, waiting and loops, as a process", .timeLimit(.minutes(5)))
struct RepetitionProcessTests {
  /// Starts 30 cents sharp and is corrected after 0.6 s.
  private static func corrected(_ time: Double) -> Double {
    time < 0.6 ? 30 : max(0, 30 - 400 * (time - 0.6))
  }

  @Test("tune --freeze shows the pitch before the correction, once for each note")
  func freeze() async throws {
    let directory = try TemporaryDirectory()
    let path = try save(
      wave([(1.5, Self.corrected), (1, { _ in -300 })], gap: 0.3), directory, "f.wav")
    let lines = try await Program.run(["tune", "--freeze", "--plain", "--no-config", path])
    #expect(lines.status == 0, "\(lines.errors)")
    let rows = lines.output.split(separator: "\n")
    #expect(rows.count == 2, "\(lines.output)")
    #expect(rows.first?.contains("A4") == true && rows.first?.contains("sharp") == true)
    #expect(rows.last?.contains("369.99 Hz") == true && rows.last?.contains("in tune") == true)
    struct Row: Decodable {
      var note: String
      var cents: Double
    }
    let json = try await Program.run(["tune", "--freeze", "--jsonl", "--no-config", path])
    let found = try json.output.split(separator: "\n").map {
      try JSONDecoder().decode(Row.self, from: Data($0.utf8))
    }
    #expect(found.map(\.note) == ["A", "F#"])
    #expect(abs((found.first?.cents ?? 0) - 30) < 1.5, "\(json.output)")
    for arguments in [["--view", "strobe"], ["--strum"], ["--beats"]] {
      let refused = try await Program.run(["tune", path, "--freeze"] + arguments)
      #expect(refused.status == 64, "\(arguments): \(refused.errors)")
    }
  }

  @Test("practice reports the first and the last pitch of each note")
  func firstAndLast() async throws {
    let directory = try TemporaryDirectory()
    let numbers = [60.0, 62, 64, 65, 67, 69, 71, 72, 71, 69, 67, 65, 64, 62, 60]
    var notes = melody(numbers, seconds: 0.5)
    notes[1] = (1.4, { Self.corrected($0) - 700 })
    let path = try save(wave(notes), directory, "s.wav")
    struct Report: Decodable {
      struct Note: Decodable {
        var first: Double?
        var last: Double?
      }
      var notes: [Note]
      var firstSpread: Double
      var lastSpread: Double
    }
    let result = try await Program.run(["practice", "C-major", path, "--json"])
    let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
    #expect(abs(try #require(report.notes[1].first) - 30) < 3, "\(result.output)")
    #expect(abs(try #require(report.notes[1].last)) < 1)
    #expect(report.firstSpread > report.lastSpread)
    let text = try await Program.run(["practice", "C-major", path])
    #expect(text.output.contains("corrected by 5 cents or more: 1 of 15"), "\(text.output)")
  }

  @Test("a score that waits tells wrong notes, and goes on with the right one")
  func wait() async throws {
    let directory = try TemporaryDirectory()
    let numbers = [60.0, 62, 66, 64, 65, 67, 69, 71, 72, 71, 69, 67, 65, 64, 62, 60]
    let path = try save(wave(melody(numbers)), directory, "w.wav")
    let result = try await Program.run(["practice", "C-major", path, "--wait"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains("Play C4, bar 1 (1 of 15)."), "\(result.errors)")
    #expect(result.errors.contains("Not that: F#4. Play E4"), "\(result.errors)")
    #expect(result.errors.contains("That was the last note."), "\(result.errors)")
    #expect(result.errors.contains("Wrong notes: 1. Skipped: 0."))
    #expect(result.output.contains("15 right, 0 wrong, 0 missing, 1 too many"), "\(result.output)")
    let ended = try await Program.run([
      "practice", "C-major", try save(wave(melody([60, 62])), directory, "e.wav"), "--wait",
    ])
    #expect(ended.status == 1)
    #expect(ended.errors.contains("waits for note 3 of 15, E4"), "\(ended.errors)")
    #expect(ended.output.contains("2 right"))
  }

  @Test("a loop ends after three right passes in a row, and tells what was not right")
  func loop() async throws {
    let directory = try TemporaryDirectory()
    let pass = [60.0, 64, 67, 72, 67, 64, 60]
    let notes = melody(pass + [60, 64, 66, 72, 67, 64, 60] + pass + pass + pass)
    let path = try save(wave(notes), directory, "l.wav")
    struct Report: Decodable {
      struct Pass: Decodable {
        var right: Bool
        var wrong: Int
      }
      var done: Bool
      var passes: [Pass]
    }
    let result = try await Program.run([
      "practice", "C-major-arpeggio", path, "--loop", "all", "--json",
    ])
    #expect(result.status == 0, "\(result.errors)")
    let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
    #expect(report.done)
    #expect(report.passes.map(\.right) == [true, false, true, true, true], "\(result.output)")
    #expect(report.passes[1].wrong == 1)
    #expect(result.errors.contains("Pass 2: not right: 1 wrong"), "\(result.errors)")
    let more = try await Program.run([
      "practice", "C-major-arpeggio", path, "--loop", "all", "--times", "4",
    ])
    #expect(more.status == 1 && more.output.contains("Not done"), "\(more.output)")
    let bars = try await Program.run([
      "practice", "C-major-arpeggio", path, "--loop", "1", "--times", "1",
    ])
    #expect(bars.errors.contains("Pass 1"), "\(bars.errors)")
  }

  @Test("bars that are not there, options that do not go together, and silence are refused")
  func refused() async throws {
    let directory = try TemporaryDirectory()
    let silence = try save(wave([]), directory, "s.wav")
    for arguments in [
      ["--loop", "9"], ["--loop", "8-5"], ["--loop", "x"], ["--loop", "1", "--wait"],
      ["--times", "3"], ["--within", "10"], ["--loop", "1", "--times", "0"],
      ["--loop", "1", "--within", "99"], ["--loop", "1", "--plot", directory.path("p.svg")],
      ["--loop", "1", "--tempo", "90"], ["--wait", "--tempo", "90"],
      ["--export", directory.path("take.pdf")], ["--export", "take"],
    ] {
      let result = try await Program.run(["practice", "C-major", silence] + arguments)
      #expect(result.status == 64, "\(arguments): \(result.errors)")
    }
    let beyond = try await Program.run(["practice", "C-major", silence, "--loop", "1-9"])
    #expect(beyond.errors.contains("no bar 9"), "\(beyond.errors)")
    for arguments in [["--loop", "all"], ["--wait"]] {
      let result = try await Program.run(["practice", "C-major", silence] + arguments)
      #expect(result.status == 2, "\(arguments): \(result.errors)")
    }
  }

  @Test("a take is written as MIDI and as MusicXML, which can be practised again")
  func export() async throws {
    let directory = try TemporaryDirectory()
    let numbers = [60.0, 64, 67, 72, 67, 64, 60]
    let path = try save(wave(melody(numbers)), directory, "t.wav")
    for name in ["take.mid", "take.musicxml", "TAKE.XML"] {
      let file = directory.path(name)
      let result = try await Program.run(["practice", "C-major-arpeggio", path, "--export", file])
      #expect(result.status == 0, "\(result.errors)")
      let again = try await Program.run(["practice", file, path])
      #expect(again.output.contains("7 right, 0 wrong, 0 missing, 0 too many"), "\(again.output)")
    }
    let silence = try save(wave([]), directory, "s.wav")
    let nothing = directory.path("nothing.mid")
    let silent = try await Program.run(["practice", "C-major", silence, "--export", nothing])
    #expect(silent.status == 2 && silent.errors.contains("nothing.mid was not written"))
    #expect(!FileManager.default.fileExists(atPath: nothing))
    let placeless = try await Program.run([
      "practice", "C-major", path, "--export", directory.path("no/such/folder/take.mid"),
    ])
    #expect(placeless.status == 2 && placeless.output.isEmpty, "\(placeless.errors)")
  }
}
