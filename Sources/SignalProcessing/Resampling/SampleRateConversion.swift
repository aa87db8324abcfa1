/// Converts a whole array of samples to another sample rate.
///
/// Each new sample is a sum of the old ones, weighted with a sinc function under a four-term
/// Blackman-Harris window of 48 zero crossings to either side. Up to 0.43 of the lower rate, levels
/// change by at most 0.01 dB; beyond 0.51 of it, everything is attenuated by 90 dB.
///
/// - SeeAlso: J. O. Smith, P. Gossett, "A flexible sampling-rate conversion method", ICASSP 1984;
///   F. Harris, "On the use of windows for harmonic analysis with the discrete Fourier transform",
///   Proceedings of the IEEE 66(1), 1978.
public enum SampleRateConversion {
  /// Zero crossings to either side.
  private static var reach: Int { 48 }
  /// Where the filter is 6 dB down, as a part of the lower rate.
  private static var cutoff: Double { 0.47 }
  /// Values of the filter between two zero crossings; what lies between is interpolated.
  private static var resolution: Int { 512 }

  /// Returns the samples at another rate. The time of the first one does not change.
  ///
  /// - Parameters:
  ///   - samples: Samples at the old rate, which count as 0 beyond both ends.
  ///   - oldRate: Their rate, in hertz, above 0.
  ///   - newRate: The new rate, in hertz, above 0.
  /// - Returns: Samples of the same duration as `samples`, rounded up to whole samples.
  /// - Complexity: O(*n*) time for *n* samples at the higher of the rates.
  public static func convert(
    _ samples: [Float], from oldRate: Double, to newRate: Double
  ) -> [Float] {
    guard oldRate != newRate, !samples.isEmpty else { return samples }
    let filter = filterValues()
    let ratio = oldRate / newRate
    let scale = min(1, newRate / oldRate)  // a lower rate needs a lower cutoff
    let width = Double(reach) / scale
    let count = Int((Double(samples.count) / ratio).rounded(.up))
    var converted = [Float](repeating: 0, count: count)
    for index in 0..<count {
      let position = Double(index) * ratio
      let first = max(0, Int((position - width).rounded(.up)))
      let last = min(samples.count - 1, Int((position + width).rounded(.down)))
      guard first <= last else { continue }
      var sum = 0.0
      for source in first...last {
        let distance = (position - Double(source)).magnitude * scale * Double(resolution)
        let whole = Int(distance)
        let value = filter[whole] + (distance - Double(whole)) * (filter[whole + 1] - filter[whole])
        sum += value * Double(samples[source])
      }
      converted[index] = Float(sum * scale)
    }
    return converted
  }

  /// One half of the filter, from its middle outwards.
  private static func filterValues() -> [Double] {
    let last = reach * resolution
    return (0...last + 1).map { index in
      guard index < last else { return 0 }
      let distance = Double(index) / Double(resolution)
      let angle = 2 * .pi * cutoff * distance
      let sinc = index == 0 ? 1 : Elementary.sin(angle) / angle
      let turn = .pi * distance / Double(reach)
      let window =
        0.35875 + 0.48829 * Elementary.cos(turn) + 0.14128 * Elementary.cos(2 * turn)
        + 0.01168 * Elementary.cos(3 * turn)
      return 2 * cutoff * sinc * window
    }
  }
}
