import PitchEstimation
import SignalProcessing
import Testing

@testable import LiveAudio

/// An analysis that tells what is done with it.
private struct Diary: SampleAnalysis {
  struct Entry: Equatable, Sendable {
    var what: String
    var time = 0.0
  }

  private var entries: [Entry] = []
  private let sampleRate: Double
  private var sampleCount = 0

  init(sampleRate: Double) { self.sampleRate = sampleRate }

  mutating func append(_ block: Span<Float>) {
    let isSilent = block.indices.allSatisfy { block[$0] == 0 }
    write(isSilent ? "silence \(block.count)" : "sound \(block.count)")
    sampleCount += block.count
  }

  mutating func interrupt() { write("interrupted") }

  mutating func finish() { write("finished") }

  mutating func next() -> Entry? { entries.isEmpty ? nil : entries.removeFirst() }

  static func delayed(_ entry: Entry, by seconds: Double) -> Entry {
    Entry(what: entry.what, time: entry.time + seconds)
  }

  private mutating func write(_ what: String) {
    entries.append(Entry(what: what, time: Double(sampleCount) / sampleRate))
  }
}

@Suite("From events of a source to those of an analysis")
struct AnalysisFeedTests {
  private static let started = AudioSourceEvent.started(deviceName: "Mic", sampleRate: 8000)
  private static let block = AudioSourceEvent.block(Array(repeating: 1, count: 80))

  private func entries(_ events: [AudioSourceEvent]) throws -> [Diary.Entry] {
    var feed = AnalysisFeed { Diary(sampleRate: $0) }
    var output: [LiveEvent<Diary.Entry>] = []
    for event in events { try feed.process(event, to: &output) }
    return output.compactMap { if case .reading(let entry) = $0 { entry } else { nil } }
  }

  @Test("missing samples interrupt it, and silence of their number keeps the time")
  func dropped() throws {
    let gap = AudioSourceEvent.dropped(sampleCount: 10_000, overflowCount: 0)
    let entries = try entries([Self.started, Self.block, gap, Self.block])
    #expect(
      entries.map(\.what) == [
        "sound 80", "interrupted", "silence 4096", "silence 4096", "silence 1808", "sound 80",
      ])
    #expect(entries.last?.time == 10_080.0 / 8000)
  }

  @Test("a gap of unknown length interrupts it")
  func overflow() throws {
    let gap = AudioSourceEvent.dropped(sampleCount: 0, overflowCount: 2)
    #expect(
      try entries([Self.started, gap, Self.block]).map(\.what) == ["interrupted", "sound 80"])
  }

  @Test("a loss interrupts and ends it; times go on with the next device, at its rate")
  func loss() throws {
    let entries = try entries([
      Self.started, Self.block, .lost(reason: "gone"), .resumed,
      .started(deviceName: "Other", sampleRate: 16_000), Self.block, Self.block, .ended,
    ])
    #expect(
      entries.map(\.what) == [
        "sound 80", "interrupted", "finished", "sound 80", "sound 80", "finished",
      ])
    #expect(entries.map(\.time) == [0, 0.01, 0.01, 0.01, 0.015, 0.02])
  }

  @Test(
    "in any order of six events, each analysis ends once, nothing follows, and no time goes back")
  func anyOrder() throws {
    let kinds: [AudioSourceEvent] = [
      Self.started, Self.block, .dropped(sampleCount: 40, overflowCount: 0),
      .dropped(sampleCount: 0, overflowCount: 1), .lost(reason: "gone"), .resumed,
      .retrying(attempt: 1, delay: .seconds(1)), .ended,
    ]
    for number in 0..<(8 * 8 * 8 * 8 * 8 * 8) {
      var events: [AudioSourceEvent] = []
      var rest = number
      for _ in 0..<6 {
        events.append(kinds[rest % 8])
        rest /= 8
      }
      let entries = try entries(events)
      var time = 0.0
      for (entry, next) in zip(entries, entries.dropFirst()) where next.what != "finished" {
        // What follows an end belongs to another analysis, which only a start makes.
        if entry.what == "finished" { #expect(events.count { $0 == Self.started } > 1) }
      }
      for entry in entries {
        #expect(entry.time >= time)
        time = entry.time
      }
      let startCount = events.count { $0 == Self.started }
      #expect(entries.count { $0.what == "finished" } <= startCount)
    }
  }
}

@Suite("A source with a clock that is known to be wrong")
struct CalibratedSourceTests {
  private func starts(_ rate: Double, factor: Double, remark: String = "") async throws
    -> [AudioSourceEvent]
  {
    let source = CalibratedSource(
      ScriptedSource([.started(deviceName: "Mic", sampleRate: rate), .block([1]), .ended]),
      clockFactor: factor, remark: remark)
    var events: [AudioSourceEvent] = []
    for try await event in source.start() { events.append(event) }
    return events
  }

  @Test("reports the true rate and a remark, and passes everything else on")
  func rate() async throws {
    #expect(
      try await starts(48_000, factor: 1.000104, remark: "clock +104.0 ppm") == [
        .started(deviceName: "Mic, clock +104.0 ppm", sampleRate: 48_000 * 1.000104), .block([1]),
        .ended,
      ])
    #expect(
      try await starts(48_000, factor: 1).first
        == .started(deviceName: "Mic", sampleRate: 48_000))
  }

  @Test(
    "does not leave the rates that analyses accept", arguments: [(8000.0, 0.999), (192_000, 1.001)])
  func limits(rate: Double, factor: Double) async throws {
    #expect(
      try await starts(rate, factor: factor).first
        == .started(deviceName: "Mic", sampleRate: rate))
  }

  @Test("makes readings right in a tracker: 441 Hz by a clock that is 1000 ppm slow")
  func tracker() async throws {
    let tone = SimulatedSource(.tones([441], duration: 0.5), sampleRate: 16_000)
    let source = CalibratedSource(tone, clockFactor: 1.001)
    var count = 0
    for try await reading in LivePitches(source: source, buffering: .everything) {
      guard (0.2...0.3).contains(reading.time), let frequency = reading.frequency else { continue }
      #expect(abs(frequency - 441.441) < 0.01)
      count += 1
    }
    #expect(count > 5)
  }
}
