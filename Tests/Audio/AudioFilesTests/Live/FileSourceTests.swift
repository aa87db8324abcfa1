import AudioFiles
import Synchronization
import Testing

@testable import LiveAudio

@Suite("FileSource")
struct FileSourceTests {
  /// 1000 rising samples at 8 kHz, then perhaps an error.
  private struct Ramp: ~Copyable, SampleReader {
    let sampleRate = 8000.0
    let channelCount = 1
    let frameCount: Int? = 1000
    let isTruncated = false
    var failure: AudioFileError?
    var position = 0

    mutating func read(
      into block: inout [Float], maximumCount: Int
    ) throws(AudioFileError) -> Int {
      if position == 1000, let failure { throw failure }
      let end = min(1000, position + maximumCount)
      block = (position..<end).map { Float($0) }
      defer { position = end }
      return end - position
    }
  }

  private static func source(
    failure: AudioFileError? = nil, clock: (any Clock<Duration>)? = nil
  ) -> FileSource {
    FileSource(name: "ramp", clock: clock) { () throws(AudioFileError) in Ramp(failure: failure) }
  }

  @Test("delivers every sample in blocks of 20 ms between started and ended")
  func delivers() async throws {
    var events: [AudioSourceEvent] = []
    for try await event in Self.source().start() { events.append(event) }
    #expect(events.first == .started(deviceName: "ramp", sampleRate: 8000))
    #expect(events.last == .ended)
    #expect(events.count == 9)  // 6 blocks of 160 and one of 40
    let samples = events.flatMap { event -> [Float] in
      if case .block(let block) = event { block } else { [] }
    }
    #expect(samples == (0..<1000).map { Float($0) })
  }

  @Test("sleeps on the injected clock until each block is due: 7 sleeps of 20 ms or less")
  func pace() async throws {
    let clock = StandingClock()
    for try await _ in Self.source(clock: clock).start() {}
    // The clock stands still, so that each sleep is as long as the sound so far.
    #expect(clock.sleeps == (1...6).map { .milliseconds($0 * 20) } + [.milliseconds(125)])
  }

  @Test("throws the reader's errors, of opening and of reading")
  func errors() async throws {
    let damaged = AudioFileError.damaged(path: "ramp")
    await #expect(throws: damaged) {
      for try await _ in Self.source(failure: damaged).start() {}
    }
    let missing = FileSource(path: "/no such/file.wav")
    var events = missing.start().makeAsyncIterator()
    await #expect(throws: AudioFileError.notFound(path: "/no such/file.wav")) {
      try await events.next()
    }
    #expect(try await events.next() == nil)
  }

  @Test("two starts share a session, a stop ends it, a new start begins anew")
  func states() async throws {
    let source = Self.source()
    await source.stop()
    var first = source.start().makeAsyncIterator()
    var second = source.start().makeAsyncIterator()
    #expect(try await first.next() == .started(deviceName: "ramp", sampleRate: 8000))
    #expect(try await second.next() == .block((0..<160).map { Float($0) }))
    await source.stop()
    await source.stop()
    #expect(try await first.next() == .ended)
    #expect(try await second.next() == nil)
    var third = source.start().makeAsyncIterator()
    #expect(try await third.next() == .started(deviceName: "ramp", sampleRate: 8000))
  }
}

/// A clock that stands still and writes down how long it was asked to sleep.
private final class StandingClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Swift.Duration = .zero
    func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
    func duration(to other: Self) -> Duration { other.offset - offset }
    static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }
  }

  private let log = Mutex<[Swift.Duration]>([])
  let now = Instant()
  let minimumResolution = Swift.Duration.zero
  var sleeps: [Swift.Duration] { log.withLock { $0 } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    log.withLock { $0.append(deadline.offset) }
  }
}
