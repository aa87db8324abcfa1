/// One of a set of known tones, as detected in one frame.
public struct DetectedTone: Sendable, Hashable {
  /// Its index in the set.
  public var index: Int
  /// Its given frequency, in hertz.
  public var frequency: Double
  /// Its level, in dBFS root mean square: -3.01 for a sine at full scale.
  public var level: Double
  /// The ratio of its power to everything else in the frame (other tones, noise), in decibels, at
  /// most 100.
  public var ratio: Double

  /// Creates a detected tone of these properties.
  public init(index: Int, frequency: Double, level: Double, ratio: Double) {
    self.index = index
    self.frequency = frequency
    self.level = level
    self.ratio = ratio
  }
}
