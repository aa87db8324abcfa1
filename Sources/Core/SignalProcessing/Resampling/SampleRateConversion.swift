/// Converts a whole array of samples to another sample rate with a ``SampleRateConverter``.
public enum SampleRateConversion {
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
    var converter = SampleRateConverter(from: oldRate, to: newRate)
    var converted = converter.append(samples)
    converted += converter.finish()
    return converted
  }
}
