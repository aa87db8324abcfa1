import PitchToMIDI

/// The messages that go with the ticks of a clock: start, stop, and where to continue.
///
/// A receiver that has missed the start gets the song position and "continue" at the next sixteenth
/// note, because song positions count sixteenths.
struct ClockSequence: Sendable {
  private(set) var isRunning = false

  /// - Parameter position: The ticks since the first bar; `nil` for those of a count-in.
  /// - Returns: What to send at a tick, in order.
  mutating func messages(at position: Int64?) -> [MIDIMessage] {
    guard !isRunning, let position, position.isMultiple(of: Self.ticksPerSixteenth) else {
      return [.timingClock]
    }
    isRunning = true
    if position == 0 { return [.start, .timingClock] }
    let sixteenths = position / Self.ticksPerSixteenth
    // Beyond 1024 bars of 4/4 no position can be said: the receiver continues from where it is.
    guard let place = UInt16(exactly: sixteenths), place < 1 << 14 else {
      return [.continue, .timingClock]
    }
    return [.songPosition(place), .continue, .timingClock]
  }

  /// - Returns: What to send where the ticks end or are interrupted.
  mutating func halt() -> [MIDIMessage] {
    defer { isRunning = false }
    return isRunning ? [.stop] : []
  }

  private static var ticksPerSixteenth: Int64 { 6 }
}
