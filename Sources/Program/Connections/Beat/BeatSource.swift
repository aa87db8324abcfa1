import Metronome

/// Where a metronome's beat comes from, if not from itself.
protocol BeatSource: AnyObject, Sendable {
  /// What the clicks are to follow now.
  func guidance() -> BeatGuidance

  /// Learns what the metronome plays by itself.
  ///
  /// - Parameters:
  ///   - course: The beat on the computer's clock; `nil` while its times are unknown.
  ///   - section: Another number for each section that it enters.
  func publish(_ course: BeatCourse?, section: UInt32)

  /// A sentence on what a user should know; each once.
  func takeNews() -> String?

  /// Ends.
  func close()
}

/// What the clicks are to follow.
enum BeatGuidance: Sendable, Hashable {
  /// Their own tempo map.
  case own
  /// Something that is not known yet.
  case waiting
  /// A beat on the computer's clock. Another key means that it counts from another beginning.
  case course(BeatCourse, key: Key)
  /// A beat that has been stopped.
  case stopped

  struct Key: Sendable, Hashable {
    var source: Int
    var section: UInt32
  }
}
