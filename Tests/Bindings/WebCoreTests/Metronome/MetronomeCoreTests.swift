import Testing

@testable import WebCore

@Suite("The metronome behind the C interface")
struct MetronomeCoreTests {
  private func configure(_ metronome: MetronomeCore, _ numbers: [Double]) -> Bool {
    for (index, number) in numbers.enumerated() { metronome.settings[index] = number }
    return metronome.configure()
  }

  private func samples(of metronome: MetronomeCore) -> [Int] {
    (0..<min(MetronomeCore.clickLimit, Int(metronome.clickCount[0]))).map {
      Int(metronome.clicks[$0, .sample])
    }
  }

  @Test("at 140 a minute and 44.1 kHz, beats are at every 18 900th sample")
  func beats() {
    let metronome = MetronomeCore(sampleRate: 44_100)
    #expect(configure(metronome, [140, -6, 4, 1, 0, 50, 2, 1, 1, 1]))
    for _ in 0..<100 { #expect(metronome.render(1024)) }
    #expect(samples(of: metronome) == [0, 18_900, 37_800, 56_700, 75_600, 94_500])
  }

  @Test("two clicks against three beats meet at the bar line, and halfway between beats")
  func polyrhythm() {
    let metronome = MetronomeCore(sampleRate: 48_000)
    #expect(configure(metronome, [60, -6, 3, 1, 2, 50, 2, 1, 1]))
    for _ in 0..<300 { _ = metronome.render(480) }
    #expect(samples(of: metronome) == [0, 0, 48_000, 72_000, 96_000])
  }

  @Test("taps are 0 at first, then 120 a minute, whatever a missed and a doubled one say")
  func taps() {
    let taps = TapCounter()
    #expect(taps.tap(at: 1) == 0)
    for time in [1.5, 2, 2.5, 3, 4, 4.5, 4.54, 5] {
      #expect(abs(taps.tap(at: time) - 120) < 1e-9, "the tap at \(time) s")
    }
  }

  @Test("a level of -20 dBFS peaks at -20 dBFS")
  func level() {
    let metronome = MetronomeCore(sampleRate: 48_000)
    #expect(configure(metronome, [120, -20, 1, 1, 0, 50, 2]))
    #expect(metronome.render(4800))
    var peak: Float = 0
    for index in 0..<4800 { peak = max(peak, abs(metronome.output[index])) }
    #expect(abs(peak - 0.1) < 0.001)
  }
}
