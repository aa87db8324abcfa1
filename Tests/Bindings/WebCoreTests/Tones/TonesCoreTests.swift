import Testing

@testable import WebCore

@Suite("Tones behind the C interface")
struct TonesCoreTests {
  private func play(_ numbers: [Double], on tones: TonesCore) -> Bool {
    for (index, number) in numbers.enumerated() { tones.settings[index] = number }
    return tones.play()
  }

  @Test("a chord of three at -20 dBFS peaks at -20 dBFS or less")
  func chordLevel() {
    let tones = TonesCore(sampleRate: 48_000)
    #expect(play([0, -20, 3, 220, 275, 330], on: tones))
    var peak: Float = 0
    for _ in 0..<100 {
      #expect(tones.render(480))
      for index in 0..<480 { peak = max(peak, abs(tones.output[index])) }
    }
    #expect(peak <= 0.1001 && peak > 0.09)
  }

  @Test("falls silent 50 ms after it is stopped")
  func stops() {
    let tones = TonesCore(sampleRate: 48_000)
    #expect(play([1, -20, 1, 440], on: tones))
    #expect(tones.render(4800))
    tones.stop()
    #expect(tones.render(2400))
    _ = tones.render(1)
    #expect(!tones.render(128))
  }

  @Test(
    "refuses unknown waveforms, nine tones, and frequencies of half the sample rate",
    arguments: [[5, -20, 1, 440], [0, -20, 9, 440], [0, -20, 1, 24_000], [0, 1, 1, 440]])
  func refusals(numbers: [Double]) {
    #expect(!play(numbers, on: TonesCore(sampleRate: 48_000)))
  }
}
