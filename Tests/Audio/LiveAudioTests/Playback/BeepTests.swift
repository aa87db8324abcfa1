import LiveAudio
import Testing
import ToneGeneration

@Suite("beep")
struct BeepTests {
  @Test("plays 0.2 s of 1000 Hz at -20 dBFS on both channels, and frees the device")
  func plays() async throws {
    let sink = FakeSink([AudioSinkFormat(deviceName: "Fake", sampleRate: 8000, channelCount: 2)])
    try await beep(1000, 0.2, sink: sink)
    let written = try #require(await sink.written.first)
    let left = stride(from: 0, to: 2 * 1600, by: 2).map { written[$0] }
    #expect(left == stride(from: 1, to: 2 * 1600, by: 2).map { written[$0] })
    #expect(written.dropFirst(2 * 1600).allSatisfy { $0 == 0 })
    // Eight samples a period: the third is the peak.
    #expect(abs(left[802] - 0.1) < 1e-5)
    #expect((0..<1600).allSatisfy { abs(left[$0]) <= 0.1 + 1e-6 })
    #expect(abs(left[2]) < 1e-4)  // the fade-in
    #expect(await sink.stopCount == 1)
  }

  @Test("refuses 0 seconds, and a frequency of half the sample rate, by name")
  func refusals() async throws {
    let sink = FakeSink([AudioSinkFormat(deviceName: "Fake", sampleRate: 8000, channelCount: 1)])
    await #expect(throws: SynthesisError.invalidDuration(0)) { try await beep(440, 0, sink: sink) }
    await #expect(throws: SynthesisError.frequencyOutOfRange(4000, nyquist: 4000)) {
      try await beep(4000, sink: sink)
    }
  }
}
