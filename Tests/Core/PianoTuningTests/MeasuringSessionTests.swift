@testable import PianoTuning
import Testing
import _TestSignals

/// What is done with strokes, by a meter that measures nothing but their length.
@Suite("MeasuringSession")
struct MeasuringSessionTests {
  private static let rate = 8000.0

  /// A stroke of 0.3 s and more is an A4; others are refused.
  private struct LengthMeter: StrokeMeter {
    static let longestStroke = 1.5
    static let preview: Double? = 0.5
    let sampleRate: Double

    init(sampleRate: Double) throws(KeyMeterError) {
      guard sampleRate >= 8000 else { throw .sampleRateOutOfRange(sampleRate) }
      self.sampleRate = sampleRate
    }

    mutating func entry(
      of samples: [Float], for file: PianoFile, _ aim: MeasuringAim
    ) throws(KeyMeterError) -> PianoFile.Entry {
      let duration = Double(samples.count) / sampleRate
      guard duration >= 0.3 else { throw .tooShort(duration) }
      return PianoFile.Entry(
        KeyMeasurement(
          key: PianoKey.all[48], frequency: 440, frequencyError: 0.1, inharmonicity: 1e-3,
          inharmonicityError: 0.01, partialCount: 9, strings: [0], beatLimit: 0.1),
        stage: aim.purpose.stage ?? .before, date: aim.date)
    }
  }

  enum Part: Sendable {
    case silence(Double)
    case tone(Double)
    case gap
    case stop
  }

  struct Course: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let parts: [Part]
    let outcomes: [String]
  }

  private static let courses = [
    Course(
      testDescription: "a stroke that dies away", parts: [.silence(0.3), .tone(0.8), .silence(1)],
      outcomes: ["first", "kept"]),
    Course(
      testDescription: "a tone that does not end", parts: [.silence(0.3), .tone(4)],
      outcomes: ["first", "kept"]),
    Course(
      testDescription: "a stroke of less than half a second",
      parts: [.silence(0.3), .tone(0.4), .silence(1)], outcomes: ["kept"]),
    Course(
      testDescription: "a stroke that is too short",
      parts: [.silence(0.3), .tone(0.1), .silence(1)], outcomes: ["refused"]),
    Course(
      testDescription: "a gap in a stroke, and the next one",
      parts: [
        .silence(0.3), .tone(0.33), .gap, .tone(0.2), .silence(1), .tone(0.8), .silence(1),
      ], outcomes: ["interrupted", "first", "kept"]),
    Course(
      testDescription: "a gap in silence", parts: [.silence(0.3), .gap, .silence(0.3), .tone(0.4)],
      outcomes: []),
    Course(
      testDescription: "a stop in a stroke", parts: [.silence(0.3), .tone(0.4), .stop],
      outcomes: ["kept"]),
    Course(
      testDescription: "two stops in a stroke",
      parts: [.silence(0.3), .tone(0.8), .stop, .stop], outcomes: ["first", "kept"]),
    Course(testDescription: "a stop before any sound", parts: [.stop, .gap, .stop], outcomes: []),
    Course(
      testDescription: "a gap and a stop in a stroke",
      parts: [.silence(0.3), .tone(0.4), .gap, .stop], outcomes: ["interrupted"]),
  ]

  private func outcomes(
    _ session: inout MeasuringSession<LengthMeter>, _ parts: [Part], blockSize: Int
  ) -> [String] {
    var found: [String] = []
    func collect() {
      while let outcome = session.next() {
        switch outcome.result {
        case .measured: found.append(outcome.isFinal ? "\(outcome.kept)" : "first")
        case .refused: found.append("refused")
        case .interrupted: found.append("interrupted")
        }
      }
    }
    for part in parts {
      switch part {
      case .gap: session.interrupt()
      case .stop: session.finish()
      case .silence(let seconds), .tone(let seconds):
        let count = Int(seconds * Self.rate)
        var samples = [Float](repeating: 0, count: count)
        if case .tone = part {
          samples = TestSignal.sine(440, sampleRate: Self.rate, count: count, amplitude: 0.3)
        }
        for start in stride(from: 0, to: count, by: blockSize) {
          session.append(samples[start..<min(count, start + blockSize)].span)
          collect()
        }
      }
      collect()
    }
    return found.map { $0 == "alone" ? "kept" : $0 }
  }

  @Test("The outcomes are the same for blocks of any size", arguments: courses)
  func course(course: Course) throws {
    for blockSize in [1, 7, 64, 441, 1000, 2048, 8192, 100_000] {
      var session = MeasuringSession<LengthMeter>()
      session.aim.purpose = .after
      session.aim.date = "2026-11-22T10:15:00Z"
      try session.start(sampleRate: Self.rate)
      let found = outcomes(&session, course.parts, blockSize: blockSize)
      #expect(found == course.outcomes, "blocks of \(blockSize)")
      let kept = session.file.entries
      #expect(kept.count == course.outcomes.count { $0 == "kept" })
      #expect(kept.allSatisfy { $0.stage == .after && $0.date == "2026-11-22T10:15:00Z" })
    }
  }

  private let stroke: [Part] = [.silence(0.3), .tone(0.8), .silence(1)]

  @Test("What is struck to be tuned is measured, and not kept")
  func tuning() throws {
    var session = MeasuringSession<LengthMeter>()
    try session.start(sampleRate: Self.rate)
    let found = outcomes(&session, stroke, blockSize: 512)
    #expect(found == ["first", "nothing"] && session.file.entries.isEmpty)
  }

  @Test("A stroke that is discarded has no outcome; file and aim outlive another start")
  func discarded() throws {
    var session = MeasuringSession<LengthMeter>()
    session.aim.purpose = .before
    try session.start(sampleRate: Self.rate)
    let before = outcomes(&session, stroke, blockSize: 512)
    let sounding = outcomes(&session, [.silence(0.3), .tone(0.4)], blockSize: 512)
    session.discard()
    session.finish()
    let last = session.next()
    #expect(before == ["first", "kept"] && sounding.isEmpty && last == nil)
    #expect(throws: KeyMeterError.sampleRateOutOfRange(100)) {
      try session.start(sampleRate: 100)
    }
    let stopped = outcomes(&session, stroke, blockSize: 512)
    #expect(stopped.isEmpty)
    try session.start(sampleRate: Self.rate)
    let after = outcomes(&session, stroke, blockSize: 512)
    #expect(after == ["first", "kept"] && session.file.entries.count == 2)
  }
}
