import PitchEstimation
import Testing
import _TestSignals

@Suite("Frames as arrays")
struct FrameArrayTests {
  @Test("an estimator and a transformer take a frame of 220 Hz as an array")
  func arrays() throws {
    var yin = try YIN(sampleRate: 48_000, searchRange: 60...1500)
    let frame = TestSignal.sawtooth(220, sampleRate: 48_000, count: yin.frameSize)
    let (array, span) = (yin.estimate(frame), yin.estimate(frame.span))
    #expect(array == span)
    #expect(abs(cents(from: 220, to: try #require(array?.frequency))) < 1)

    var difference = try DifferenceFunction(windowSize: 500, longestLag: 500)
    let values = difference.transform(Array(frame[..<1000]))
    var filled = [Float](repeating: 0, count: difference.outputSize)
    var output = filled.mutableSpan
    difference.transform(frame.span.extracting(0..<1000), into: &output)
    #expect(values == filled)
  }
}
