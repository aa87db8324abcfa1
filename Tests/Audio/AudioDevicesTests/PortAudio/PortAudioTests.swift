import Dispatch
import LiveAudio
import Synchronization
import Testing

@testable import AudioDevices

private final class Context: StreamContext {
  let finished = StopFlag()
  let channelCount: Int

  init(channelCount: Int) { self.channelCount = channelCount }
}

@Suite("PortAudio", .timeLimit(.minutes(5)))
struct PortAudioTests {
  private let calls = FakePortAudioCalls()
  private let system: PortAudio

  init() { system = PortAudio(calls, patience: .milliseconds(1)) }

  /// Opens a stream with the first of some numbers of channels.
  private func open(_ channelCounts: [Int] = [2]) async throws -> PortAudioStream<Context> {
    try await system.open(.systemDefault, for: .input) { device in
      StreamPlan(
        channelCounts: channelCounts, sampleRate: device.defaultSampleRate,
        callback: { _, _, _, _, _, _ in 0 },
        finished: { context in
          guard let context else { return }
          Unmanaged<Context>.fromOpaque(context).takeUnretainedValue().finished.set()
        }, makeContext: Context.init)
    }
  }

  private func handle(_ number: UInt) -> StreamHandle { StreamHandle(address: number) }

  @Test("is initialised for each list, and for the first of several streams, but never under one")
  func initialization() async throws {
    #expect(try await system.devices().map(\.name) == ["Fake"])
    _ = try await system.devices()
    #expect(calls.calls == [.initialize, .terminate, .initialize, .terminate])
    let (first, second) = (try await open(), try await open())
    _ = try await system.devices()
    await first.close()
    await eventually { calls.count(.close(handle(1))) == 1 }
    #expect(calls.count(.initialize) == 3)
    #expect(calls.count(.terminate) == 2)
    await second.close()
    await eventually { calls.count(.terminate) == 3 }
    #expect(calls.violations.isEmpty)
  }

