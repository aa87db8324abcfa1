import SignalProcessing
import Testing
import _TestSignals

@Suite("Level")
struct LevelTests {
  @Test("a full-scale sine reads -3.01 dBFS root mean square and 0 dBFS peak")
  func sine() {
    let samples = TestSignal.sine(1000, sampleRate: 48_000, count: 48_000, amplitude: 1)
    let level = Level(of: samples.span)
    #expect((level.rootMeanSquare + 3.0103).magnitude < 0.001)
    #expect(level.peak.magnitude < 0.001)
  }

  @Test("a negative peak counts as much as a positive one")
  func negativePeak() {
    #expect(Level(of: [0, -1, 0.5].span).peak == 0)
  }

  @Test("silence, and nothing at all, read minus infinity")
  func silence() {
    #expect(Level(of: [0, 0].span).rootMeanSquare == -.infinity)
    #expect(Level(of: [Float]().span).peak == -.infinity)
  }

  @Test("decibels and amplitudes are inverse: -20 dB is 0.1")
  func conversion() {
    #expect((amplitude(fromDecibels: -20) - 0.1).magnitude < 1e-15)
    #expect((decibels(fromPower: 0.01) + 20).magnitude < 1e-12)
    #expect(amplitude(fromDecibels: -.infinity) == 0)
  }
}
