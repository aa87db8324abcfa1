import PitchEstimation
import Testing
import _TestSignals

@testable import LiveAudio

@Suite("LivePitches")
struct LivePitchesTests {
  private static let started = AudioSourceEvent.started(deviceName: "Mic", sampleRate: 8000)

  private static func pitches(
    _ source: ScriptedSource, _ buffering: LiveBuffering = .everything
  ) -> LivePitches<CountingTracker> {
    LivePitches(source: source, buffering: buffering) { CountingTracker(sampleRate: $0) }
  }

  private static func block(_ level: Float, count: Int = 10) -> AudioSourceEvent {
    .block(Array(repeating: level, count: count))
  }

  @Test("names three simulated tones within 5 cents, buffered or not", arguments: [true, false])
  func simulated(isBuffered: Bool) async throws {
    let frequencies = [110, 246.942, 880]
    let source = SimulatedSource(.tones(frequencies, duration: 0.5), sampleRate: 16_000)
    let pitches = LivePitches(
      source: source, buffering: isBuffered ? .newest(10_000) : .everything)
    var found: [Double] = []
    for try await reading in pitches {
      // In the middle of a tone, so that no frame hears two.
      let position = reading.time.truncatingRemainder(dividingBy: 0.5)
      if (0.2...0.3).contains(position), let frequency = reading.frequency {
        let expected = frequencies[Int(reading.time / 0.5)]
        #expect(abs(cents(from: expected, to: frequency)) < 5)
        found.append(frequency)
      }
    }
    #expect(found.count >= 27)
  }

  @Test("passes on every event in order; a loss flushes, and the time goes on at a new rate")
  func events() async throws {
    let source = ScriptedSource([
      Self.started, Self.block(1), Self.block(2, count: 14), .lost(reason: "gone"),
      .retrying(attempt: 1, delay: .milliseconds(250)), .resumed,
      .started(deviceName: "Mic", sampleRate: 16_000), Self.block(3), .ended,
    ])
    var events: [LiveEvent<PitchReading>] = []
    for try await event in Self.pitches(source).events { events.append(event) }
    #expect(
      events == [
        .started(deviceName: "Mic", sampleRate: 8000),
        .reading(reading(time: 0, level: 1)),
        .reading(reading(time: 10 / 8000, level: 2)),
        .reading(reading(time: 20 / 8000, level: 2)),  // 4 samples before the loss
        .lost(reason: "gone"), .retrying(attempt: 1, delay: .milliseconds(250)), .resumed,
        .started(deviceName: "Mic", sampleRate: 16_000),
        .reading(reading(time: 24 / 8000, level: 3)),
        .ended,
      ])
  }

  @Test("hears 10,000 dropped samples as silence, so that the time stays right")
  func dropped() async throws {
    let source = ScriptedSource([
      Self.started, .dropped(sampleCount: 10_000, overflowCount: 2), Self.block(5),
    ])
    var events: [LiveEvent<PitchReading>] = []
    for try await event in Self.pitches(source).events { events.append(event) }
    #expect(events[1] == .dropped(sampleCount: 10_000, overflowCount: 2))
    #expect(events.count == 2 + 1000 + 1)
    #expect(events.last == .reading(reading(time: 1.25, level: 5)))
  }

  @Test("keeps the newest 3 readings for a slow reader, counts the rest, and keeps other events")
  func newest() async throws {
    let blocks = (1...20).map { Self.block(Float($0)) }
    let source = ScriptedSource([Self.started] + blocks + [.lost(reason: "gone")])
    var events = Self.pitches(source, .newest(3)).events.makeAsyncIterator()
    await eventually { source.readCount == 23 && source.isReleased }  // the reader sleeps till then
    #expect(try await events.next() == .started(deviceName: "Mic", sampleRate: 8000))
    #expect(try await events.next() == .skipped(count: 17))
    for level in 18...20 {
      let expected = reading(time: Double(level - 1) / 800, level: Double(level))
      #expect(try await events.next() == .reading(expected))
    }
    #expect(try await events.next() == .lost(reason: "gone"))
    #expect(try await events.next() == nil)
    #expect(try await events.next() == nil)
  }

  @Test("passes on the error of the source, after its readings", arguments: [true, false])
  func sourceError(isBuffered: Bool) async throws {
    let source = ScriptedSource(
      [Self.started, Self.block(1)], error: AudioDeviceError.noInputDevice)
    let pitches = Self.pitches(source, isBuffered ? .newest(4) : .everything)
    var readings = pitches.makeAsyncIterator()
    #expect(try await readings.next() == reading(time: 0, level: 1))
    await #expect(throws: AudioDeviceError.noInputDevice) { try await readings.next() }
    #expect(try await readings.next() == nil)
  }

  @Test("fails with the tracker's own error for a range above half the sample rate")
  func trackerError() async throws {
    let source = SimulatedSource(.guitar, sampleRate: 8000)
    let pitches = LivePitches(source: source, searchRange: 60...5000)
    await #expect(throws: EstimatorError.frequencyOutOfRange(60...5000, nyquist: 4000)) {
      for try await _ in pitches {}
    }
  }

  @Test("cancelling the loop frees the source", arguments: [true, false])
  func cancellation(isBuffered: Bool) async throws {
    let source = ScriptedSource([Self.started, Self.block(1)], isEndless: true)
    let pitches = Self.pitches(source, isBuffered ? .newest(4) : .everything)
    let loop = Task { for try await _ in pitches {} }
    await eventually { source.readCount > 10 }
    loop.cancel()
    try await loop.value
    await eventually { source.isReleased }
  }

  @Test(
    "leaving the loop frees the source; the next loop starts it again", arguments: [true, false])
  func leaving(isBuffered: Bool) async throws {
    let source = ScriptedSource([Self.started, Self.block(1)], isEndless: true)
    let pitches = Self.pitches(source, isBuffered ? .newest(4) : .everything)
    for try await _ in pitches { break }
    await eventually { source.isReleased }
    #expect(source.startCount == 1)
    for try await _ in pitches { break }
    #expect(source.startCount == 2)
    await eventually { source.isReleased }
  }
}
