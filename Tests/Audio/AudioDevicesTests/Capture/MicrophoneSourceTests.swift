import LiveAudio
import Testing
import _TestSignals

@testable import AudioDevices

@Suite("MicrophoneSource")
struct MicrophoneSourceTests {
  private static func microphone(
    _ backend: FakeCapture, device: DeviceSelection = .systemDefault
  ) -> MicrophoneSource {
    MicrophoneSource(
      CaptureRequest(device: device, channel: .mix), backend: backend, clock: HurriedClock())
  }

  private static let plugged = FakeCapture.Plan.open(name: "Mic", sampleRate: 48_000)
  private static let started = AudioSourceEvent.started(deviceName: "Mic", sampleRate: 48_000)

  @Test("takes the device's rate and delivers its samples in blocks of up to 960")
  func delivers() async throws {
    let backend = FakeCapture(Self.plugged)
    let microphone = Self.microphone(backend)
    var events = microphone.start().makeAsyncIterator()
    #expect(try await events.next() == Self.started)

    let samples = (0..<2000).map { Float($0) }
    backend.streams[0].deliver(samples)

    #expect(try await events.next() == .block(Array(samples[..<960])))
    #expect(try await events.next() == .block(Array(samples[960..<1920])))
    #expect(try await events.next() == .block(Array(samples[1920...])))
  }

  @Test("counts what a full ring and the device dropped, and says so once")
  func drops() async throws {
    let backend = FakeCapture(Self.plugged)
    let microphone = Self.microphone(backend)
    var events = microphone.start().makeAsyncIterator()
    _ = try await events.next()

    backend.streams[0].deliver(Array(repeating: 0.5, count: 5000))  // 4096 fit
    backend.streams[0].overflow()

    #expect(try await events.next() == .dropped(sampleCount: 904, overflowCount: 1))
    var count = 0
    for _ in 0..<9 {
      guard case .block(let block) = try await events.next() else { break }
      count += block.count
    }
    #expect(count == 4096)
  }

  @Test("reports a loss, retries after 0.25, 0.5, 1, 2, 4, 4 s, and resumes at another rate")
  func lossAndResume() async throws {
    let failure = FakeCapture.Plan.fail(.noInputDevice)
    let backend = FakeCapture(
      Self.plugged, failure, failure, failure, failure, failure,
      .open(name: "Mic", sampleRate: 44_100))
    let microphone = Self.microphone(backend, device: .number(3))
    var events = microphone.start().makeAsyncIterator()
    _ = try await events.next()
    backend.streams[0].deliver([1])
    #expect(try await events.next() == .block([1]))

    backend.streams[0].unplug()

    #expect(try await events.next() == .lost(reason: "Mic stopped by itself"))
    for (index, delay) in [250, 500, 1000, 2000, 4000, 4000].enumerated() {
      let expected = AudioSourceEvent.retrying(attempt: index + 1, delay: .milliseconds(delay))
      #expect(try await events.next() == expected)
    }
    #expect(try await events.next() == .resumed)
    #expect(try await events.next() == .started(deviceName: "Mic", sampleRate: 44_100))
    #expect(backend.streams[0].closeCount == 1)
    #expect(backend.requests[0].device == .number(3))
    #expect(backend.requests[1].device == .name("Mic"))  // numbers change, names do not
  }

  @Test("calls a device lost that is silent for 2 s, or for 5 s at the start")
  func silence() async throws {
    let backend = FakeCapture(Self.plugged)
    let microphone = Self.microphone(backend)
    var events = microphone.start().makeAsyncIterator()
    _ = try await events.next()
    #expect(try await events.next() == .lost(reason: "Mic sent nothing for 5 s"))
    _ = try await events.next()  // retrying
    #expect(try await events.next() == .resumed)
    _ = try await events.next()  // started
    backend.streams[1].deliver([1])
    #expect(try await events.next() == .block([1]))
    #expect(try await events.next() == .lost(reason: "Mic sent nothing for 2 s"))
  }

