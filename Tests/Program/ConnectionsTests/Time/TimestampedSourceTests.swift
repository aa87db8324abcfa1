@testable import Connections
import LiveAudio
import Synchronization
import Testing

@Suite("When the sound of a microphone arrived")
struct TimestampedSourceTests {
  /// Time that goes on with each event that is read.
  private final class Time: Sendable {
    private let value = Mutex<Int64>(1_000_000_000)
    var now: Int64 { value.withLock { $0 } }
    func pass(_ nanoseconds: Int64) { value.withLock { $0 += nanoseconds } }
  }

  /// Blocks of 10 ms, one every 10 ms.
  private struct Steady: AudioSource {
    let time: Time
    let events: [AudioSourceEvent]

    func start() -> AudioSourceEvents {
      let rest = Mutex(events[...])
      return AudioSourceEvents { [time] in
        let event = rest.withLock { $0.popFirst() }
        if case .block = event { time.pass(10_000_000) }
        return event
      }
    }

    func stop() async {}
  }

  private func blocks(_ count: Int) -> [AudioSourceEvent] {
    Array(repeating: .block([Float](repeating: 0, count: 480)), count: count)
  }

  private func read(_ events: [AudioSourceEvent]) async throws -> TimestampedSource {
    let time = Time()
    let source = TimestampedSource(Steady(time: time, events: events), now: { time.now })
    for try await _ in source.start() {}
    return source
  }

  @Test("a second of sound takes a second, and both ways agree")
  func steady() async throws {
    let source = try await read(
      [.started(deviceName: "m", sampleRate: 48_000)] + blocks(300))
    let start = try #require(source.time(ofSecond: 0.5))
    let end = try #require(source.time(ofSecond: 2.5))
    #expect((end - start - 2_000_000_000).magnitude < 10_000)
    #expect((start - 1_500_000_000).magnitude < 100_000)
    #expect((try #require(source.second(at: start)) - 0.5).magnitude < 1e-6)
  }

  @Test("nothing is known before ten blocks, and of the time before a device was opened again")
  func unknown() async throws {
    #expect(
      try await read([.started(deviceName: "m", sampleRate: 48_000)] + blocks(9))
        .time(ofSecond: 0) == nil)
    let source = try await read(
      [.started(deviceName: "m", sampleRate: 48_000)] + blocks(100)
        + [.lost(reason: "gone"), .resumed, .started(deviceName: "m", sampleRate: 48_000)]
        + blocks(100))
    #expect(source.time(ofSecond: 0.5) == nil)
    let time = try #require(source.time(ofSecond: 1.5))
    #expect((time - 2_500_000_000).magnitude < 100_000)
  }

  @Test("samples that are missing count")
  func dropped() async throws {
    let source = try await read(
      [
        .started(deviceName: "m", sampleRate: 48_000),
        .dropped(sampleCount: 480, overflowCount: 0),
      ] + blocks(100))
    #expect((try #require(source.time(ofSecond: 0.51)) - 1_500_000_000).magnitude < 100_000)
  }
}
