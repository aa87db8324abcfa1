@testable import CommandKit
@testable import Connections
import Foundation
import InstrumentTuning
import BellTuning
import IntonationPractice
import LiveAudio
import LiveModem
@testable import MeasureCommands
import MusicTheory
import OnsetDetection
import PianoTuning
import PitchEstimation
@testable import PracticeCommands
import SignalProcessing
import SoundModem
import Testing
@testable import TuneCommands
import _TestSignals

/// The rule of `SampleAnalysis`, by every analysis that a command runs on live sound.
@Suite("Live sound with gaps and losses")
struct LiveAnalysesTests {
  private static let rate = 44_100.0

  /// A struck string that rings for two seconds.
  private static let tone: [Float] = {
    (0..<88_200).map { index in
      let time = Double(index) / rate
      let sum = (1...8).reduce(0.0) { sum, order in
        sum + sin(2 * .pi * 220 * Double(order) * time + Double(order)) / Double(order)
      }
      return Float(0.1 * exp(-time) * sum)
    }
  }()

  private static let silence = [Float](repeating: 0, count: 22_050)

  private static func score(noteCount: Int) -> PracticeScore {
    PracticeScore(
      notes: (0..<noteCount).map {
        PracticeNote(midiNumber: 57, onset: Double($0), duration: 1)
      })
  }

  private func blocks(_ samples: [Float]) -> [AudioSourceEvent] {
    stride(from: 0, to: samples.count, by: 4410).map {
      .block(Array(samples[$0..<min(samples.count, $0 + 4410)]))
    }
  }

  private func readings<Analysis: SampleAnalysis>(
    _ events: [AudioSourceEvent], _ make: @escaping @Sendable (Double) throws -> Analysis
  ) throws -> [Analysis.Reading] {
    var feed = AnalysisFeed(makeAnalysis: make)
    var output: [LiveEvent<Analysis.Reading>] = []
    for event in events { try feed.process(event, to: &output) }
    return output.compactMap { if case .reading(let reading) = $0 { reading } else { nil } }
  }

  private static let started = AudioSourceEvent.started(deviceName: "Mic", sampleRate: rate)
  private static let again: [AudioSourceEvent] = [
    .lost(reason: "gone"), .retrying(attempt: 1, delay: .seconds(1)), .resumed,
    .started(deviceName: "Mic", sampleRate: 48_000),
  ]

  /// Orders of sound, gaps, losses and ends that a generator chooses.
  private func orders(_ count: Int) -> [[AudioSourceEvent]] {
    var generator = SeededGenerator(seed: 11)
    let parts = [
      blocks(Self.tone), blocks(Self.silence), [.dropped(sampleCount: 3000, overflowCount: 0)],
      [.dropped(sampleCount: 0, overflowCount: 1)], Self.again, blocks(Array(Self.tone[..<9000])),
    ]
    return (0..<count).map { _ in
      [Self.started]
        + (0..<8).flatMap { _ in parts[Int(generator.nextUniform() * 5.999)] } + [.ended]
    }
  }

  private func notes(
    of score: PracticeScore, _ events: [AudioSourceEvent]
  ) throws -> [PlayedNote] {
    var session = PracticeSession(score)
    session.begin()
    for event in try readings(events, { [session] in try session.hearing(sampleRate: $0) }) {
      session.process(event)
    }
    session.finish()
    return session.notes
  }

  @Test("the time of a played note goes on over a loss, and the note that sounded then is not lost")
  func practice() throws {
    let score = Self.score(noteCount: 2)
    let events =
      [Self.started] + blocks(Self.silence) + blocks(Array(Self.tone[..<44_100])) + Self.again
      + blocks(Self.silence) + blocks(Self.tone) + blocks(Self.silence) + [.ended]
    let notes = try notes(of: score, events)
    try #require(notes.count == 2)
    #expect(abs(notes[0].onset - 0.5) < 0.05 && abs(notes[0].duration - 1) < 0.1)
    // 1.5 s before the loss, then 0.46 s of silence at 48 kHz.
    #expect(abs(notes[1].onset - (1.5 + 22_050 / 48_000.0)) < 0.05)
  }