  @Test("fails, and does not retry, when the first start finds no device")
  func noDevice() async throws {
    let backend = FakeCapture(.fail(.noInputDevice), Self.plugged)
    let microphone = Self.microphone(backend)
    var events = microphone.start().makeAsyncIterator()
    await #expect(throws: AudioDeviceError.noInputDevice) { try await events.next() }
    #expect(try await events.next() == nil)

    var again = microphone.start().makeAsyncIterator()
    #expect(try await again.next() == Self.started)
  }

  @Test("fails when the sound system has not answered for 15 s, and closes what opens later")
  func unanswered() async throws {
    let backend = FakeCapture(Self.plugged)
    backend.hold()
    let microphone = MicrophoneSource(
      CaptureRequest(device: .systemDefault, channel: .mix), backend: backend,
      clock: HurriedClock(), answerLimit: .seconds(15))
    var events = microphone.start().makeAsyncIterator()
    let error = AudioDeviceError.unavailable(reason: "its server has not answered for 15 s")
    await #expect(throws: error) { try await events.next() }
    #expect(try await events.next() == nil)
    backend.release()
    await eventually { backend.streams.first?.closeCount == 1 }
  }

  @Test("two starts share one session")
  func twoStarts() async throws {
    let backend = FakeCapture(Self.plugged)
    let microphone = Self.microphone(backend)
    var first = microphone.start().makeAsyncIterator()
    var second = microphone.start().makeAsyncIterator()
    #expect(try await first.next() == Self.started)
    backend.streams[0].deliver([1])
    #expect(try await second.next() == .block([1]))
    #expect(backend.requests.count == 1)
  }

  @Test("two stops, or one without a start, do nothing more; a start after them works")
  func twoStops() async throws {
    let backend = FakeCapture(Self.plugged)
    let microphone = Self.microphone(backend)
    await microphone.stop()
    var events = microphone.start().makeAsyncIterator()
    _ = try await events.next()

    await microphone.stop()
    await microphone.stop()

    #expect(backend.streams[0].closeCount == 1)
    #expect(try await events.next() == .ended)
    #expect(try await events.next() == nil)
    var again = microphone.start().makeAsyncIterator()
    #expect(try await again.next() == Self.started)
    #expect(backend.streams.count == 2)
  }

  @Test("a stop during a start ends at once, and closes the device that opens later")
  func stopDuringStart() async throws {
    let backend = FakeCapture(Self.plugged)
    backend.hold()
    let microphone = Self.microphone(backend)
    let events = microphone.start()
    let reader = Task {
      var iterator = events.makeAsyncIterator()
      return try await iterator.next()
    }
    await eventually { backend.requests.count == 1 }

    await microphone.stop()

    #expect(try await reader.value == .ended)
    backend.release()
    await eventually { backend.streams.first?.closeCount == 1 }
  }

  @Test("a stop while waiting for a lost device ends")
  func stopDuringRetry() async throws {
    let backend = FakeCapture(Self.plugged, .fail(.noInputDevice))
    let microphone = Self.microphone(backend)
    var events = microphone.start().makeAsyncIterator()
    _ = try await events.next()
    backend.streams[0].unplug()
    while try await events.next() != .retrying(attempt: 7, delay: .seconds(4)) {}

    await microphone.stop()

    #expect(try await events.next() == .ended)
    #expect(backend.streams[0].closeCount == 1)
  }

  @Test("cancelling the reader closes the device")
  func cancellation() async throws {
    let backend = FakeCapture(Self.plugged)
    let microphone = Self.microphone(backend)
    let reader = Task {
      // Sound without end, so that the device is not lost on the hurried clock.
      for try await _ in microphone.start() { backend.streams.last?.deliver([0]) }
    }
    await eventually { backend.streams.count == 1 }

    reader.cancel()

    try await reader.value
    await eventually { backend.streams[0].closeCount == 1 }
  }

  @Test("leaving the loop closes the device")
  func abandonment() async throws {
    let backend = FakeCapture(Self.plugged)
    let microphone = Self.microphone(backend)
    for try await _ in microphone.start() { break }
    await eventually { backend.streams[0].closeCount == 1 }
  }
}
