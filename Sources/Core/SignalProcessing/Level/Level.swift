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
    let (energy, peak) = samples.energyAndPeak()
    let meanSquare = samples.isEmpty ? 0 : energy / Double(samples.count)
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

/// Detects sound by its level, with hysteresis.
///
/// The gate opens when the level reaches ``threshold`` and closes when it falls ``hysteresis``
/// below. An adaptive gate keeps its threshold a margin above the background noise, which it learns
/// from frames without a pitch. Its estimate falls at once and rises slowly.
public struct LevelGate: Sendable {
  /// The source of a gate's threshold.
  public enum Threshold: Sendable, Hashable {
    /// No gate: always open.
    case off
    /// A constant root-mean-square level, in dBFS.
    case fixed(Double)
    /// A margin above the background noise, in decibels, but within limits, in dBFS.
    case adaptive(margin: Double, limits: ClosedRange<Double>)

    /// 8 dB above the noise, within -65...-40 dBFS.
    public static let automatic = Threshold.adaptive(margin: 8, limits: -65 ... -40)
  }

  /// The source of the threshold; a change applies from the next level on. An adaptive gate keeps
  /// its estimate of the noise.
  public var setting: Threshold
  /// The amount by which the level must fall below the threshold to close the gate, in decibels.
  public let hysteresis: Double
  /// True if the latest level passed.
  public private(set) var isOpen = false
  private var noiseFloor: Double
  private var hasLearned = false
  private let riseRate: Double

  /// Creates a closed gate.
  ///
  /// - Parameters:
  ///   - setting: The source of the threshold.
  ///   - hysteresis: The amount by which the level must fall below the threshold to close the gate,
  ///     in decibels, 0 or more.
  ///   - riseRate: The largest rate at which the estimate of the noise rises, in decibels per
  ///     second.
  public init(_ setting: Threshold = .automatic, hysteresis: Double = 4, riseRate: Double = 12) {
    self.setting = setting
    self.hysteresis = hysteresis
    self.riseRate = riseRate
    noiseFloor = -.infinity
    if case .adaptive(let margin, let limits) = setting { noiseFloor = limits.lowerBound - margin }
  }

  /// The background noise that an adaptive gate has learned, in dBFS; -infinity before that, and
  /// for other gates.
  public var noiseLevel: Double {
    guard hasLearned, case .adaptive = setting else { return -.infinity }
    return noiseFloor
  }

  /// The level at which the gate opens, in dBFS; -infinity if it is always open.
  public var threshold: Double {
    switch setting {
    case .off: -.infinity
    case .fixed(let threshold): threshold
    case .adaptive(let margin, let limits):
      min(limits.upperBound, max(limits.lowerBound, noiseFloor + margin))
    }
  }

  /// The level below which the gate is now closed, in dBFS: ``threshold``, minus the hysteresis
  /// while the gate is open.
  public var currentThreshold: Double { isOpen ? threshold - hysteresis : threshold }

  /// Processes the next level.
  ///
  /// - Parameter level: The root-mean-square level, in dBFS.
  /// - Returns: `true` if the gate is open now.
  public mutating func update(level: Double) -> Bool {
    isOpen = setting == .off || level >= currentThreshold
    return isOpen
  }

  /// Learns the background noise from a frame without a pitch.
  ///
  /// - Parameters:
  ///   - level: The root-mean-square level of that frame, in dBFS.
  ///   - duration: The time since the last frame, in seconds.
  public mutating func learnNoise(level: Double, duration: Double) {
    guard case .adaptive(let margin, let limits) = setting else { return }
    let slowest = noiseFloor + riseRate * duration
    noiseFloor = max(limits.lowerBound - margin, min(level, slowest))
    hasLearned = true
  }
}

/// Detects clipping: more than three samples that reach full scale.
package struct ClippingCounter: Sendable, Hashable {
  private static let fullScale: Float = 0.999
  private static let mostByChance = 3

  private var count = 0

  /// Creates a counter without samples.
  package init() {}

  /// True if the samples so far were clipped.
  package var isClipped: Bool { count > Self.mostByChance }

  /// Counts clipped samples.
  ///
  /// - Parameter samples: Any number, with any values.
  /// - Complexity: O(*n*) time, no allocation.
  package mutating func append(_ samples: Span<Float>) {
    for index in samples.indices where samples[index].magnitude >= Self.fullScale { count += 1 }
  }

  /// Counts clipped samples, in an array.
  ///
  /// - Parameter samples: Any number, with any values.
  package mutating func append(_ samples: [Float]) { append(samples.span) }
}
