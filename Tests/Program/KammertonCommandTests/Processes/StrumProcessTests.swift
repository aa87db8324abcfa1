import Foundation
import Testing

@Suite("kammerton tune --strum, as a process", .timeLimit(.minutes(5)))
struct StrumProcessTests {
  private struct Line: Decodable {
    struct Part: Decodable {
      var string: Int
      var note: String
      var target: Double
      var cents: Double?
      var frequency: Double?
      var error: Double?
      var beat: Double?
      var beatLimit: Double?
      var present: Bool
    }
    var time: Double
    var centre: Double
    var view: String
    var sound: String
    var strings: [Part]
  }

  /// Plucked strings as raw samples at 48 kHz: after 0.3 s, with 12 partials each.
  private func strum(_ notes: [(midi: Int, cents: Double)]) -> Data {
    let rate = 48000.0
    let samples = (0..<96000).map { index -> Float in
      let time = Double(index) / rate - 0.3
      guard time > 0 else { return 0 }
      var sum = 0.0
      for (number, note) in notes.enumerated() {
        let frequency = 440 * pow(2, (Double(note.midi - 69) + note.cents / 100) / 12)
        for order in 1...12 {
          let order = Double(order)
          let partial = order * frequency * ((1 + 8e-5 * order * order) / (1 + 8e-5)).squareRoot()
          sum += sin(2 * .pi * partial * time + order * Double(number + 1)) / order
        }
      }
      return Float(0.06 * sum * exp(-2.5 * time))
    }
    return samples.withUnsafeBytes { Data($0) }
  }

  private let raw = ["-", "--strum", "--raw", "f32le", "--rate", "48000"]
  private let guitar = [40, 45, 50, 55, 59, 64]
  private let cents = [-12.0, 4, 31, -33, 8, 0]

  private func lines(_ arguments: [String], _ input: Data) async throws -> [Line] {
    let result = try await Program.run(["tune"] + arguments + ["--jsonl"], input: input)
    #expect(result.status == 0)
    return try result.lines.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
  }

  @Test("--jsonl has all six strings of a guitar within 0.7 s, each within a cent")
  func guitarStrum() async throws {
    let lines = try await lines(raw, strum(Array(zip(guitar, cents)).map { (midi: $0, cents: $1) }))
    let first = try #require(lines.first)
    #expect(first.time < 1 && first.centre < first.time)
    #expect(first.view == "strings" && first.sound == "strings")
    #expect(first.strings.map(\.string) == [6, 5, 4, 3, 2, 1])
    #expect(first.strings.map(\.note) == ["E2", "A2", "D3", "G3", "B3", "E4"])
    for (part, cents) in zip(first.strings, cents) {
      #expect(part.present)
      #expect(abs(try #require(part.cents) - cents) < 1)
    }
  }

