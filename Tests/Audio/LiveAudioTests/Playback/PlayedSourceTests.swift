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

/// A loudspeaker that does not open with the rate it is asked for.
private actor RefusingSink: AudioSink {
  static let error = AudioDeviceError.cannotOpen(device: "Card", reason: "Invalid sample rate")
  private(set) var stopCount = 0

  func start() throws -> AudioSinkFormat { throw Self.error }
  func write(_ interleaved: [Float]) {}
  func drain() {}
  func stop() { stopCount += 1 }
  var underrunCount: Int { 0 }
  var pendingFrameCount: Int { 0 }
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

  @Test("a loudspeaker that only takes 48 kHz plays a file of 22.05 kHz as it is")
  func conversion() async throws {
    let tone = TestSignal.sine(1000, sampleRate: 22_050, count: 22_050)
    let blocks = stride(from: 0, to: tone.count, by: 220).map {
      AudioSourceEvent.block(Array(tone[$0..<min(tone.count, $0 + 220)]))
    }
    let script = [.started(deviceName: "song", sampleRate: 22_050)] + blocks + [.ended]
    let refusing = RefusingSink()
    let own = SlowSink(Self.format(sampleRate: 48_000), capacity: 2400)
    let source = PlayedSource(ScriptedSource(script), clock: HurriedClock()) { rate in
      rate == nil ? own as any AudioSink : refusing
    }
    var events: [AudioSourceEvent] = []
    for try await event in source.start() {
      events.append(event)
      guard case .block = event else { continue }
      // 220 samples are 478.9 frames.
      #expect(Double(await own.played) >= (Double(events.count - 1) * 478.9).rounded(.down) - 479)
    }
    #expect(events == script)
    #expect(await refusing.stopCount == 1)
    let played = await own.written
    #expect(played.count == 48_000 + 9600)  // and the silence that lets the device play the rest
    let expected = TestSignal.sine(1000, sampleRate: 48_000, count: 48_000)
    let differences = zip(played, expected).map { abs($0 - $1) }
    #expect((differences[200..<47_800].max() ?? 1) < 0.001)
    #expect(played[48_000...].allSatisfy { $0 == 0 })
  }

  @Test("a loudspeaker that goes away, or does not open at all, ends the events with its error")
  func noLoudspeaker() async throws {
    let none = FakeSink([Self.format()], lossAfter: 100)
    let lost = PlayedSource(ScriptedSource(Self.script), clock: HurriedClock()) { _ in none }
    await #expect(throws: AudioDeviceError.lost(device: "Fake")) {
      for try await _ in lost.start() {}
    }
    let refusing = RefusingSink()
    let refused = PlayedSource(ScriptedSource(Self.script), clock: HurriedClock()) { _ in
      refusing
    }
    await #expect(throws: RefusingSink.error) { for try await _ in refused.start() {} }
    #expect(await refusing.stopCount == 2)
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
