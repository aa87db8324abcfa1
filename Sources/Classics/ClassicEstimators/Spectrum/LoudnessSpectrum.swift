internal import PitchEstimation
internal import SignalProcessing

/// Frequencies that are spaced evenly on the scale of equivalent rectangular bandwidths, 10 to an
/// ERB.
///
/// - SeeAlso: B. Glasberg, B. Moore, "Derivation of auditory filter shapes from notched-noise data",
///   Hearing Research 47, 1990, [doi:10.1016/0378-5955(90)90170-T](https://doi.org/10.1016/0378-5955(90)90170-T).
struct ERBScale: Sendable {
  /// In hertz, ascending.
  let frequencies: [Double]

  init(from first: Double, to last: Double) {
    let spacing = 0.1
    let (lower, upper) = (Self.number(of: first), Self.number(of: last))
    let count = Int((upper - lower) / spacing) + 1
    frequencies = (0..<count).map { Self.frequency(of: lower + Double($0) * spacing) }
  }

  /// The number of bandwidths below a frequency f in hertz: 21.4 log10(1 + f/229), as SWIPE′ has
  /// it.
  static func number(of frequency: Double) -> Double {
    21.4 * Elementary.log10(1 + frequency / 229)
  }

  /// The inverse of ``number(of:)``.
  static func frequency(of number: Double) -> Double {
    229 * (Elementary.exp2(number / 21.4 * 3.321928094887362) - 1)  // log2(10)
  }
}

/// The square root of the magnitude spectrum in the middle of a frame, on the ERB scale: a rough
/// measure of loudness.
struct LoudnessSpectrum: Sendable {
  /// The number of samples in a frame, at least as many as in the window.
  let frameSize: Int
  /// One loudness for each frequency of the scale; more, all 0, to fill the last vector.
  private(set) var values: [Float]
  /// Σ values² from each frequency up.
  private(set) var energyAbove: [Float]
  private let firstSample: Int
  private let points: [(bin: Int, fraction: Float)]  // where each frequency lies
  private var spectrum: FrameSpectrum

  init(
    windowSize: Int, frameSize: Int, sampleRate: Double, scale: ERBScale
  ) throws(FourierError) {
    let spectrum = try FrameSpectrum(frameSize: windowSize, sampleRate: sampleRate)
    let (binWidth, last) = (spectrum.binWidth, spectrum.magnitudes.count - 2)
    let points: [(bin: Int, fraction: Float)] = scale.frequencies.map { frequency in
      let position = frequency / binWidth
      let bin = min(last, Int(position))
      return (bin, Float(position - Double(bin)))
    }
    let count = (points.count + 7) / 8 * 8 + 8
    values = Array(repeating: 0, count: count)
    energyAbove = Array(repeating: 0, count: count)
    self.spectrum = spectrum
    self.points = points
    self.frameSize = frameSize
    firstSample = (frameSize - windowSize) / 2
  }

  /// Measures the loudness of a frame.
  mutating func analyze(_ frame: Span<Float>) {
    spectrum.analyze(frame.extracting(firstSample..<firstSample + spectrum.frameSize))
    Self.interpolate(spectrum.magnitudes, at: points, into: &values)
    Self.accumulate(values, into: &energyAbove)
  }

  /// √ of the cubic through the four bins around each point (Catmull and Rom's), at least 0.
  private static func interpolate(
    _ magnitudes: [Float], at points: [(bin: Int, fraction: Float)], into values: inout [Float]
  ) {
    magnitudes.withUnsafeBufferPointer { magnitudes in
      values.withUnsafeMutableBufferPointer { values in
        let last = magnitudes.count - 1
        for index in points.indices {
          let (bin, t) = points[index]
          let before = magnitudes[abs(bin - 1)]
          let (left, right) = (magnitudes[bin], magnitudes[bin + 1])
          let after = magnitudes[bin + 2 > last ? 2 * last - bin - 2 : bin + 2]
          let cubic = 3 * (left - right) + after - before
          let square = 2 * before - 5 * left + 4 * right - after
          let value = left + 0.5 * t * (right - before + t * (square + t * cubic))
          values[index] = max(0, value).squareRoot()
        }
      }
    }
  }

  private static func accumulate(_ values: [Float], into energyAbove: inout [Float]) {
    values.withUnsafeBufferPointer { values in
      energyAbove.withUnsafeMutableBufferPointer { energyAbove in
        var sum: Float = 0
        for index in values.indices.reversed() {
          sum += values[index] * values[index]
          energyAbove[index] = sum
        }
      }
    }
  }
}
