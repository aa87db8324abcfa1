/// Interpolates between samples.
///
/// The values are samples of a band-limited function that is even around index 0, such as an
/// autocorrelation. Between samples, they are weighted with a sinc function under a Hann window of
/// ``reach`` samples to either side.
///
/// - SeeAlso: P. Boersma, "Accurate short-term analysis of the fundamental frequency and the
///   harmonics-to-noise ratio of a sampled sound", IFA Proceedings 17, 1993, equation 22.
public enum BandlimitedInterpolation {
  /// The number of samples used on either side of a position.
  public static let reach = 10

  /// The width of the window to either side.
  private static let width = Double(reach) + 0.5
  /// The turn of the window from one sample to the next.
  private static let step = Elementary.sineAndCosine(.pi / width)

  /// Returns the value at a fractional position.
  ///
  /// - Parameters:
  ///   - values: The samples; those beyond the last count as equal to it.
  ///   - position: A position in 0...`values.count - 1`.
  /// - Returns: The interpolated value; the sample itself at a whole number.
  /// - Complexity: O(1) time, two evaluations of sine and cosine.
  public static func value(of values: Span<Float>, at position: Double) -> Double {
    Self.values(of: values, at: SIMD2(repeating: position)).x
  }

  /// Returns the values at two positions, in the time of one; see ``value(of:at:)``.
  private static func values(
    of values: Span<Float>, at positions: SIMD2<Double>
  ) -> SIMD2<Double> {
    let wholes = positions.rounded(.toNearestOrAwayFromZero)
    let (first, second) = (Int(wholes.x), Int(wholes.y))
    let offsets = positions - wholes
    let here = Weights(at: offsets.x)
    let there = offsets.y == offsets.x ? here : Weights(at: offsets.y)
    let sines = SIMD2(here.sine, there.sine)
    // The window cos²(π d / 2w) = (1 + cos(π d / w))/2, by rotation from one distance to the next.
    var angle = (
      sine: SIMD2(here.angle.sine, there.angle.sine),
      cosine: SIMD2(here.angle.cosine, there.angle.cosine)
    )
    let step = step
    var sums = SIMD2<Double>.zero
    var weights = SIMD2<Double>.zero
    var sign = reach.isMultiple(of: 2) ? 1.0 : -1.0
    for tap in -reach...reach {
      let distances = offsets - Double(tap)
      let weight = sign * sines / (.pi * distances) * (0.5 + 0.5 * angle.cosine)
      let samples = SIMD2(
        Double(values[min(values.count - 1, abs(first + tap))]),
        Double(values[min(values.count - 1, abs(second + tap))]))
      sums += weight * samples
      weights += weight
      sign = -sign
      angle = (
        angle.sine * step.cosine - angle.cosine * step.sine,
        angle.cosine * step.cosine + angle.sine * step.sine
      )
    }
    var results = sums / weights
    if offsets.x.magnitude <= 1e-9 { results.x = Double(values[first]) }
    if offsets.y.magnitude <= 1e-9 { results.y = Double(values[second]) }
    return results
  }

  /// Finds the weights of the samples around a position, before they are divided by their sum, as in
  /// ``value(of:at:)``.
  ///
  /// - Parameters:
  ///   - offset: The distance of the position from the nearest sample, in -0.5...0.5.
  ///   - weights: Receives those of the samples from ``reach`` before it to ``reach`` after it.
  /// - Returns: Their sum.
  package static func findWeights(at offset: Double, _ weights: inout [Double]) -> Double {
    let start = Weights(at: offset)
    var (angle, sign) = (start.angle, reach.isMultiple(of: 2) ? 1.0 : -1.0)
    let isWhole = offset.magnitude <= 1e-9
    var sum = 0.0
    for tap in -reach...reach {
      let distance = offset - Double(tap)
      let weight = sign * start.sine / (.pi * distance) * (0.5 + 0.5 * angle.cosine)
      weights[reach + tap] = isWhole ? tap == 0 ? 1 : 0 : weight
      sum += weight
      sign = -sign
      angle = (
        angle.sine * step.cosine - angle.cosine * step.sine,
        angle.cosine * step.cosine + angle.sine * step.sine
      )
    }
    return isWhole ? 1 : sum
  }

  /// Where the weights of an offset from the nearest sample begin.
  private struct Weights {
    /// sin π d of the sinc function, the same for all samples but for its sign.
    let sine: Double
    /// The angle of the window at the first sample.
    let angle: (sine: Double, cosine: Double)

    init(at offset: Double) {
      sine = Elementary.sin(.pi * offset)
      angle = Elementary.sineAndCosine(.pi * (offset + Double(reach)) / width)
    }
  }

  /// Returns the position of an extremum near a local extremum of the samples.
  ///
  /// It moves to the vertex of a parabola through three interpolated values, three times.
  ///
  /// - Parameters:
  ///   - values: The samples.
  ///   - index: A sample that is larger, or smaller, than both of its neighbours.
  /// - Returns: The position, within one sample of `index`, and the value there.
  /// - Complexity: O(1) time.
  public static func extremum(
    of values: Span<Float>, near index: Int
  ) -> (position: Double, value: Double) {
    let limits = Double(max(0, index - 1))...Double(min(values.count - 1, index + 1))
    var position = Double(index)
    var spacing = 0.5
    var middle = Double(values[index])
    for _ in 0..<3 {
      let sides = Self.values(
        of: values,
        at: SIMD2(
          max(0, position - spacing), min(Double(values.count - 1), position + spacing)))
      let (left, right) = (sides.x, sides.y)
      let curvature = left - 2 * middle + right
      guard curvature != 0 else { break }
      let move = max(-1, min(1, 0.5 * (left - right) / curvature)) * spacing
      position = min(limits.upperBound, max(limits.lowerBound, position + move))
      middle = value(of: values, at: position)
      spacing = 0.25
    }
    return (position, middle)
  }
}
