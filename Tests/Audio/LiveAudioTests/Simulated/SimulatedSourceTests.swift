import Testing
import _TestSignals

@testable import LiveAudio

@Suite("SimulatedSource")
struct SimulatedSourceTests {
  private func samples(_ source: SimulatedSource, count: Int = .max) async throws -> [Float] {
    var samples: [Float] = []
    for try await event in source.start() {
      if case .block(let block) = event { samples += block }
      if samples.count >= count { break }
    }
    return samples
  }

  @Test("plays 3 tones of 0.5 s with their frequencies, then ends")
  func tones() async throws {
    let source = SimulatedSource(.tones([100, 440, 1000], duration: 0.5), sampleRate: 8000)
    let samples = try await samples(source)
    #expect(samples.count == 12_000)
    for (index, frequency) in [100, 440, 1000].enumerated() {
      let tone = samples[index * 4000..<(index + 1) * 4000]
      let cycles = zip(tone, tone.dropFirst()).count { $0 < 0 && $1 >= 0 }
      #expect(abs(cycles - frequency / 2) <= 1)
    }
  }

  @Test("sends started first, ended last, and nothing after it")
  func order() async throws {
    let source = SimulatedSource(.tones([440], duration: 0.01), sampleRate: 8000)
    var events = source.start().makeAsyncIterator()
    #expect(
      try await events.next() == .started(deviceName: "Simulation", sampleRate: 8000))
    guard case .block(let block) = try await events.next() else { throw Failure() }
    #expect(block.count == 80)
    #expect(try await events.next() == .ended)
    #expect(try await events.next() == nil)
  }

  private struct Failure: Error {}

  @Test("the guitar is the same for seed 7, another for seed 8, and goes on after 6 strings")
  func guitar() async throws {
    let count = 14 * 8000
    let first = try await samples(SimulatedSource(sampleRate: 8000, seed: 7), count: count)
    let again = try await samples(SimulatedSource(sampleRate: 8000, seed: 7), count: count)
    let other = try await samples(SimulatedSource(sampleRate: 8000, seed: 8), count: count)
    #expect(first.count == count)
    #expect(first == again)
    #expect(first != other)
    #expect((first[96_000..<97_000].max() ?? 0) > 0.1)  // the first string again, after 12 s
  }

  @Test("keeps pace with an injected clock: 1 s of sound takes 1 s of it")
  func pace() async throws {
    let clock = HurriedClock()
    let source = SimulatedSource(.tones([440], duration: 1), sampleRate: 8000, clock: clock)
    _ = try await samples(source)
    #expect(clock.now.offset == .seconds(1))
  }

  @Test("a stop ends it, from any state; a start begins anew")
  func stop() async throws {
    let source = SimulatedSource(.guitar, sampleRate: 8000)
    await source.stop()
    var events = source.start().makeAsyncIterator()
    _ = try await events.next()
    _ = try await events.next()
    await source.stop()
    await source.stop()
    #expect(try await events.next() == .ended)
    #expect(try await events.next() == nil)
    var again = source.start().makeAsyncIterator()
    #expect(
      try await again.next() == .started(deviceName: "Simulation", sampleRate: 8000))
  }

  @Test("cancelling the reader ends it")
  func cancellation() async throws {
    let source = SimulatedSource(.guitar, sampleRate: 8000)
    let reader = Task { for try await _ in source.start() {} }
    reader.cancel()
    try await reader.value
  }
}
