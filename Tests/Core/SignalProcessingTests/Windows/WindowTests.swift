import SignalProcessing
import Testing

/// Source of the weights: scipy.signal.windows, SciPy 1.17.1 (`sym=False` for periodic ones).
@Suite("Window")
struct WindowTests {
  private func expect(_ window: Window, equals reference: [Double]) {
    #expect(window.weights.count == reference.count)
    for (weight, expected) in zip(window.weights, reference) {
      #expect((Double(weight) - expected).magnitude < 1e-7)
    }
  }

  @Test("periodic windows of 8 samples equal SciPy's")
  func periodic() {
    expect(
      Window(.hann, count: 8),
      equals: [0, 0.146446609, 0.5, 0.853553391, 1, 0.853553391, 0.5, 0.146446609])
    expect(
      Window(.hamming, count: 8),
      equals: [0.08, 0.214730881, 0.54, 0.865269119, 1, 0.865269119, 0.54, 0.214730881])
    expect(
      Window(.blackmanHarris, count: 8),
      equals: [6e-05, 0.021735837, 0.21747, 0.695764163, 1, 0.695764163, 0.21747, 0.021735837])
    expect(Window(.rectangular, count: 3), equals: [1, 1, 1])
  }

  @Test("symmetric windows of 7 samples equal SciPy's")
  func symmetric() {
    expect(
      Window(.hann, count: 7, symmetry: .symmetric), equals: [0, 0.25, 0.75, 1, 0.75, 0.25, 0])
    expect(
      Window(.blackmanHarris, count: 7, symmetry: .symmetric),
      equals: [6e-05, 0.055645, 0.520575, 1, 0.520575, 0.055645, 6e-05])
    expect(
      Window(.gaussian(deviation: 0.4), count: 7, symmetry: .symmetric),
      equals: [
        0.0439369336, 0.249352209, 0.706648278, 1, 0.706648278, 0.249352209, 0.0439369336,
      ])
  }

  @Test(
    "gain and noise bandwidth equal SciPy's for 1024 samples",
    arguments: [
      (WindowShape.rectangular, 1.0, 1.0), (.hann, 0.5, 1.5), (.hamming, 0.54, 1.36282579),
      (.blackmanHarris, 0.35875, 2.00435294),
    ])
  func gainAndBandwidth(shape: WindowShape, gain: Double, bandwidth: Double) {
    let window = Window(shape, count: 1024)
    #expect((window.coherentGain - gain).magnitude < 1e-6)
    #expect((window.equivalentNoiseBandwidth - bandwidth).magnitude < 1e-6)
  }

  @Test("a window of one sample is 1, and a window function of one's own works")
  func limits() {
    struct Triangle: WindowFunction {
      func weight(at position: Double) -> Double { 1 - position.magnitude }
    }
    #expect(Window(.hann, count: 1).weights == [1])
    #expect(Window(function: Triangle(), count: 4).weights == [0, 0.5, 1, 0.5])
  }

  @Test("applying a window multiplies each sample by its weight")
  func apply() {
    var frame: [Float] = [2, 2, 2, 2]
    var span = frame.mutableSpan
    Window(.hann, count: 4).apply(to: &span)
    for (sample, expected) in zip(frame, [0, 1, 2, 1] as [Float]) {
      #expect((sample - expected).magnitude < 1e-6)
    }
  }
}
