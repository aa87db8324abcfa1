import InstrumentTuning
import Testing

@Suite("The five waves of the knob tuner")
struct PitchWavesTests {
  private func settled(_ frequency: Double?, level: Double) -> PitchWaves {
    var waves = PitchWaves()
    for _ in 0..<600 { waves.advance(by: 1 / 60, frequency: frequency, level: level) }
    return waves
  }

  @Test("follow the pitch: after 10 s of 440 Hz, 5.5 turns fill the width")
  func turns() {
    #expect(abs(settled(440, level: -20).turns - 5.5) < 0.001)
  }

  @Test("fill the height from an amplitude of 0.04 (-28 dBFS) on, and half of it at 0.02")
  func height() {
    #expect(abs(settled(440, level: -20).amplitude - 1) < 0.001)
    #expect(abs(settled(440, level: -33.979).amplitude - 0.5) < 0.001)
  }

  @Test("lie flat in silence, and at both ends")
  func ends() {
    let waves = settled(440, level: -20)
    for trace in PitchWaves.amplifiers.indices {
      #expect(abs(waves.value(ofTrace: trace, at: 0)) < 1e-9)
      #expect(abs(waves.value(ofTrace: trace, at: 1)) < 1e-9)
      #expect(settled(nil, level: -20).value(ofTrace: trace, at: 0.5) == 0)
    }
  }

  @Test("stay within the height of their amplifier")
  func bounds() {
    let waves = settled(1000, level: 0)
    for (trace, amplifier) in PitchWaves.amplifiers.enumerated() {
      let heights = (0...500).map { abs(waves.value(ofTrace: trace, at: Double($0) / 500)) }
      #expect(heights.allSatisfy { $0 <= abs(amplifier) })
      #expect((heights.max() ?? 0) > 0.7 * abs(amplifier))
    }
  }
}
