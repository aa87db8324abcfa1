/// Converts a stream of samples to another sample rate, block by block.
///
/// Each new sample is a sum of the old ones, weighted with a sinc function under a four-term
/// Blackman-Harris window of 48 zero crossings to either side. Up to 0.43 of the lower rate, levels
/// change by at most 0.01 dB; beyond 0.51 of it, everything is attenuated by 90 dB. The size of the
/// blocks does not change the new samples.
///
/// - Complexity: O(*n*) time for *n* samples at the higher of the rates. Every call allocates.
/// - SeeAlso: J. O. Smith, P. Gossett, "A flexible sampling-rate conversion method", ICASSP 1984;
///   F. Harris, "On the use of windows for harmonic analysis with the discrete Fourier transform",
///   Proceedings of the IEEE 66(1), 1978.
public struct SampleRateConverter: Sendable {
  /// Zero crossings to either side.
  private static var reach: Int { 48 }
  /// The frequency at which the filter is 6 dB down, as a share of the lower rate.
  private static var cutoff: Double { 0.47 }
  /// The number of values of the filter between two zero crossings, with interpolation between
  /// them.
  private static var resolution: Int { 512 }

  /// Old samples per new sample.
  private let ratio: Double
  private let scale: Double
  /// Half of the width of the filter, in old samples.
  private let width: Double
  private let filter: [Double]
  /// The old samples that are still needed.
  private var pending: [Float] = []
  private var pendingStart = 0
  private var nextIndex = 0

  /// Creates a converter at the start of a stream.
  ///
  /// - Parameters:
  ///   - oldRate: The rate of the input, in hertz, above 0.
  ///   - newRate: The rate of the output, in hertz, above 0.
  public init(from oldRate: Double, to newRate: Double) {
    ratio = oldRate / newRate
    scale = min(1, newRate / oldRate)  // a lower rate needs a lower cutoff
    width = Double(Self.reach) / scale
    filter = Self.filterValues()
  }

  /// Converts the next samples.
  ///
  /// - Parameter samples: Samples at the old rate.
  /// - Returns: The new samples that no later one changes, delayed by half of the filter.
  public mutating func append(_ samples: [Float]) -> [Float] {
    pending += samples
    let end = pendingStart + pending.count
    var converted: [Float] = []
    while Double(nextIndex) * ratio + width < Double(end) {
      converted.append(nextSample(end: end))
    }
    forget(before: Int((Double(nextIndex) * ratio - width).rounded(.down)))
    return converted
  }

  /// Ends the stream: zeros follow.
  ///
  /// - Returns: The last samples, so that the duration is that of the old samples, rounded up to
  ///   whole samples.
  public mutating func finish() -> [Float] {
    let end = pendingStart + pending.count
    let count = Int((Double(end) / ratio).rounded(.up))
    var converted: [Float] = []
    while nextIndex < count { converted.append(nextSample(end: end)) }
    return converted
  }

  private mutating func nextSample(end: Int) -> Float {
    let position = Double(nextIndex) * ratio
    nextIndex += 1
    let first = max(0, Int((position - width).rounded(.up)))
    let last = min(end - 1, Int((position + width).rounded(.down)))
    guard first <= last else { return 0 }
    var sum = 0.0
    for source in first...last {
      let distance = (position - Double(source)).magnitude * scale * Double(Self.resolution)
      let whole = Int(distance)
      let value = filter[whole] + (distance - Double(whole)) * (filter[whole + 1] - filter[whole])
      sum += value * Double(pending[source - pendingStart])
    }
    return Float(sum * scale)
  }

  private mutating func forget(before position: Int) {
    let count = min(pending.count, max(0, position - pendingStart))
    pending.removeFirst(count)
    pendingStart += count
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