  @Test("a known gap keeps the time of every note that follows")
  func practiceGap() throws {
    let score = Self.score(noteCount: 1)
    let gap = AudioSourceEvent.dropped(sampleCount: 44_100, overflowCount: 0)
    let events = [Self.started, gap] + blocks(Self.silence) + blocks(Self.tone) + [.ended]
    let notes = try notes(of: score, events)
    #expect(notes.count == 1 && abs(notes[0].onset - 1.5) < 0.05)
  }

  @Test("a stroke with a gap is asked for again, at a loss, too; the next one is measured")
  func strokes() throws {
    let half = Array(Self.tone[..<44_100])
    for gap in [[.dropped(sampleCount: 2000, overflowCount: 0)], Self.again] {
      let told = try readings(
        [Self.started] + blocks(Self.silence) + blocks(half) + gap + blocks(Self.silence) + [.ended]
      ) { StrokeSplitter(sampleRate: $0) }
      #expect(told == [.interrupted])
    }
  }

  @Test("a strum is not read across a gap")
  func strum() throws {
    let setup = try StrumSetup(TunerSetup(), notes: [[Note(.a, octave: 3)]])
    let half = Array(Self.tone[..<44_100])
    let gap = AudioSourceEvent.dropped(sampleCount: 0, overflowCount: 1)
    func last(_ gaps: [AudioSourceEvent]) throws -> Double {
      // The sound after the gap is that of another moment, as it is where samples are lost.
      let rest = Array(Self.tone[60_000..<80_000])
      let events = [Self.started] + blocks(Self.silence) + blocks(half) + gaps + blocks(rest)
      return try readings(events) { try StrumListener(setup, sampleRate: $0) }.last?.time ?? 0
    }
    #expect(try last([]) > 1.6)
    #expect(try last([gap]) <= 1.5)
  }

  @Test("no order of sound, gaps and losses makes a time go back, or stops an analysis")
  func anyOrder() throws {
    let setup = try StrumSetup(TunerSetup(), notes: [[Note(.a, octave: 3)]])
    for events in orders(6) {
      var times: [[Double]] = []
      times.append(
        try readings(events) { try StrumListener(setup, sampleRate: $0) }.map(\.time))
      times.append(
        try readings(events) {
          try AnyPitchTracker(.best, sampleRate: $0, searchRange: 60...1500, hopSize: $0 / 100)
        }.map(\.time))
      times.append(
        try readings(events) { try listening(PianoSession(), $0) }.compactMap {
          if case .key(let key) = $0 { key.time } else { nil }
        })
      _ = try readings(events) { try listening(PianoSession(), $0, .before) }
      _ = try readings(events) { try MessageReceiver(bands: [.audible], sampleRate: $0) }
      for times in times { #expect(times == times.sorted()) }
      #expect(times[1].count > 50)
    }
  }
}

// MARK: - The contract of `SampleAnalysis`

extension LiveAnalysesTests {
  /// One analysis: the readings that it makes of a stream, as text, for blocks of a size.
  struct Contract: Sendable, CustomStringConvertible {
    let description: String
    let readings: @Sendable (_ pieces: [Piece]) throws -> [String]

    init<Analysis: SampleAnalysis>(
      _ name: String, _ make: @escaping @Sendable (Double) throws -> Analysis
    ) {
      description = name
      readings = { pieces in
        var analysis = try make(rate)
        var found: [String] = []
        func collect() {
          while let reading = analysis.next() { found.append("\(reading)") }
        }
        for piece in pieces {
          switch piece {
          case .block(let samples):
            analysis.append(samples)
            collect()
          case .gap: analysis.interrupt()
          }
        }
        analysis.finish()
        collect()
        return found
      }
    }
  }

  enum Piece: Sendable {
    case block([Float])
    case gap
  }

