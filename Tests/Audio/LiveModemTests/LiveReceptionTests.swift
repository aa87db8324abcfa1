import LiveAudio
import LiveModem
import SignalProcessing
import SoundModem
import Testing
import ToneGeneration

@Suite("Messages as they arrive")
struct LiveReceptionTests {
  private func blocks(_ text: String, sampleRate: Double) throws -> [AudioSourceEvent] {
    var random = SeededGenerator(seed: 1)
    let message = try OutgoingMessage(
      Array(text.utf8), mode: .desk, band: .audible, using: &random)
    var sender = try MessageSender(message, sampleRate: sampleRate)
    let samples = sender.render(frameCount: Int(sender.count))
    return stride(from: 0, to: samples.count, by: 1000).map {
      .block(Array(samples[$0..<min(samples.count, $0 + 1000)]))
    }
  }

  private func sampleCount(_ text: String, sampleRate: Double) throws -> Double {
    try blocks(text, sampleRate: sampleRate).reduce(0) { count, event in
      guard case .block(let samples) = event else { return count }
      return count + Double(samples.count)
    }
  }

  @Test("what was heard before a device is lost comes first, and it goes on at its new rate")
  func losses() async throws {
    let source = Script(
      [.started(16_000)] + (try blocks("first", sampleRate: 16_000))
        + [.lost(reason: "unplugged"), .retrying(attempt: 1, delay: .seconds(1)), .resumed]
        + [.started(48_000)] + (try blocks("second", sampleRate: 48_000)) + [.ended])
    var told: [String] = []
    var times: [Double] = []
    let reception = Live(source: source) {
      try MessageReceiver(bands: [.audible], sampleRate: $0)
    }
    for try await event in reception {
      switch event {
      case .started(_, let sampleRate): told.append("\(Int(sampleRate))")
      case .reading(.message(let message)):
        told.append(String(decoding: message.payload, as: UTF8.self))
        times.append(message.time)
      case .reading, .retrying, .skipped, .dropped, .ended: continue
      case .lost(let reason): told.append(reason)
      case .resumed: told.append("resumed")
      }
    }
    #expect(told == ["16000", "first", "unplugged", "resumed", "48000", "second"])
    // Times count the sound from the first device on.
    let duration = try sampleCount("first", sampleRate: 16_000) / 16_000
    #expect(times.count == 2 && times[0] < 0.1 && abs(times[1] - times[0] - duration) < 0.01)
  }

  @Test("a rate that cannot carry the band ends it with the error that says so")
  func refusal() async throws {
    let reception = Live(source: Script([.started(8000)])) {
      try Demodulator(band: .audible, sampleRate: $0)
    }
    await #expect(throws: ModemError.cannotHearBand(.audible, sampleRate: 8000)) {
      for try await _ in reception {}
    }
  }
}
