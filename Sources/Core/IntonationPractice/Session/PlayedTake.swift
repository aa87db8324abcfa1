package import OnsetDetection

/// What was played, and what its times are compared with.
package struct PlayedTake: Sendable {
  /// The notes, by onset.
  package private(set) var notes: [PlayedNote]
  /// The onsets of all sounds of the player.
  package private(set) var onsets: [Onset]
  /// What the times are compared with.
  package private(set) var plan: TimingPlan
  /// The clicks that were looked for in the sound; `nil` if there were none.
  package private(set) var heard: HeardClicks?

  /// Creates a take without a click.
  ///
  /// - Parameters:
  ///   - notes: The notes, by onset.
  ///   - onsets: The onsets of all sounds.
  ///   - plan: What the times are compared with.
  package init(notes: [PlayedNote] = [], onsets: [Onset] = [], plan: TimingPlan = TimingPlan()) {
    self.notes = notes
    self.onsets = onsets
    self.plan = plan
  }

  /// Compares the times with clicks, or with a melody that was played meanwhile.
  ///
  /// If the microphone heard the clicks, these are left out of the onsets, the notes that they divided
  /// are joined, and the clicks are the reference as they were heard: their latency needs no measurement.
  ///
  /// - Parameters:
  ///   - clicks: The clicks, with their count-in; none for a melody.
  ///   - origin: When the score started, as it would be heard with the latency that is known, in seconds.
  ///   - latency: The latency in `origin`, in seconds; `nil` if it is not known.
  package mutating func follow(
    _ clicks: [PracticeClicks.Click], origin: Double, latency: Double?
  ) {
    plan.clickStart = origin
    plan.isLatencyKnown = latency != nil
    guard !clicks.isEmpty else { return }
    let lastCountIn = clicks.last { $0.isCountIn }?.time ?? 0
    let found = HeardClicks(
      onsets: onsets, clicks: clicks, origin: origin,
      start: origin - (latency ?? 0) - 0.5 * lastCountIn.magnitude)
    heard = found
    onsets = found.played
    guard let delay = found.delay else { return }
    notes = found.joined(notes, clicks: clicks.filter { !$0.isCountIn }.map { origin + $0.time })
    plan.clickStart = origin + delay
    plan.isLatencyKnown = true
  }
}
