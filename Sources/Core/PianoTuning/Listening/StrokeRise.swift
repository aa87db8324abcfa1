/// Finds strokes in steps of a stream: a stroke raises the power above what sounded before.
struct StrokeRise: Sendable {
  /// The length of a step, in seconds.
  private static let step = 0.01
  /// The rise of the power at an onset, as a ratio.
  private static let rise = 12.0
  private static let silence = 1e-7
  /// No device gives larger samples: one would hide the strokes after it.
  private static let largestSample: Float = 100

  /// The power of the last step.
  private(set) var power = 0.0
  private var level = 0.0

  /// Returns the number of samples in a step, at a rate in hertz.
  static func stepSize(_ sampleRate: Double) -> Int { max(1, Int(step * sampleRate)) }

  /// Processes one step.
  ///
  /// - Returns: True if a stroke begins in it.
  mutating func process(_ part: [Float]) -> Bool {
    power = 0
    for sample in part where sample.magnitude <= Self.largestSample {
      power += Double(sample) * Double(sample)
    }
    power /= Double(part.count)
    let isOnset = power > Self.silence && power > Self.rise * level
    level = max(0.9 * level, min(power, level + 0.5 * max(1e-12, power)))
    return isOnset
  }

  /// Begins a stroke with the last step: the next one must rise above it.
  mutating func beginStroke() { level = power }
}
