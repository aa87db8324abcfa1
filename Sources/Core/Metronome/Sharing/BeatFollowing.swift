import ToneGeneration

/// Guides a click track along a beat from outside, whatever that does.
package struct BeatFollowing: Sendable {
  /// The track on the beat; `nil` before it, and after ``leave()``.
  package var lock: BeatLock?
  /// By how much the loudspeaker was known to be late, in nanoseconds.
  private var correction: Int64 = 0
  /// The beat of the track before which it is silent.
  private var firstBeat = -Double.infinity

  /// Creates one that follows nothing yet.
  package init() {}

  /// Steers a track, or restarts it where steering is not enough.
  ///
  /// - Parameters:
  ///   - track: The clicks, before their next sample is rendered.
  ///   - course: The beat.
  ///   - key: What it counts from.
  ///   - time: When that sample will be heard, in nanoseconds.
  ///   - rate: Seconds of that clock per second of sound.
  ///   - frame: The sample of the sound.
  ///   - correction: By how much the loudspeaker is late, in nanoseconds: it plays what is due later.
  ///   - rhythm: What is clicked in each bar; `nil` for the plain beats of the course's meter.
  ///   - isSession: Whether the beat is exact at every moment and shared by equals, so that clicks join it
  ///     with a bar, and catch up with a step of its tempo at once.
  /// - Returns: Whether the track is another one now.
  package mutating func follow(
    _ track: inout ClickTrack, on course: BeatCourse, key: BeatKey, at time: Int64, rate: Double,
    frame: Int64, correction: Int64 = 0, rhythm: TempoSection? = nil, isSession: Bool = false
  ) -> Bool {
    let heard = time + correction
    let isMoved = Double((correction - self.correction).magnitude) > BeatSteering.tolerance * 1e9
    self.correction = correction
    // A correction found while the clicks are silent applies at once: steering there would take
    // seconds.
    let isOn =
      !isMoved
      && lock?.steer(&track, on: course, key: key, at: heard, rate: rate, frame: frame) ?? false
    guard !isOn else { return false }
    let isNew = lock == nil
    lock = BeatLock(
      &track, on: course, key: key, at: heard, rate: rate, frame: frame, rhythm: rhythm,
      catchesUp: isSession)
    // Those that join are silent up to the next bar; those that play jump only if the beat does.
    let barBeats = Double(course.meter.beatCount)
    firstBeat =
      isNew && isSession
      ? (track.schedule.beat(at: track.position) / barBeats).rounded(.down) * barBeats + barBeats
      : -.infinity
    return true
  }

  /// Follows nothing any more.
  package mutating func leave() { lock = nil }

  /// Returns whether a track is still silent because it joins others at the start of a bar.
  ///
  /// - Parameters:
  ///   - track: The clicks.
  ///   - position: The end of the next block, in samples of the track.
  /// - Returns: False for a track that follows nothing.
  package func isSilent(_ track: ClickTrack, until position: Int64) -> Bool {
    lock != nil && track.schedule.beat(at: position) < firstBeat
  }
}