  private static let contracts: [Contract] = [
    Contract("MultiresolutionTracker") {
      try MultiresolutionTracker(
        sampleRate: $0, searchRange: 60...1500, hopSize: $0 / 100, lookahead: 0.05)
    },
    Contract("AnyPitchTracker of YIN") {
      try AnyPitchTracker(.yin, sampleRate: $0, searchRange: 60...1500, hopSize: $0 / 100)
    },
    Contract("AnyPitchTracker of pYIN") {
      try AnyPitchTracker(.pyin, sampleRate: $0, searchRange: 100...800, hopSize: $0 / 50)
    },
    Contract("ToneListener") {
      ToneListener(
        try MultiresolutionTracker(sampleRate: $0, searchRange: 60...1500, hopSize: $0 / 100))
    },
    Contract("TunerListener") {
      try TunerListener(
        MultiresolutionTracker(
          sampleRate: $0, searchRange: 60...1500, hopSize: $0 / 100, lookahead: 0.05),
        detectsOnsets: true)
    },
    Contract("TunerListener for bells") {
      try TunerListener(
        MultiresolutionTracker(
          sampleRate: $0, searchRange: 60...1500, hopSize: $0 / 100, lookahead: 0.05),
        object: .bell)
    },
    Contract("OnsetDetector") { try OnsetDetector(sampleRate: $0) },
    Contract("PracticeListener") {
      try PracticeListener(
        for: score(noteCount: 2), under: .standard, sampleRate: $0)
    },
    Contract("PracticeHearing") {
      try PracticeSession(score(noteCount: 2)).hearing(sampleRate: $0)
    },
    Contract("PracticeHearing of a rhythm") {
      let pattern = RhythmPattern(meter: .common)
      return try PracticeSession(score(noteCount: 1), rhythm: pattern).hearing(sampleRate: $0)
    },
    Contract("StrumListener") {
      try StrumListener(
        try StrumSetup(TunerSetup(), notes: [[Note(.a, octave: 3)]]), sampleRate: $0)
    },
    Contract("PianoSession that tunes") { try listening(PianoSession(), $0) },
    Contract("PianoSession that measures") { try listening(PianoSession(), $0, .before) },
    Contract("StrokeSplitter") { StrokeSplitter(sampleRate: $0, longest: 6, preview: 0.5) },
    Contract("MessageReceiver") { try MessageReceiver(bands: [.audible], sampleRate: $0) },
  ]

  /// A triad, whose common divisor is none of its tones.
  private static let triad: [Float] = (0..<66_150).map { index in
    let time = Double(index) / rate
    return [260.0, 325, 390].reduce(Float(0)) { $0 + Float(0.1 * sin(2 * .pi * $1 * time)) }
  }

  /// Sound with a gap in the middle of a tone, in blocks of a size.
  private static func pieces(_ size: Int) -> [Piece] {
    let parts = [
      silence + Array(tone[..<50_001]), Array(tone[60_000..<80_000]) + silence + triad + silence,
    ]
    let blocks = parts.map { part in
      stride(from: 0, to: part.count, by: size).map {
        Piece.block(Array(part[$0..<min(part.count, $0 + size)]))
      }
    }
    return blocks[0] + [.gap] + blocks[1]
  }

  @Test("the size of the blocks never changes a reading", arguments: contracts)
  func blockSizes(contract: Contract) throws {
    let expected = try contract.readings(Self.pieces(4410))
    #expect(!expected.isEmpty || contract.description == "MessageReceiver")
    for size in [1, 64, 441, 1000, 8192, 200_000] {
      #expect(try contract.readings(Self.pieces(size)) == expected, "blocks of \(size)")
    }
  }

  @Test("an analysis that is stopped before any sound, or after a gap, ends", arguments: contracts)
  func stops(contract: Contract) throws {
    _ = try contract.readings([])
    _ = try contract.readings([.gap])
    _ = try contract.readings([.gap, .block([]), .gap, .block([0.1])])
    let silent = try contract.readings([.block(Self.silence)])
    #expect(try contract.readings([.block(Self.silence), .block([])]) == silent)
  }
}

/// A session that has started to listen.
private func listening(
  _ session: PianoSession, _ sampleRate: Double, _ purpose: MeasuringPurpose = .tune
) throws -> PianoSession {
  var session = session
  session.followsMeasuredKeys = true
  session.aim.purpose = purpose
  try session.start(sampleRate: sampleRate)
  return session
}