  @Test("a single string brings the fine view back, and says so")
  func single() async throws {
    let lines = try await lines(raw, strum([(midi: 45, cents: 7)]))
    #expect(!lines.isEmpty && lines.allSatisfy { $0.view == "string" })
    #expect(
      lines.allSatisfy { $0.strings.map(\.present) == [false, true, false, false, false, false] })
  }

  @Test("--strings takes any tuning")
  func strings() async throws {
    let openG = [38, 43, 50, 55, 59, 62]
    let lines = try await lines(
      raw + ["--strings", "D2,G2,D3,G3,B3,D4"], strum(openG.map { (midi: $0, cents: 5) }))
    let last = try #require(lines.last)
    #expect(last.strings.map(\.note) == ["D2", "G2", "D3", "G3", "B3", "D4"])
    for part in last.strings {
      #expect(part.present)
      #expect(abs(try #require(part.cents) - 5) < 1)
    }
  }

  @Test("a chord of other notes is said to be none of the open strings")
  func chord() async throws {
    let chord = strum([37, 44, 49, 53, 56, 61].map { (midi: $0, cents: 0) })
    let result = try await Program.run(["tune"] + raw + ["--plain"], input: chord)
    #expect(!result.lines.isEmpty)
    #expect(result.lines.allSatisfy { $0.contains("not the open strings") })
  }

  @Test("lines for people have number, note, cents and a word for each string")
  func plain() async throws {
    let input = strum(Array(zip(guitar, cents)).map { (midi: $0, cents: $1) })
    let result = try await Program.run(["tune"] + raw + ["--plain"], input: input)
    let last = try #require(result.lines.last)
    #expect(last.contains("6 E2 -1") && last.contains("flat"))
    #expect(last.contains("4 D3 +3") && last.contains("sharp"))
    #expect(last.contains("1 E4 ") && last.contains("in tune"))
  }

  @Test("--instrument mandolin has both strings of each course, with their beat in hertz")
  func courses() async throws {
    let mandolin = [55, 62, 69, 76]
    let both = mandolin.flatMap { [(midi: $0, cents: -5.0), (midi: $0, cents: 4.0)] }
    let last = try #require(
      try await lines(raw + ["--instrument", "mandolin"], strum(both)).last)
    #expect(last.strings.map(\.string) == [4, 4, 3, 3, 2, 2, 1, 1])
    for index in 0..<4 {
      let frequency = 440 * pow(2, Double(mandolin[index] - 69) / 12)
      let truth = frequency * (pow(2, 4.0 / 1200) - pow(2, -5.0 / 1200))
      for part in last.strings[(2 * index)...(2 * index + 1)] {
        #expect(abs(try #require(part.beat) - truth) < 0.05)
        #expect(try #require(part.beatLimit) < truth)
      }
    }
  }

  @Test("--strings G3/G3,D4/D4 are courses, and a string that is alone has no beat")
  func ownCourses() async throws {
    let single = strum([(midi: 55, cents: 3), (midi: 62, cents: -4)])
    let lines = try await lines(raw + ["--strings", "G3/G3,D4/D4"], single)
    #expect(!lines.isEmpty)
    for line in lines {
      #expect(line.strings.map(\.note) == ["G3", "G3", "D4", "D4"])
      #expect(line.strings.allSatisfy { $0.beat == nil })
    }
  }

  @Test("a G major chord, which shares three strings with a guitar, is not guessed at")
  func sharedNotes() async throws {
    let lines = try await lines(raw, strum([43, 47, 50, 55, 59, 67].map { (midi: $0, cents: 0) }))
    #expect(!lines.isEmpty && lines.allSatisfy { $0.sound == "other" })
    #expect(lines.allSatisfy { $0.strings.allSatisfy { !$0.present } })
  }

  /// Speech by espeak-ng, at 48 kHz, of peak 1.
  private func speech(_ text: String, voice: String) throws -> [Float] {
    let directory = try TemporaryDirectory()
    let espeak = Process()
    espeak.executableURL = URL(fileURLWithPath: "/usr/bin/espeak-ng")
    espeak.arguments = ["-v", voice, "-w", directory.path("speech.wav"), text]
    try espeak.run()
    espeak.waitUntilExit()
    // 16 bits at 22050 Hz after a header of 44 bytes.
    let bytes = [UInt8](try Data(contentsOf: directory.file("speech.wav")).dropFirst(44))
    let samples = stride(from: 0, to: bytes.count - 1, by: 2).map {
      Float(Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8))
    }
    let peak = max(1, samples.map(abs).max() ?? 1)
    return (0..<(samples.count * 320 / 147)).map { index in
      let position = Double(index) * 22050 / 48000
      let (first, share) = (Int(position), Float(position - position.rounded(.down)))
      guard first + 1 < samples.count else { return 0 }
      return ((1 - share) * samples[first] + share * samples[first + 1]) / peak
    }
  }

  @Test(
    "talking over a strum, at a quarter of its peak, changes no string by 10 cents, and talking alone is no strum",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/espeak-ng")),
    arguments: [
      ("en-us", "One two three, is this the right string? I think it is a little flat."),
      ("en+f3", "Please play all strings once more, and then wait for a moment."),
      ("de+m7", "Spiel bitte noch einmal alle Saiten, und warte dann."),
    ])
  func talking(voice: String, text: String) async throws {
    let speech = try speech(text, voice: voice)
    let notes = Array(zip(guitar, cents)).map { (midi: $0, cents: $1) }
    var sound = strum(notes).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    let peak = sound.map(abs).max() ?? 1
    for index in sound.indices where index < speech.count {
      sound[index] += 0.25 * peak * speech[index]
    }
    let over = try await lines(raw, sound.withUnsafeBytes { Data($0) })
    #expect(over.contains { $0.sound == "strings" && $0.strings.allSatisfy(\.present) })
    for line in over {
      for (part, cents) in zip(line.strings, cents) where part.present {
        #expect(abs(try #require(part.cents) - cents) < 10, "\(line.time) s")
      }
    }
    let alone = try await lines(raw, speech.map { 0.5 * $0 }.withUnsafeBytes { Data($0) })
    for line in alone { #expect(!line.strings.contains { $0.present }, "\(line.time) s") }
  }

  @Test("a note that is none is refused")
  func refused() async throws {
    let result = try await Program.run(["tune", "-", "--strum", "--strings", "D2,H9x"])
    #expect(result.status == 64)
    #expect(!result.errors.isEmpty)
  }
}
