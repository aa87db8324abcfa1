package import PitchEstimation

/// Collects how loud a track is, and for how long: what there is to say of one without a tone.
package struct LoudnessMonitor: Sendable {
  /// Quieter than this is silence for people, in dBFS.
  package static let quietLevel = -60.0
  /// The duration of loud sound that is not short, in seconds.
  private static let leastDuration = 0.3

  private var loudDuration = 0.0
  private var lastTime: Double?
  /// The level of the loudest reading, in dBFS; `nil` if all were silence for people.
  package private(set) var loudest: Double?

  /// Creates a monitor at the start of a track.
  package init() {}

  /// Processes the next reading of a track, in chronological order.
  package mutating func process(_ reading: PitchReading) {
    defer { lastTime = reading.time }
    guard reading.level > Self.quietLevel else { return }
    loudDuration += reading.time - (lastTime ?? reading.time)
    loudest = max(loudest ?? reading.level, reading.level)
  }

  /// True if loud sound lasted too short a time for a pitch.
  package var isShort: Bool { loudDuration < Self.leastDuration }
}
