import InstrumentTuning
import Testing
import _TestSignals

@Suite("What views are drawn from")
struct TunerScopeTests {
  private static let layout = TunerScope.Layout(
    bandCount: 240, waveDuration: 0.03, periods: 2...12)

  @Test(
    "the waveform has whole periods, as many as it may; without a tone its duration",
    arguments: [(100, 3), (440, 12), (40, 2), (233, 7)])
  func periods(frequency: Double, count: Double) throws {
    let scope = try #require(TunerScope(sampleRate: 48_000, layout: Self.layout))
    let length = scope.waveLength(frequency: frequency)
    #expect(abs(length - count * 48_000 / frequency) < 1e-6)
    #expect(scope.waveLength(frequency: nil) == 1440)
  }

  @Test("spectrum, waveform and strobe show the same tone")
  func views() throws {
    var scope = try #require(TunerScope(sampleRate: 48_000, layout: Self.layout))
    let samples = TestSignal.sine(440, sampleRate: 48_000, count: 24_000)
    var levels = [Float](repeating: 0, count: 240)
    var levelSpan = levels.mutableSpan
    scope.drawSpectrum(of: samples.span, into: &levelSpan)
    let loudest = try #require(levels.indices.max { levels[$0] < levels[$1] })
    // 9.644 octaves from 20 Hz to 16 kHz, of which 440 Hz is 4.459 above the lower end.
    #expect(abs(loudest - 111) <= 1)

    var points = [Float](repeating: 0, count: 481)
    var pointSpan = points.mutableSpan
    let length = scope.waveLength(frequency: 440)
    scope.drawWave(of: samples.span, length: length, frequency: 440, into: &pointSpan)
    let top = points.max() ?? 0
    #expect(abs(points[0]) < 0.01 * top && abs(points[10] - top) < 0.01 * top)  // 40 a period

    scope.measureStrobe(of: samples.span, endIndex: 24_000, target: 440)
    #expect(abs(try #require(scope.partials.first?.deviation)) < 0.01)
  }

  @Test("no partial of another note passes for one of the target's")
  func farNote() throws {
    var scope = try #require(TunerScope(sampleRate: 48_000, layout: Self.layout))
    // E2 on the string D2 in the tuning drop D: its sixth partial is 102 cents from the target's
    // seventh, the seventh 31 from the eighth.
    for (frequency, count) in [(82.407, 0), (75, 8), (73.416, 8), (72, 8), (65.406, 0)] {
      let samples = TestSignal.harmonics(
        frequency, amplitudes: Array(repeating: 0.1, count: 9), sampleRate: 48_000, count: 24_000)
      scope.measureStrobe(
        of: samples.span, endIndex: 24_000, target: 73.416, frequency: frequency)
      #expect(scope.partials.compactMap(\.deviation).count == count)
    }
  }

  @Test("there are no views at sample rates that the strobe does not know")
  func refusals() {
    #expect(TunerScope(sampleRate: 4000, layout: Self.layout) == nil)
  }
}
