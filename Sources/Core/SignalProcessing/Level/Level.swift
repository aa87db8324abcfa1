/// The level of some samples.
///
/// 0 dBFS is the level of a constant 1: a full-scale sine has a peak of 0 dBFS and a
/// root-mean-square level of -3.01 dBFS. Digital silence is -infinity.
public struct Level: Sendable, Hashable {
  /// The root-mean-square level, in dBFS.
  public var rootMeanSquare: Double
  /// The largest magnitude of a sample, in dBFS.
  public var peak: Double

  /// Creates a level of these properties.
  public init(rootMeanSquare: Double, peak: Double) {
    self.rootMeanSquare = rootMeanSquare
    self.peak = peak
  }

  /// Measures the level of some samples; -infinity for none.
  ///
  /// - Parameter samples: Samples of nominal range -1...1, all finite.
  /// - Complexity: O(*n*) time, no allocation.
  public init(of samples: Span<Float>) {
    var peak: Float = 0
    for index in samples.indices { peak = max(peak, samples[index].magnitude) }
    let meanSquare = samples.isEmpty ? 0 : samples.energy() / Double(samples.count)
    rootMeanSquare = decibels(fromPower: meanSquare)
    self.peak = decibels(fromPower: Double(peak) * Double(peak))
  }

  /// Measures the level of some samples, in an array; -infinity for none.
  ///
  /// - Parameter samples: Samples of nominal range -1...1, all finite.
  public init(of samples: [Float]) { self.init(of: samples.span) }
}

/// Converts a ratio of powers to decibels.
///
/// - Parameter power: A ratio of powers, 0 or more.
/// - Returns: 10 log10(`power`); -infinity for 0.
public func decibels(fromPower power: Double) -> Double {
  10 * Elementary.log10(power)
}

/// Converts decibels to a ratio of amplitudes.
///
/// - Parameter decibels: Any value; -infinity gives 0.
/// - Returns: 10^(`decibels` / 20).
public func amplitude(fromDecibels decibels: Double) -> Double {
  Elementary.exp2(decibels * 0.16609640474436813)  // log2(10) / 20
}
