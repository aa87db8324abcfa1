/// A meter for display that rises fast and falls slowly, like a studio meter.
///
/// The root-mean-square reading follows the power with a time constant; the peak reading rises at
/// once and falls at a constant rate in decibels.
public struct LevelMeter: Sendable {
  /// The latest reading, in dBFS.
  public private(set) var level = Level(rootMeanSquare: -.infinity, peak: -.infinity)
  private let sampleRate: Double
  private let timeConstant: Double
  private let peakDecay: Double
  private var meanSquare = 0.0

  /// Creates a meter that shows silence.
  ///
  /// - Parameters:
  ///   - sampleRate: Samples per second, in hertz, greater than 0.
  ///   - timeConstant: The time in which the mean square follows a step to 63 %, in seconds.
  ///   - peakDecay: The rate at which the peak reading falls, in decibels per second.
  public init(sampleRate: Double, timeConstant: Double = 0.1, peakDecay: Double = 20) {
    self.sampleRate = sampleRate
    self.timeConstant = timeConstant
    self.peakDecay = peakDecay
  }

  /// Takes in the next samples, any count, and returns the new reading.
  ///
  /// - Parameter block: Samples of nominal range -1...1, all finite.
  /// - Returns: The level after the block, in dBFS.
  /// - Complexity: O(*n*) time, no allocation.
  @discardableResult
  public mutating func process(_ block: Span<Float>) -> Level {
    guard !block.isEmpty else { return level }
    let duration = Double(block.count) / sampleRate
    let keep = Elementary.exp(-duration / timeConstant)
    let measured = Level(of: block)
    meanSquare = keep * meanSquare + (1 - keep) * block.energy() / Double(block.count)
    level.rootMeanSquare = decibels(fromPower: meanSquare)
    level.peak = max(measured.peak, level.peak - peakDecay * duration)
    return level
  }

  /// Takes in the next samples, in an array, and returns the new reading.
  ///
  /// - Parameter block: Samples of nominal range -1...1, all finite.
  /// - Returns: The level after the block, in dBFS.
  @discardableResult
  public mutating func process(_ block: [Float]) -> Level { process(block.span) }
}
