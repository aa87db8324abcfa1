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

  /// Returns the value at a fractional position.
  ///
  /// - Parameters:
  ///   - values: The samples; those beyond the last count as equal to it.
  ///   - position: A position in 0...`values.count - 1`.
  /// - Returns: The interpolated value; the sample itself at a whole number.
  /// - Complexity: O(1) time, two evaluations of sine and cosine.
  public static func value(of values: Span<Float>, at position: Double) -> Double {
    let nearest = Int(position.rounded())
    let offset = position - Double(nearest)
    guard offset.magnitude > 1e-9 else { return Double(values[nearest]) }
    let sine = Elementary.sin(.pi * offset)
    let width = Double(reach) + 0.5
    // The window cos²(π d / 2w) = (1 + cos(π d / w))/2, by rotation from one distance to the next.
    var angle = Elementary.sineAndCosine(.pi * (offset + Double(reach)) / width)
    let step = Elementary.sineAndCosine(.pi / width)
    var sum = 0.0
    var weights = 0.0
    var sign = reach.isMultiple(of: 2) ? 1.0 : -1.0
    for tap in -reach...reach {
      let distance = offset - Double(tap)
      let weight = sign * sine / (.pi * distance) * (0.5 + 0.5 * angle.cosine)
      let index = min(values.count - 1, abs(nearest + tap))
      sum += weight * Double(values[index])
      weights += weight
      sign = -sign
      angle = (
        angle.sine * step.cosine - angle.cosine * step.sine,
        angle.cosine * step.cosine + angle.sine * step.sine
      )
    }
    return sum / weights
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
      let left = value(of: values, at: max(0, position - spacing))
      let right = value(of: values, at: min(Double(values.count - 1), position + spacing))
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
