import LiveAudio
import LiveModem
import SignalProcessing
import SoundModem
import Testing
import ToneGeneration

/// Says one thing after some seconds, and then hears some more.
private struct Caller: TurnTaking {
  struct Silence: SoundRendering {
    let sampleRate: Double
    var channelCount: Int { 1 }
    var left = 1600

    mutating func render(into interleaved: inout MutableSpan<Float>) -> Int {
      for index in interleaved.indices { interleaved[index] = 0 }
      defer { left -= min(left, interleaved.count) }
      return min(left, interleaved.count)
    }
  }

  var heard = 0.0
  var startTimes: [Double] = []
  var endTimes: [Double] = []
  var failsAt = Double.infinity

  mutating func hear(_ block: [Float], at now: Double) throws {
    heard = now
    if now >= failsAt { throw ModemError.gapOutOfRange(now) }
  }

  mutating func sound(toPlayAt now: Double) -> TurnSound<Silence>? {
    guard now >= 2, startTimes.isEmpty else { return nil }
    startTimes.append(now)
    return { Silence(sampleRate: $0) }
  }

  mutating func hasSpoken(at now: Double) { endTimes.append(now) }

  func isOver(at now: Double) -> Bool { endTimes.last.map { now > $0 + 1 } ?? false }
}

@Suite("Half-duplex conversations", .timeLimit(.minutes(1)))
struct HalfDuplexTests {
  private let second = AudioSourceEvent.block([Float](repeating: 0, count: 16_000))

  private func run(_ caller: Caller, _ source: Script) async throws -> Caller {
    try await LiveSound.listen(to: source) { sound in
      try await HalfDuplex().run(caller, hearing: sound) { FastSink() }
    }
  }

  @Test("who takes turns speaks once, is told when it has sounded, and hears on until it is over")
  func turns() async throws {
    let caller = try await run(Caller(), Script([.started(16_000), second], isEndless: true))
    #expect(caller.startTimes == [2])
    let end = try #require(caller.endTimes.first)
    #expect(caller.endTimes.count == 1 && end >= 2 && caller.heard > end + 1)
  }

  @Test("it ends with the sound, whoever still waits")
  func end() async throws {
    let caller = try await run(
      Caller(), Script([.started(16_000), second, .lost(reason: "unplugged")]))
    #expect(caller.heard == 1 && caller.startTimes.isEmpty)
  }

  @Test("it ends when it is stopped, and with the error of who takes turns")
  func stops() async throws {
    let source = Script([.started(16_000), second], isEndless: true)
    let conversation = HalfDuplex()
    conversation.stop()
    let caller = try await LiveSound.listen(to: source) { sound in
      try await conversation.run(Caller(), hearing: sound) { FastSink() }
    }
    #expect(caller.startTimes.isEmpty)
    await #expect(throws: ModemError.gapOutOfRange(1)) {
      _ = try await run(Caller(failsAt: 1), source)
    }
  }

  @Test("a source that ends before it starts is no conversation")
  func nothing() async throws {
    await #expect(throws: CancellationError.self) {
      _ = try await run(Caller(), Script([.ended]))
    }
  }
}
