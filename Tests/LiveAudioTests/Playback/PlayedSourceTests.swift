import Synchronization
import Testing
import _TestSignals

@testable import LiveAudio

/// A loudspeaker whose clock is in the hands of the test: it plays only when it is told to.
private actor SlowSink: AudioSink {
  let format: AudioSinkFormat
  private let capacity: Int
  private(set) var written: [Float] = []
  private(set) var isRunning = false
  private(set) var hasDrained = false
  private var playedCount = 0

  init(_ format: AudioSinkFormat, capacity: Int) {
    self.format = format
    self.capacity = capacity
  }

  func start() -> AudioSinkFormat {
    isRunning = true
    return format
  }

  /// Each look at the sink plays ten frames, as time would.
  var pendingFrameCount: Int {
    playedCount = min(written.count / format.channelCount, playedCount + 10)
    return written.count / format.channelCount - playedCount
  }

  func write(_ interleaved: [Float]) {
    written += interleaved
    // A full sink makes room by playing.
    playedCount = max(playedCount, written.count / format.channelCount - capacity)
  }

  func drain() {
    hasDrained = true
    playedCount = written.count / format.channelCount
  }

  func stop() { isRunning = false }

  var underrunCount: Int { 0 }
  var played: Int { playedCount }
}

@Suite("PlayedSource")
struct PlayedSourceTests {
  private static let script: [AudioSourceEvent] =
    [.started(deviceName: "song", sampleRate: 8000)]
    + (0..<30).map { .block(Array(repeating: Float($0), count: 80)) } + [.ended]

  private static func format(channelCount: Int = 1, sampleRate: Double = 8000) -> AudioSinkFormat {
    AudioSinkFormat(deviceName: "Slow", sampleRate: sampleRate, channelCount: channelCount)
  }

  @Test("delivers every block, each after the loudspeaker has played its last sample")
  func inStep() async throws {
    let sink = SlowSink(Self.format(), capacity: 400)
    let source = PlayedSource(ScriptedSource(Self.script), clock: HurriedClock()) { _ in sink }
    var events: [AudioSourceEvent] = []
    var count = 0
    for try await event in source.start() {
      events.append(event)
      guard case .block(let block) = event else { continue }
      count += block.count
      #expect(await sink.played >= count)
      // Nor is it long ago: a block, what one look plays, and what the sink had to make room for.
      #expect(await sink.played <= count + 400)
    }
    #expect(events == Self.script)
    #expect(await sink.written.prefix(2400).elementsEqual((0..<2400).map { Float($0 / 80) }))
    #expect(await sink.hasDrained)
    #expect(await !sink.isRunning)
  }

  @Test("all channels of a loudspeaker play the same")
  func channels() async throws {
    let sink = SlowSink(Self.format(channelCount: 2), capacity: 400)
    let source = PlayedSource(ScriptedSource(Self.script), clock: HurriedClock()) { _ in sink }
    var count = 0
    for try await event in source.start() { if case .block = event { count += 1 } }
    #expect(count == 30)
    #expect(await sink.written.prefix(320).elementsEqual((0..<320).map { Float($0 / 160) }))
  }

  @Test("a loudspeaker that goes away, or has another sample rate, ends the events with its error")
  func noLoudspeaker() async throws {
    let none = FakeSink([Self.format()], lossAfter: 100)
    let lost = PlayedSource(ScriptedSource(Self.script), clock: HurriedClock()) { _ in none }
    await #expect(throws: AudioDeviceError.lost(device: "Fake")) {
      for try await _ in lost.start() {}
    }
    let other = FakeSink([Self.format(sampleRate: 44_100)])
    let wrong = PlayedSource(ScriptedSource(Self.script), clock: HurriedClock()) { _ in other }
    await #expect(throws: AudioDeviceError.self) { for try await _ in wrong.start() {} }
    #expect(await other.stopCount == 1)
  }

  @Test("a stop ends the sound at once, and the reader gets the end")
  func stop() async throws {
    let sink = SlowSink(Self.format(), capacity: 400)
    let source = PlayedSource(ScriptedSource(Self.script), clock: HurriedClock()) { _ in sink }
    var last: AudioSourceEvent?
    for try await event in source.start() {
      last = event
      if case .block = event { await source.stop() }
    }
    #expect(last == .ended)
    #expect(await sink.written.count < 2400)
    #expect(await !sink.isRunning)
  }
}
