/// Measures the output of a renderer, so that clipping does not go unnoticed.
public struct SoundMeter: Sendable, Hashable {
  /// The largest magnitude of a sample so far.
  public private(set) var peak: Float = 0
  /// The number of samples so far that were beyond ±1, or not finite.
  public private(set) var overCount = 0

  /// Creates a meter without measurements.
  public init() {}

  /// Takes notice of samples.
  ///
  /// - Parameter samples: Nominal range -1...1, any count.
  /// - Complexity: O(*n*) time, no allocation.
  public mutating func measure(_ samples: Span<Float>) {
    for index in samples.indices {
      let magnitude = samples[index].magnitude
      if magnitude <= 1 {
        peak = max(peak, magnitude)
      } else {  // also NaN
        overCount += 1
        if magnitude > peak { peak = magnitude }
      }
    }
  }

  /// Takes notice of samples, in an array.
  ///
  /// - Parameter samples: Nominal range -1...1, any count.
  public mutating func measure(_ samples: [Float]) { measure(samples.span) }
}
