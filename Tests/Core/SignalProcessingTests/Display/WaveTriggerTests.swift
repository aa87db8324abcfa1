import SignalProcessing
import Testing
import _TestSignals

@Suite("Wave trigger")
struct WaveTriggerTests {
  private func picture(
    _ samples: Span<Float>, length: Double, period: Double?, points: Int = 200
  ) -> [Float] {
    let start = WaveTrigger.start(in: samples, length: length, period: period)
    var picture = [Float](repeating: 9, count: points)
    var span = picture.mutableSpan
    WaveTrigger.draw(samples, from: start, length: length, into: &span)
    return picture
  }

  private func difference(_ a: [Float], _ b: [Float]) -> Float {
    zip(a, b).map { ($0 - $1).magnitude }.max() ?? 0
  }

  @Test(
    "a steady tone of known period stands still within 0.2 percent, whatever its first partial",
    arguments: [30.868, 82.407, 440, 1318.51, 4186.01], [0.02, 1])
  func steady(frequency: Double, first: Double) {
    let rate = 48_000.0
    let partials = [0.4 * first, 0.3, 0, 0.1].prefix(max(1, Int(0.3 * rate / frequency)))
    let stream = TestSignal.harmonics(
      frequency, amplitudes: Array(partials), sampleRate: rate, count: 20_000, phase: 0.3)
    let period = rate / frequency
    let pictures = [9000, 9801, 11_111, 19_999].map { end in
      picture(
        stream.span.extracting((end - 8192)..<end), length: 2 * period, period: period)
    }
    for picture in pictures.dropFirst() {
      #expect(difference(picture, pictures[0]) < 0.002)
    }
  }

  @Test("a view begins where a sine crosses zero upwards, within a thousandth of a period")
  func crossing() {
    let sine = TestSignal.sine(441, sampleRate: 44_100, count: 4096, phase: 1)
    for period in [100.0, nil] {
      let start = WaveTrigger.start(in: sine.span, length: 512, period: period)
      let turns = start / 100 + 1 / (2 * .pi)
      #expect(abs(turns - turns.rounded()) < 0.001)
      #expect(start + 512 <= 4095)
    }
    let start = WaveTrigger.start(in: sine.span, length: 512, period: 100)
    #expect(start + 512 > 4095 - 10 - 101)
  }

  @Test("without a period, a tone of three partials stands still within 2 percent")
  func unknownPeriod() {
    let stream = TestSignal.harmonics(
      196, amplitudes: [0.2, 0.4, 0.1], sampleRate: 48_000, count: 20_000)
    let pictures = [9000, 9801, 11_111, 19_999].map { end in
      picture(stream.span.extracting((end - 4096)..<end), length: 512, period: nil)
    }
    for picture in pictures.dropFirst() {
      #expect(difference(picture, pictures[0]) < 0.02)
    }
  }

  @Test("a tone whose first partial is missing still stands still")
  func missingFirstPartial() {
    let stream = TestSignal.harmonics(
      200, amplitudes: [0, 0.3, 0.3], sampleRate: 48_000, count: 20_000)
    let pictures = [9000, 9801, 19_999].map { end in
      picture(stream.span.extracting((end - 4096)..<end), length: 480, period: 240)
    }
    for picture in pictures.dropFirst() {
      #expect(difference(picture, pictures[0]) < 0.02)
    }
  }

  @Test("the points are the samples themselves if they are as dense")
  func points() {
    let noise = TestSignal.noise(count: 100, rms: 0.1)
    var points = [Float](repeating: 0, count: 51)
    var span = points.mutableSpan
    WaveTrigger.draw(noise.span, from: 20, length: 50, into: &span)
    #expect(points == Array(noise[20...70]))
  }

  @Test("silence, too few samples, and samples that are not finite give pictures of zeros or less")
  func limits() {
    let silence = [Float](repeating: 0, count: 4096)
    #expect(picture(silence.span, length: 500, period: 100) == Array(repeating: 0, count: 200))
    #expect(WaveTrigger.start(in: silence.span.extracting(first: 100), length: 500) == 0)
    let broken = [Float](repeating: .nan, count: 4096)
    for period in [nil, 100, .nan, 0, -1, 1e300] {
      #expect(picture(broken.span, length: 500, period: period) == Array(repeating: 0, count: 200))
    }
    #expect(picture([Float]().span, length: 500, period: 100).allSatisfy { $0 == 0 })
  }
}
