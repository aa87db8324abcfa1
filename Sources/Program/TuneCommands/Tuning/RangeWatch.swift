import PitchEstimation

/// Notices sound that lies beyond the range of pitches for long enough to say so, once.
struct RangeWatch: Sendable {
  /// How long it must sound, in seconds: longer than a hiss or a thump.
  static let leastDuration = 0.3

  /// Where the last sound lay that was said to be beyond the range; `nil` if there was none.
  private(set) var lastSide: RangeSide?
  private var start: Double?
  private var side: RangeSide?
  private var hasSaid = false

  /// Takes the next reading.
  ///
  /// - Parameter reading: The next reading of a track, in chronological order.
  /// - Returns: Where the sound lies, if that has just become clear.
  mutating func take(_ reading: PitchReading) -> RangeSide? {
    let now = reading.isAboveGate ? reading.rangeSide : nil
    if now != side { (side, start, hasSaid) = (now, reading.time, false) }
    guard let now, let start, !hasSaid, reading.time - start >= Self.leastDuration else {
      return nil
    }
    (hasSaid, lastSide) = (true, now)
    return now
  }
}

extension RangeSide {
  /// What to do about it, for the user.
  package var advice: String {
    switch self {
    case .below: "the sound is below the range; --range widens it"
    case .above: "the sound is above the range; --range widens it"
    }
  }
}
