import LiveAudio
import PitchEstimation
import Testing

@Suite("Sound history")
struct SoundHistoryTests {
  private func run(_ events: [AudioSourceEvent], into history: SoundHistory) async throws -> Int {
    let source = ObservedSource(ScriptedSource(events)) { history.process($0) }
    let pitches = LivePitches(source: source, buffering: .everything) {
      CountingTracker(sampleRate: $0)
    }
    var count = 0
    for try await _ in pitches { count += 1 }
    return count
  }

  private static let started = AudioSourceEvent.started(deviceName: "Mic", sampleRate: 8000)

  @Test("keeps the newest half second of what the tracker hears, whose readings stay the same")
  func newest() async throws {
    let history = SoundHistory(duration: 0.5)
    #expect(history.snapshot(count: 2).samples == [0, 0])
    #expect(history.snapshot(count: 2).sampleRate == nil)
    let stream = (0..<10_000).map { Float($0) }
    let blocks = stride(from: 0, to: 10_000, by: 100).map {
      AudioSourceEvent.block(Array(stream[$0..<($0 + 100)]))
    }
    #expect(try await run([Self.started] + blocks + [.ended], into: history) == 1000)
    let snapshot = history.snapshot(count: 4000)
    #expect(snapshot.samples == Array(stream.suffix(4000)))
    #expect(snapshot.endIndex == 10_000)
    #expect(snapshot.sampleRate == 8000)
    #expect(history.snapshot(count: 4001).samples.first == 0)
  }

  @Test("counts dropped samples as silence, and starts again at the rate of a device that is back")
  func losses() async throws {
    let history = SoundHistory(duration: 0.5)
    let first: [AudioSourceEvent] = [
      Self.started, .block([1, 2, 3]), .dropped(sampleCount: 2, overflowCount: 0),
      .block([4]),
    ]
    _ = try await run(first, into: history)
    #expect(history.snapshot(count: 7).samples == [0, 1, 2, 3, 0, 0, 4])
    #expect(history.snapshot(count: 7).endIndex == 6)
    let second: [AudioSourceEvent] = [
      .lost(reason: "gone"), .resumed, .started(deviceName: "Mic", sampleRate: 16_000),
      .block([5, 6]),
    ]
    _ = try await run(first + second, into: history)
    let snapshot = history.snapshot(count: 3)
    #expect(snapshot.samples == [0, 5, 6])
    #expect(snapshot.endIndex == 2)
    #expect(snapshot.sampleRate == 16_000)
  }
}
