import SignalProcessing
import Testing
import _TestSignals

@Suite("Sample rate conversion")
struct SampleRateConversionTests {
  @Test(
    "a sine stays the same sine, to -90 dB, up and down",
    arguments: [
      (44_100.0, 48_000.0, 1000.0), (48_000, 44_100, 15_000), (96_000, 44_100, 18_000),
      (8000, 48_000, 3000), (44_100, 192_000, 100),
    ])
  func sine(from: Double, to: Double, frequency: Double) {
    let old = TestSignal.sine(frequency, sampleRate: from, count: Int(from / 5))
    let new = SampleRateConversion.convert(old, from: from, to: to)
    #expect(new.count == Int((Double(old.count) * to / from).rounded(.up)))
    let exact = TestSignal.sine(frequency, sampleRate: to, count: new.count)
    // Away from the ends, beyond which all counts as silence.
    let edge = Int(to / 40)
    let error = zip(new, exact).map { $0 - $1 }[edge..<(new.count - edge)]
    #expect(Level(of: error.span).peak - Level(of: exact.span).peak < -90)
  }

  @Test("what the lower rate cannot carry is 80 dB down, not folded back")
  func alias() {
    let old = TestSignal.sine(23_000, sampleRate: 96_000, count: 19_200)
    let new = SampleRateConversion.convert(old, from: 96_000, to: 44_100)
    let middle = new[1000..<(new.count - 1000)]
    #expect(Level(of: middle.span).peak - Level(of: old.span).peak < -80)
  }

  @Test(
    "a stream in blocks of any size becomes the same samples as the whole",
    arguments: [(22_050.0, 48_000.0, 1), (48_000, 44_100, 37), (96_000, 8000, 4096)])
  func stream(from: Double, to: Double, blockSize: Int) {
    let old = TestSignal.noise(count: 9000, rms: 0.1)
    var converter = SampleRateConverter(from: from, to: to)
    var new: [Float] = []
    for start in stride(from: 0, to: old.count, by: blockSize) {
      new += converter.append(Array(old[start..<min(old.count, start + blockSize)]))
    }
    // What is still to come is the half of the filter: 48 samples of the lower rate.
    let lag = 48 * to / min(from, to)
    #expect(Double(old.count) * to / from - Double(new.count) < lag + 2)
    new += converter.finish()
    #expect(new == SampleRateConversion.convert(old, from: from, to: to))
  }

  @Test("the same rate changes nothing")
  func identity() {
    let old = TestSignal.sine(1000, sampleRate: 48_000, count: 100)
    #expect(SampleRateConversion.convert(old, from: 48_000, to: 48_000) == old)
  }
}
