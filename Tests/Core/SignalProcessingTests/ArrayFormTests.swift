import SignalProcessing
import Testing
import _TestSignals

/// Where a span is filled or read, an array does as well.
@Suite("Arrays in place of spans")
struct ArrayFormTests {
  private let samples = TestSignal.noise(count: 1024, rms: 0.1)

  /// The samples after something has been done to a span of them.
  private func changed(_ change: (inout MutableSpan<Float>) -> Void) -> [Float] {
    var copy = samples
    var span = copy.mutableSpan
    change(&span)
    return copy
  }

  @Test("a window weights 1024 samples alike")
  func window() {
    let window = Window(.hann, count: 1024)
    var frame = samples
    window.apply(to: &frame)
    #expect(frame == changed { window.apply(to: &$0) })
    #expect(frame[0] == 0)
  }

  @Test("a source of noise changes 1024 samples alike")
  func streams() {
    let noise = WhiteNoise(level: -20, seed: 3)
    var (one, other, noisy) = (noise, noise, samples)
    one.add(to: &noisy)
    #expect(noisy == changed { other.add(to: &$0) })
    #expect(noisy != samples)
  }

  @Test("the power of a spectrum of 1024 elements is the same")
  func power() {
    var spectrum = samples
    SplitSpectrum.replaceByPower(&spectrum)
    #expect(spectrum == changed { SplitSpectrum.replaceByPower(&$0) })
  }

  @Test("the levels of 24 bands are the same, and the loudest is that of the tone")
  func bands() throws {
    let tone = TestSignal.sine(1059.46, sampleRate: 48_000, count: 16_384, amplitude: 1)
    var spectrum = try LogSpectrum(sampleRate: 48_000, bandCount: 24, range: 250...4000)
    let levels = spectrum.transform(tone)
    var filled = [Float](repeating: 0, count: 24)
    var span = filled.mutableSpan
    spectrum.transform(tone.span, into: &span)
    #expect(levels == filled)
    #expect(levels.firstIndex(of: try #require(levels.max())) == 12)
  }

  @Test("the newest 4 of 6 samples, and 2 zeros before a stream of 3")
  func history() {
    var history = SampleHistory(capacity: 5)
    history.append([1, 2, 3])
    #expect(history.newest(5) == [0, 0, 1, 2, 3])
    history.append([4, 5, 6])
    #expect(history.newest(4) == [3, 4, 5, 6])
    #expect(history.newest(0).isEmpty)
  }

  @Test("8 points of a wave are the same")
  func wave() {
    let tone = TestSignal.sine(100, sampleRate: 8000, count: 400)
    var points = [Float](repeating: 0, count: 8)
    var span = points.mutableSpan
    WaveTrigger.draw(tone.span, from: 40.5, length: 80, into: &span)
    #expect(WaveTrigger.points(of: tone, from: 40.5, length: 80, count: 8) == points)
  }

  @Test("a level and a framer take arrays: -20 dBFS for a constant 0.1")
  func levels() {
    let constant = [Float](repeating: 0.1, count: 512)
    #expect(Level(of: constant) == Level(of: constant.span))
    #expect(abs(Level(of: constant).peak + 20) < 1e-4)
    var framer = Framer(frameSize: 512, hopSize: 256)
    framer.append(constant)
    #expect(framer.sampleCount == 512)
  }

  @Test("a bank of Goertzel filters measures a frame of 480")
  func tones() throws {
    let tone = TestSignal.sine(1200, sampleRate: 48_000, count: 480)
    var bank = try GoertzelBank(frequencies: [1200], sampleRate: 48_000, frameSize: 480)
    bank.measure(tone)
    #expect(abs(bank.amplitudes[0] - 0.5) < 0.01)
  }
}
