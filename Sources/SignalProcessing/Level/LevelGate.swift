/// Decides from the level whether anything sounds at all, with hysteresis.
///
/// The gate opens when the level reaches ``threshold`` and closes when it falls ``hysteresis``
/// below. An adaptive gate keeps its threshold a margin above the background noise, which it learns
/// from frames that carry no pitch: its estimate falls at once and rises slowly.
public struct LevelGate: Sendable {
  /// Where the threshold of a gate comes from.
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

  /// Where the threshold comes from; a change counts from the next level on. What an adaptive gate
  /// has learnt of the noise is kept.
  public var setting: Threshold
  /// How far the level must fall below the threshold to close the gate, in decibels.
  public let hysteresis: Double
  /// Whether the latest level passed.
  public private(set) var isOpen = false
  private var noiseFloor: Double
  private let riseRate: Double

  /// Creates a closed gate.
  ///
  /// - Parameters:
  ///   - setting: Where the threshold comes from.
  ///   - hysteresis: How far the level must fall below the threshold to close the gate, in
  ///     decibels, 0 or more.
  ///   - riseRate: How fast the estimate of the noise may rise, in decibels a second.
  public init(_ setting: Threshold = .automatic, hysteresis: Double = 4, riseRate: Double = 12) {
    self.setting = setting
    self.hysteresis = hysteresis
    self.riseRate = riseRate
    noiseFloor = -.infinity
    if case .adaptive(let margin, let limits) = setting { noiseFloor = limits.lowerBound - margin }
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

  /// The level below which the gate is closed now, in dBFS: ``threshold``, less the hysteresis
  /// while the gate is open.
  public var currentThreshold: Double { isOpen ? threshold - hysteresis : threshold }

  /// Takes in the next level.
  ///
  /// - Parameter level: The root-mean-square level, in dBFS.
  /// - Returns: Whether the gate is open now.
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
  }
}
