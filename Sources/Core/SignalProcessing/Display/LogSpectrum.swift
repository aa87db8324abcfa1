/// The spectrum of the newest samples for display, in bands of equal width on a pitch scale.
///
/// A band shows its strongest bin, so that the level of a partial does not depend on the width of
/// the band: the level of a sine is right within 1 dB at any frequency. Where bands are narrower
/// than bins, their levels come from a parabola through the levels of three bins. The window is
/// that of Blackman and Harris, whose side lobes are 92 dB below a partial.
///
/// - Complexity: O(*N* log *N*) time for a frame of *N* samples. No allocation after `init`.
/// - SeeAlso: F. Harris, "On the use of windows for harmonic analysis with the discrete Fourier
///   transform", Proc. IEEE 66(1), 1978,
///   [doi:10.1109/PROC.1978.10837](https://doi.org/10.1109/PROC.1978.10837).
public struct LogSpectrum: Sendable {
  /// The lowest level of a band, in dBFS.
  public static let lowestLevel: Float = -160

  /// The number of bands.
  public let bandCount: Int
  /// The number of samples that are transformed.
  public let length: Int
  /// The lower edge of the first and the upper edge of the last band, in hertz.
  public let range: ClosedRange<Double>
  private let edges: [Float]  // in bins
  private let window: Window
  private let scale: Double  // from the power of a bin to that of a sine at full scale
  private var fourier: RealFourierTransform
  private var powers: [Float]

  /// Plans a spectrum.
  ///
  /// - Parameters:
  ///   - sampleRate: Samples per second, in hertz.
  ///   - bandCount: The number of bands, at least 1.
  ///   - range: From the lowest to the highest frequency, in hertz, above 0. It ends at half the
  ///     sample rate at most.
  ///   - length: The number of samples in a frame: a power of two. By default the shortest one of
  ///     at least 0.16 s, which separates partials that are 25 Hz apart.
  /// - Throws: ``FourierError/unsupportedLength(_:)`` for an unsupported length.
  public init(
    sampleRate: Double, bandCount: Int, range: ClosedRange<Double> = 20...16_000,
    length: Int? = nil
  ) throws(FourierError) {
    let top = min(range.upperBound, sampleRate / 2)
    precondition(bandCount >= 1, "bandCount must be at least 1")
    precondition(range.lowerBound > 0 && top > range.lowerBound, "range must be above 0 Hz")
    self.bandCount = bandCount
    self.range = range.lowerBound...top
    let length =
      length ?? RealFourierTransform.shortestLength(holding: Int(min(0.16 * sampleRate, 65_536)))
    fourier = try RealFourierTransform(length: length)
    self.length = length
    window = Window(.blackmanHarris, count: length)
    let sum = window.coherentGain * Double(length)
    scale = 4 / (sum * sum)
    let octaves = Elementary.log2(top / range.lowerBound)
    let lowest = range.lowerBound * Double(length) / sampleRate
    edges = (0...bandCount).map {
      Float(lowest * Elementary.exp2(octaves * Double($0) / Double(bandCount)))
    }
    powers = Array(repeating: 0, count: length)
  }

  /// Computes the levels of the bands.
  ///
  /// - Parameters:
  ///   - samples: Samples of nominal range -1...1, of which the newest ``length`` are used. Missing
  ///     samples, and samples that are not finite, count as silence.
  ///   - levels: Receives the level of each band, in dBFS: 0 for a sine at full scale.
  /// - Precondition: `levels.count == bandCount`.
  public mutating func transform(_ samples: Span<Float>, into levels: inout MutableSpan<Float>) {
    precondition(levels.count == bandCount, "levels.count must equal bandCount")
    let missing = max(0, length - samples.count)
    let first = samples.count - (length - missing)
    for index in 0..<missing { powers[index] = 0 }
    for index in missing..<length {
      powers[index] = window.weights[index] * believable(samples[first + index - missing])
    }
    replaceByPowers()
    for band in 0..<bandCount { levels[band] = level(ofBand: band) }
  }

  /// Computes the levels of the bands, as an array.
  ///
  /// - Parameter samples: Samples, as for ``transform(_:into:)``.
  /// - Returns: ``bandCount`` levels, in dBFS.
  public mutating func transform(_ samples: [Float]) -> [Float] {
    var levels = [Float](repeating: 0, count: bandCount)
    var span = levels.mutableSpan
    transform(samples.span, into: &span)
    return levels
  }

  /// Replaces element k with the power of bin k.
  private mutating func replaceByPowers() {
    fourier.forward(&powers)
    let half = powers.count / 2
    let last = powers[half] * powers[half]
    powers[half] = 0  // bin 0 has no imaginary part
    for bin in 0..<half {
      powers[bin] = powers[bin] * powers[bin] + powers[half + bin] * powers[half + bin]
    }
    powers[half] = last
  }

  private func level(ofBand band: Int) -> Float {
    let (low, high) = (edges[band], edges[band + 1])
    guard high - low >= 1 else { return level(at: (low + high) / 2) }
    var greatest: Float = 0
    for bin in Int(low.rounded())...min(length / 2, Int(high.rounded())) {
      greatest = max(greatest, powers[bin])
    }
    return level(ofPower: greatest)
  }

  /// The level between two bins.
  private func level(at position: Float) -> Float {
    let bin = min(length / 2 - 1, max(1, Int(position.rounded())))
    let offset = position - Float(bin)
    let (left, middle, right) = (
      level(ofPower: powers[bin - 1]), level(ofPower: powers[bin]), level(ofPower: powers[bin + 1])
    )
    let slope = (right - left) / 2
    let curvature = left - 2 * middle + right
    return max(Self.lowestLevel, middle + offset * (slope + offset * curvature / 2))
  }

  private func level(ofPower power: Float) -> Float {
    max(Self.lowestLevel, Float(decibels(fromPower: Double(power) * scale)))
  }
}
