import LiveAudio
import Testing
import _TestSignals

@testable import AudioDevices

@Suite("SpeakerSink")
struct SpeakerSinkTests {
  private let device = FakePlayback()
  private let sink: SpeakerSink

  init() {
    sink = SpeakerSink(
      PlaybackRequest(device: .systemDefault, channelCount: 1), backend: device,
      time: Timekeeper(HurriedClock()))
  }

  @Test("plays 1000 samples through a ring of 64, in order, and waits for the last")
  func plays() async throws {
    let format = try await sink.start()
    #expect(format == device.format)
    let samples = (0..<1000).map { Float($0) }
    let writer = Task { [sink] in
      try await sink.write(samples)
      try await sink.drain()
    }
    var played: [Float] = []
    while played.count < 1000 {
      played += device.take(min(10, device.ring.count))
      await Task.yield()
    }
    try await writer.value
    #expect(played == samples)
    #expect(await sink.underrunCount == 0)
  }

  @Test("says when a frame is heard, by the frames that have been written since")
  func heard() async throws {
    #expect(await sink.heard == nil)
    _ = try await sink.start()
    #expect(await sink.heard == nil)
    try await sink.write((0..<60).map { Float($0) })
    device.hear(frame: 10, at: 5_000)
    #expect(await sink.heard == HeardFrame(laterFrameCount: 50, time: 5_000))
    _ = device.take(40)
    try await sink.write((0..<30).map { Float($0) })
    device.hear(frame: 40, at: 6_000)
    #expect(await sink.heard == HeardFrame(laterFrameCount: 50, time: 6_000))
    await sink.stop()
    #expect(await sink.heard == nil)
  }

  @Test("counts an underrun between writes, but none before the first or after drain")
  func underruns() async throws {
    _ = try await sink.start()
    #expect(device.take(1).isEmpty)
    #expect(await sink.underrunCount == 0)
    try await sink.write([1])
    _ = device.take(2)
    #expect(await sink.underrunCount == 1)
    try await sink.drain()
    _ = device.take(2)
    #expect(await sink.underrunCount == 1)
  }

  @Test("two starts open once, two stops close once, writing needs a start")
  func states() async throws {
    await sink.stop()
    await #expect(throws: AudioDeviceError.notStarted) { try await sink.write([1]) }
    async let first = sink.start()
    async let second = sink.start()
    let formats = try await [first, second]
    #expect(formats[0] == formats[1])
    #expect(device.openCount == 1)
    await sink.stop()
    await sink.stop()
    #expect(device.closeCount == 1)
    await #expect(throws: AudioDeviceError.notStarted) { try await sink.drain() }
    _ = try await sink.start()
    #expect(device.openCount == 2)
  }

  @Test("a start that hangs ends when it is cancelled or stopped; what opens later is closed")
  func hangingStart() async throws {
    let device = FakePlayback(isHeld: true)
    let sink = SpeakerSink(
      PlaybackRequest(device: .systemDefault, channelCount: 1), backend: device,
      time: Timekeeper(HurriedClock()))
    let cancelled = Task { try await sink.start() }
    await eventually { device.openCount == 1 }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }

    let stopped = Task { try await sink.start() }
    for _ in 0..<100 { await Task.yield() }
    await sink.stop()
    // It may begin after the stop, and then opens once more.
    device.release()
    let outcome = await stopped.result
    await eventually { device.closeCount == 1 }
    if case .failure(let error) = outcome {
      #expect(error as? AudioDeviceError == .notStarted)
    }
  }

  @Test("a sound system that never answers is an error after 100 looks, and tried anew by a start")
  func unanswered() async throws {
    let device = FakePlayback(isHeld: true)
    let sink = SpeakerSink(
      PlaybackRequest(device: .systemDefault, channelCount: 1), backend: device,
      time: Timekeeper(HurriedClock()), firstPatience: 100)
    let error = AudioDeviceError.unavailable(reason: "its server has not answered for 15 s")
    await #expect(throws: error) { try await sink.start() }
    device.release()
    await eventually { device.closeCount == 1 }  // nobody waits for it any more
    #expect(try await sink.start() == device.format)
  }

  @Test("says that the device went away")
  func lost() async throws {
    _ = try await sink.start()
    device.unplug()
    await #expect(throws: AudioDeviceError.lost(device: "Speaker")) { try await sink.write([1]) }
  }

  @Test("a device that takes nothing for 400 looks is lost; a slow one is not")
  func stalled() async throws {
    let sink = SpeakerSink(
      PlaybackRequest(device: .systemDefault, channelCount: 1), backend: device,
      time: Timekeeper(HurriedClock()), patience: 400)
    _ = try await sink.start()
    try await sink.write([Float](repeating: 0, count: 64))
    #expect(await sink.pendingFrameCount == 64)
    await #expect(throws: AudioDeviceError.lost(device: "Speaker")) { try await sink.write([1]) }
    await #expect(throws: AudioDeviceError.lost(device: "Speaker")) { try await sink.drain() }
  }
}
