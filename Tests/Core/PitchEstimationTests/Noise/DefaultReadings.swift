import PitchEstimation

/// The readings of the tracker as it is by default, 100 per second.
enum DefaultReadings {
  static let sampleRate = 44_100.0

  static func of(_ samples: [Float]) throws -> [PitchReading] {
    let tracker = try MultiresolutionTracker(
      sampleRate: sampleRate, searchRange: 26...4435, hopSize: 441)
    return tracker.readings(of: samples)
  }
}
