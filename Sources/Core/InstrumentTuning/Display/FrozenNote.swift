internal import OnsetDetection
internal import PitchEstimation

/// The display of a tuner while the pitch is frozen: the first stable pitch of a note, held until
/// the next note begins.
///
/// A player who watches the needle corrects the note by eye, and the ear learns nothing.
package struct FrozenNote: Sendable {
  private var follower: FirstPitchFollower
  private var last: PitchReading?
  /// The note that is shown; `nil` before the first one, and while the pitch of one is not known.
  package private(set) var shown: TunerReading?

  /// Creates one that shows nothing yet.
  package init() {
    follower = FirstPitchFollower(onsetLatency: OnsetDetector.latency)
  }

  /// Processes the next observation.
  ///
  /// - Parameters:
  ///   - observation: The next one of a listener that detects onsets.
  ///   - mode: The targets, which the first stable pitch is compared with.
  ///   - tuner: Concert pitch, spelling and tolerance.
  /// - Returns: The note to show, if its pitch has just been found.
  package mutating func process(
    _ observation: TunerObservation, _ mode: TargetMode, _ tuner: Tuner
  ) -> TunerReading? {
    for onset in observation.onsets { follower.begin(at: onset) }
    follower.update(observation.pitch)
    return follow(observation.pitch, mode, tuner)
  }

  /// Ends the sound.
  ///
  /// - Parameters:
  ///   - mode: The targets.
  ///   - tuner: Concert pitch, spelling and tolerance.
  /// - Returns: The last note, if its pitch has not been shown yet.
  package mutating func finish(_ mode: TargetMode, _ tuner: Tuner) -> TunerReading? {
    follower.finish()
    return last.flatMap { follow($0, mode, tuner) }
  }

  private mutating func follow(
    _ reading: PitchReading, _ mode: TargetMode, _ tuner: Tuner
  ) -> TunerReading? {
    last = reading
    var found: TunerReading?
    while let event = follower.next() {
      switch event {
      case .began: (shown, found) = (nil, nil)
      case .found(let pitch):
        found = Self.judge(pitch, like: reading, mode, tuner)
        shown = found
      }
    }
    return found
  }

  private static func judge(
    _ pitch: StableStretch, like reading: PitchReading, _ mode: TargetMode, _ tuner: Tuner
  ) -> TunerReading {
    var reading = reading
    reading.time = pitch.start
    return TunerEngine.steadyReading(of: pitch.frequency, like: reading, mode: mode, tuner: tuner)
  }

  /// Compares the note that is shown with other targets.
  package mutating func readAgain(_ mode: TargetMode, _ tuner: Tuner) {
    guard let reading = shown?.pitch, let frequency = reading.frequency else { return }
    shown = Self.judge(
      StableStretch(start: reading.time, duration: 0, frequency: frequency), like: reading, mode,
      tuner)
  }
}
