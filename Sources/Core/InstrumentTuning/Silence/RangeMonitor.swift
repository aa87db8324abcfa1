package import PitchEstimation

/// Detects sound that stays outside the range of pitches, and reports it once.
package struct RangeMonitor: Sendable {
  /// The shortest duration that is reported, in seconds: longer than a hiss or a thump.
  package static let leastDuration = 0.3

  /// The side of the last sound that was reported; `nil` if there was none.
  package private(set) var lastSide: RangeSide?
  private var start: Double?
  private var side: RangeSide?
  private var hasReported = false

  /// Creates a monitor at the start of a track.
  package init() {}

  /// Processes the next reading.
  ///
  /// - Parameter reading: The next reading of a track, in chronological order.
  /// - Returns: The side of the sound, as soon as it has lasted long enough.
  package mutating func process(_ reading: PitchReading) -> RangeSide? {
    let now = reading.isAboveGate ? reading.rangeSide : nil
    if now != side { (side, start, hasReported) = (now, reading.time, false) }
    guard let now, let start, !hasReported, reading.time - start >= Self.leastDuration else {
      return nil
    }
    (hasReported, lastSide) = (true, now)
    return now
  }
}