  @Test("tries fewer and more channels until the device takes them, with a context for each")
  func channelCounts() async throws {
    calls.refuse(channelCounts: [2, 4])
    let stream = try await open([2, 4, 32])
    #expect(stream.context.channelCount == 32)
    await #expect(
      throws: AudioDeviceError.cannotOpen(device: "Fake", reason: "Invalid number of channels")
    ) { try await open([2, 4]) }
    await stream.close()
    #expect(calls.violations.isEmpty)
  }

  @Test("a stream that hangs keeps the library from being terminated, and others from nothing")
  func hangingAbort() async throws {
    let first = try await open()
    calls.hang(.abort)
    await first.close()  // returns, though the device hangs
    #expect(calls.count(.close(handle(1))) == 0)

    let second = try await open()
    #expect(calls.count(.initialize) == 1)
    calls.release(.abort)  // the server goes on
    await eventually { calls.count(.close(handle(1))) == 1 }

    // The second lives on: this is what made the tuner deaf.
    _ = try await system.devices()
    #expect(calls.count(.terminate) == 0)
    #expect(!second.context.finished.isSet)
    await second.close()
    await eventually { calls.count(.terminate) == 1 }
    #expect(calls.violations.isEmpty)
    #expect(await system.leakedCount == 0)
  }

  @Test("a stream is stopped while another hangs in being opened; freed when that has ended")
  func hangingOpen() async throws {
    let first = try await open()
    calls.hang(.open)
    let opening = Task { try await open() }
    await eventually { calls.count(.open(channelCount: 2)) == 2 }
    await first.close()
    await eventually { first.context.finished.isSet }
    #expect(calls.count(.close(handle(1))) == 0)
    calls.release(.open)
    await eventually { calls.count(.close(handle(1))) == 1 }
    await (try await opening.value).close()
    await eventually { calls.count(.terminate) == 1 }
    #expect(calls.violations.isEmpty)
  }

  @Test("a first opening that hangs is told once; a later one, and one that is quick, are not")
  func silence() async throws {
    let system = PortAudio(calls, patience: .milliseconds(1), silenceLimit: .milliseconds(20))
    let told = Mutex(0)
    system.whenSilent { told.withLock { $0 += 1 } }
    _ = try await system.devices()
    let open: @Sendable () async throws -> PortAudioStream<Context> = {
      try await system.open(.systemDefault, for: .input) { device in
        StreamPlan(
          channelCounts: [1], sampleRate: device.defaultSampleRate,
          callback: { _, _, _, _, _, _ in 0 }, finished: { _ in }, makeContext: Context.init)
      }
    }
    for count in [1, 1] {
      calls.hang(.open)
      let opening = Task { try await open() }
      await eventually { calls.count(.open(channelCount: 1)) > 0 }
      await eventually { told.withLock(\.self) == count }
      try await Task.sleep(for: .milliseconds(60))
      calls.release(.open)
      _ = try await opening.value
      #expect(told.withLock(\.self) == count)
    }
  }

  @Test("a list of devices that does not come is an error after its limit")
  func unansweredList() async throws {
    calls.hang(.open)
    let opening = Task { try await open() }
    await eventually { calls.count(.open(channelCount: 2)) == 1 }
    let error = AudioDeviceError.unavailable(reason: "its server has not answered for 0 s")
    await #expect(throws: error) {
      try await AudioDevice.all(of: system, within: .milliseconds(20))
    }
    calls.release(.open)
    await (try await opening.value).close()
  }

  @Test("who closes does not wait for a close that hangs, and the next open comes after it")
  func hangingClose() async throws {
    let first = try await open()
    calls.hang(.close)
    await first.close()
    await eventually { calls.count(.close(handle(1))) == 1 }
    let opening = Task { try await open() }
    #expect(calls.count(.open(channelCount: 2)) == 1)
    calls.release(.close)
    await (try await opening.value).close()
    #expect(calls.violations.isEmpty)
  }

  @Test("a context lives until the thread has ended, though nobody else holds it")
  func contextLifetime() async throws {
    var stream: PortAudioStream<Context>? = try await open()
    weak let context = stream?.context
    calls.hang(.abort)
    await stream?.close()
    stream = nil
    #expect(context != nil)
    calls.release(.abort)
    await eventually { context == nil }
  }

  @Test("a thread that may not have ended keeps its context for ever, and is counted")
  func failedAbort() async throws {
    var stream: PortAudioStream<Context>? = try await open()
    weak let context = stream?.context
    calls.failAborts()
    await stream?.close()
    stream = nil
    while await system.leakedCount == 0 { await Task.yield() }
    #expect(context != nil)
    _ = try await system.devices()
    #expect(calls.count(.close(handle(1))) == 0)
    #expect(calls.count(.terminate) == 0)
    #expect(calls.violations.isEmpty)
  }

  @Test("a stream whose thread began and failed is never closed, since that would join it twice")
  func failedStart() async throws {
    let failure = AudioDeviceError.cannotOpen(device: "Fake", reason: "Wait timed out")
    calls.failStarts(.withoutThread)
    await #expect(throws: failure) { try await open() }
    #expect(calls.count(.close(handle(1))) == 1)
    #expect(await system.leakedCount == 0)

    calls.failStarts(.afterThread)
    await #expect(throws: failure) { try await open([2, 4]) }
    #expect(calls.count(.close(handle(2))) == 0)
    #expect(calls.count(.open(channelCount: 4)) == 0)
    #expect(await system.leakedCount == 1)

    calls.failStarts(nil)
    let stream = try await open()
    await stream.close()
    await eventually { calls.count(.close(handle(3))) == 1 }
    _ = try await system.devices()
    #expect(calls.count(.terminate) == 1)  // after the first failure
    #expect(calls.violations.isEmpty)
  }

  @Test("two closes end the thread once; so does one after the device stopped by itself")
  func twoCloses() async throws {
    let stream = try await open()
    calls.finish(handle(1))
    #expect(stream.context.finished.isSet)
    await stream.close()
    await stream.close()
    await eventually { calls.count(.terminate) == 1 }
    #expect(calls.count(.abort(handle(1))) == 1)
    #expect(calls.violations.isEmpty)
  }
}
