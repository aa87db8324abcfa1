import LiveAudio
import Synchronization
import Testing
import _TestSignals
import ToneGeneration

/// Each sample is the number of its frame.
private struct Counter: SoundRendering {
  var sampleRate: Double
  var channelCount = 1
  var end = Int.max
  var offset: Float = 0
  private var position = 0

  init(sampleRate: Double, end: Int = .max) {
    self.sampleRate = sampleRate
    self.end = end
  }

  mutating func render(into interleaved: inout MutableSpan<Float>) -> Int {
    let count = min(interleaved.count, end - position)
    for index in 0..<count { interleaved[index] = Float(position + index) + offset }
    for index in count..<interleaved.count { interleaved[index] = 0 }
    position += count
    return count
  }
}

@Suite("SoundPlayer", .timeLimit(.minutes(5)))
struct SoundPlayerTests {
  private static let format = AudioSinkFormat(
    deviceName: "Fake", sampleRate: 8000, channelCount: 1)

  @Test("plays every sample once and in order, then 0.2 s of silence, drains and stops")
  func plays() async throws {
    let sink = FakeSink([Self.format])
    let player = SoundPlayer(sink: sink) { Counter(sampleRate: $0.sampleRate, end: 1234) }
    let progress = try await player.play()
    let written = try #require(await sink.written.first)
    #expect(Array(written.prefix(1234)) == (0..<1234).map { Float($0) })
    #expect(written.dropFirst(1234) == ArraySlice(repeating: 0, count: 1600))
    #expect(await sink.isDrained)
    #expect(await sink.stopCount == 1)
    #expect(progress.frameCount == 1234)
    #expect(progress.overCount == 1232)  // all but 0 and 1
  }

  @Test("fades an endless sound out within 50 ms of a block, from whatever task")
  func fadeOut() async throws {
    let sink = FakeSink([Self.format])
    let player = SoundPlayer(sink: sink) { Counter(sampleRate: $0.sampleRate) }
    let count = Mutex(0)
    try await player.play { event in
      if case .progress(let progress) = event {
        count.withLock { $0 = progress.frameCount }
        if progress.frameCount == 800 { player.fadeOut() }
      }
    }
    #expect(count.withLock { $0 } == 800 + 400)
    #expect(await sink.isDrained)
  }

  @Test("changes apply in order, before the next block")
  func changes() async throws {
    let sink = FakeSink([Self.format])
    let player = SoundPlayer(sink: sink) { Counter(sampleRate: $0.sampleRate, end: 240) }
    try await player.play { event in
      if case .progress(let progress) = event, progress.frameCount == 80 {
        player.change { $0.offset = 1000 }
        player.change { $0.offset += 500 }
      }
    }
    let written = try #require(await sink.written.first)
    #expect(written[79] == 79)
    #expect(written[80] == 1580)
  }

  @Test("a lost device is got back, and the sound goes on where it would be by then")
  func lost() async throws {
    // Lost after 1 s; three attempts fail: 0.25 + 0.5 + 1 + 2 s later it is back.
    let sink = FakeSink([Self.format], lossAfter: 8000, failedStarts: 3)
    let events = Mutex<[SoundPlayerEvent]>([])
    let player = SoundPlayer(sink: sink, clock: HurriedClock()) {
      Counter(sampleRate: $0.sampleRate, end: 80_000)
    }
    let progress = try await player.play { event in
      if case .progress = event { return }
      events.withLock { $0.append(event) }
    }
    #expect(
      events.withLock { $0 } == [
        .started(Self.format), .lost(device: "Fake"),
        .resumed(Self.format, after: .seconds(3.75)),
      ])
    let written = await sink.written
    #expect(written.count == 2)
    #expect(written[0].count == 8000)
    // The block that was refused, 80 frames, counts as played; then 3.75 s are left out.
    #expect(written[1][0] == 0)  // faded in
    #expect(written[1][400] == Float(8080 + 30_000 + 400))
    #expect(progress.frameCount == 80_000)
  }

  @Test("a device that comes back with another rate gets a sound made for it, in time")
  func otherRate() async throws {
    let other = AudioSinkFormat(deviceName: "Other", sampleRate: 16_000, channelCount: 1)
    let sink = FakeSink([Self.format, other], lossAfter: 8000)
    let player = SoundPlayer(sink: sink, clock: HurriedClock()) {
      Counter(sampleRate: $0.sampleRate, end: 40_000)
    }
    try await player.play()
    let written = await sink.written
    #expect(written[1][1000] == Float(2 * (8080 + 2000) + 1000))
  }

  @Test("what the sink cannot open is thrown, and a fade-out ends the wait for a lost device")
  func ends() async throws {
    let player = SoundPlayer(sink: BrokenSink()) { Counter(sampleRate: $0.sampleRate) }
    await #expect(throws: AudioDeviceError.noOutputDevice) { try await player.play() }
    let sink = FakeSink([Self.format], lossAfter: 800, failedStarts: .max - 1)
    let waiting = SoundPlayer(sink: sink, clock: HurriedClock()) {
      Counter(sampleRate: $0.sampleRate)
    }
    try await waiting.play { if case .lost = $0 { waiting.fadeOut() } }
    #expect(await sink.startCount == 1)
  }

  @Test("a device that the system has stopped for good is not waited for")
  func stopped() async throws {
    let stopped = AudioDeviceError.stopped(device: "Fake", reason: "another app uses the sound")
    let sink = FakeSink(
      [Self.format], lossAfter: 800, failedStarts: .max - 1, failure: stopped)
    let player = SoundPlayer(sink: sink, clock: HurriedClock()) {
      Counter(sampleRate: $0.sampleRate)
    }
    await #expect(throws: stopped) { try await player.play() }
    #expect(await sink.startCount == 2)
    #expect(
      "\(stopped)" == "\"Fake\" was stopped, because another app uses the sound. Start it again.")
  }

  @Test("fades out, or is cancelled, while a start hangs, with nothing played")
  func hangingStart() async throws {
    let sink = HangingSink()
    let player = SoundPlayer(sink: sink) { Counter(sampleRate: $0.sampleRate) }
    let fading = Task { try await player.play() }
    while sink.startCount.value < 1 { await Task.yield() }
    player.fadeOut()
    #expect(try await fading.value.frameCount == 0)
    // Once asked to end, it need not begin.
    #expect(try await player.play().frameCount == 0)

    let other = SoundPlayer(sink: sink) { Counter(sampleRate: $0.sampleRate) }
    let cancelled = Task { try await other.play() }
    while sink.startCount.value < 3 { await Task.yield() }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
  }
}

/// A loudspeaker whose start hangs until it is cancelled.
private struct HangingSink: AudioSink {
  let startCount = Counted()
  var underrunCount: Int { 0 }
  var pendingFrameCount: Int { 0 }
  func start() async throws -> AudioSinkFormat {
    startCount.add()
    while true { try await Task.sleep(for: .seconds(1000)) }
  }
  func write(_ interleaved: [Float]) throws {}
  func drain() {}
  func stop() {}
}

private final class Counted: Sendable {
  private let count = Mutex(0)
  var value: Int { count.withLock { $0 } }
  func add() { count.withLock { $0 += 1 } }
}

private struct BrokenSink: AudioSink {
  var underrunCount: Int { 0 }
  var pendingFrameCount: Int { 0 }
  func start() throws -> AudioSinkFormat { throw AudioDeviceError.noOutputDevice }
  func write(_ interleaved: [Float]) throws {}
  func drain() {}
  func stop() {}
}
