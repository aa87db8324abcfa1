internal import SignalProcessing

/// A narrow band of a frame around one frequency, moved to 0 Hz and reduced to few complex samples.
///
/// Two Hann windows, one after the other, let the band through and little else: a line 2 / `width`
/// hertz away or more is at least 31 dB weaker.
package struct NarrowBand: Sendable {
  /// Samples of the first window's output in a hop of the second one, and in its length.
  private static let hop = 8
  private static let taps = 32
  /// The number of independent samples in one of the output, since windows overlap.
  package static let independence = 1.5 * Double(hop) / Double(taps)

  /// The time from one sample of the output to the next, of the second window's length.
  package static let stepShare = Double(hop) / Double(taps)

  /// The number of complex samples.
  package private(set) var count = 0
  /// The time from one to the next, in seconds; the middle of all is the frame's.
  package private(set) var step = 1.0
  /// The frequency that lies at 0 now, in hertz.
  package private(set) var center = 0.0
  /// The length of the second window, in seconds.
  package private(set) var width = 1.0
  package private(set) var real: [Double]
  package private(set) var imaginary: [Double]

  private var rough: [(real: Double, imaginary: Double)]  // after the first window
  private var rise: [Double]  // the first half of the first window
  private let weights: [Double]  // the second window

  /// Creates the workspace for frames of up to `longest` samples, and windows that reduce them to
  /// `capacity`.
  package init(longest: Int, capacity: Int, longestWindow: Int) {
    real = Array(repeating: 0, count: capacity)
    imaginary = real
    rough = Array(repeating: (0, 0), count: capacity * Self.hop + Self.taps)
    rise = Array(repeating: 0, count: longestWindow / Self.taps + 2)
    weights = (0..<Self.taps).map {
      let sine = Elementary.sin(.pi * (Double($0) + 0.5) / Double(Self.taps))
      return sine * sine / Double(Self.taps / 2)
    }
  }

  /// Returns the gain of a line this many hertz from the middle, 0...1.
  package func gain(at offset: Double) -> Double {
    let position = offset.magnitude * width
    if position < 1e-6 { return 1 }
    if (position - 1).magnitude < 1e-6 { return 0.5 }
    let sinc = Elementary.sin(.pi * position) / (.pi * position)
    return (sinc / (1 - position * position)).magnitude
  }

  /// Extracts the band around a frequency in hertz from the first `sampleCount` samples of a frame.
  ///
  /// `width` is the length of the second window, in seconds; it is longer if there would be more
  /// samples than fit.
  package mutating func extract(
    _ frame: [Float], _ sampleCount: Int, sampleRate: Double, around frequency: Double,
    width: Double
  ) {
    let most = Double(sampleCount) / Double(Self.hop * (real.count - 1) + Self.taps + 1)
    let size = max(
      1, min(rise.count - 1, max(Int(most) + 1, Int(width * sampleRate / Double(Self.taps)))))
    self.width = Double(size * Self.taps) / sampleRate
    step = Double(size * Self.hop) / sampleRate
    center = frequency
    let room = sampleCount / size - Self.taps - 1
    count = room < 0 ? 0 : min(real.count, room / Self.hop + 1)
    guard count > 0 else { return }
    let used = (count - 1) * Self.hop + Self.taps
    reduceRoughly(
      frame, from: (sampleCount - (used + 1) * size) / 2, used, size,
      middle: Double(sampleCount - 1) / 2, turn: 2 * .pi * frequency / sampleRate)
    for index in 0..<count {
      var sum = (0.0, 0.0)
      for tap in 0..<Self.taps {
        let value = rough[index * Self.hop + tap]
        sum.0 += weights[tap] * value.real
        sum.1 += weights[tap] * value.imaginary
      }
      (real[index], imaginary[index]) = sum
    }
  }

  /// The first window, of two `size`s of samples, moved on by one.
  private mutating func reduceRoughly(
    _ frame: [Float], from start: Int, _ used: Int, _ size: Int, middle: Double, turn: Double
  ) {
    for index in 0..<size {
      let sine = Elementary.sin(.pi / 2 * (Double(index) + 0.5) / Double(size))
      rise[index] = sine * sine / Double(size)
    }
    let (stepSine, stepCosine) = Elementary.sineAndCosine(-turn)
    var falling = (real: 0.0, imaginary: 0.0)
    for block in 0...used {
      let first = start + block * size
      // Computed again for each block, so that nothing drifts.
      var (sine, cosine) = Elementary.sineAndCosine(-turn * (Double(first) - middle))
      var (whole, rising) = ((0.0, 0.0), (0.0, 0.0))
      for index in 0..<size {
        let sample = Double(frame[first + index])
        let product = (sample * cosine, sample * sine)
        whole.0 += product.0
        whole.1 += product.1
        rising.0 += rise[index] * product.0
        rising.1 += rise[index] * product.1
        (sine, cosine) = (
          sine * stepCosine + cosine * stepSine, cosine * stepCosine - sine * stepSine
        )
      }
      if block > 0 {
        let scale = 1 / Double(size)
        rough[block - 1] = (
          falling.real + whole.0 * scale - rising.0,
          falling.imaginary + whole.1 * scale - rising.1
        )
      }
      falling = rising
    }
  }
}
