import InstrumentTuning
import OnsetDetection
import PitchEstimation

/// What the tuner shows with `--freeze`: the first stable pitch of a note, which stays until the
/// next note begins.
///
/// Whoever sees the needle while playing corrects what he sees, and the ear learns nothing.
struct FrozenPitch: Sendable {
  private let watch: OnsetWatch
  private var follower = FirstPitchFollower(onsetLatency: OnsetDetector.latency)
  /// The time of the first reading of this device: onsets count from there.
  private var startTime: Double?
  /// The note that is shown; `nil` before the first one, and while the pitch of one is not known.
  private(set) var shown: TunerReading?

  /// - Parameter watch: The onsets of the sound.
  init(_ watch: OnsetWatch) { self.watch = watch }

  /// Begins again, because a device has started.
  mutating func start() {
    follower = FirstPitchFollower(onsetLatency: OnsetDetector.latency)
    (startTime, shown) = (nil, nil)
  }

  /// Takes the next reading.
  ///
  /// - Parameters:
  ///   - reading: The next reading.
  ///   - setup: The targets, which the first stable pitch is compared with.
  /// - Returns: The note to show, if its pitch has just been found.
  mutating func take(_ reading: PitchReading, _ setup: TunerSetup) -> TunerReading? {
    let start = startTime ?? reading.time
    startTime = start
    for onset in watch.take() { follower.begin(at: start + onset) }
    follower.update(reading)
    return follow(reading, setup)
  }

  /// Ends the sound.
  ///
  /// - Parameter setup: The targets.
  /// - Returns: The last note, if its pitch has not been shown yet.
  mutating func finish(_ setup: TunerSetup) -> TunerReading? {
    follower.finish()
    return last.flatMap { follow($0, setup) }
  }

  private var last: PitchReading?

  private mutating func follow(_ reading: PitchReading, _ setup: TunerSetup) -> TunerReading? {
    last = reading
    var found: TunerReading?
    while let event = follower.next() {
      switch event {
      case .began: (shown, found) = (nil, nil)
      case .found(let pitch):
        found = Self.judge(pitch, like: reading, setup)
        shown = found
      }
    }
    return found
  }

  /// Compares a pitch with its target, as a tuner does that has heard nothing else for a second.
  private static func judge(
    _ pitch: StableStretch, like reading: PitchReading, _ setup: TunerSetup
  ) -> TunerReading {
    var engine = TunerEngine(mode: setup.mode, tuner: setup.tuner)
    var reading = reading
    reading.candidate = PitchCandidate(
      frequency: pitch.frequency, periodicity: max(reading.periodicity, 0.9))
    reading.isVoiced = true
    reading.time = pitch.start - 1
    var result = engine.process(reading)
    for step in 1...100 {
      reading.time = pitch.start - 1 + 0.01 * Double(step)
      result = engine.process(reading)
    }
    return result
  }

  /// Compares the note that is shown with another setup.
  mutating func readAgain(_ setup: TunerSetup) {
    guard let reading = shown?.pitch, let frequency = reading.frequency else { return }
    shown = Self.judge(
      StableStretch(start: reading.time, duration: 0, frequency: frequency), like: reading, setup)
  }
}

extension TunerViewKind {
  /// True if the view moves with the pitch while a note sounds.
  var followsPitch: Bool {
    switch self {
    case .strobe, .knob, .playing, .strum: true
    case .needle, .history, .spectrum, .wave: false
    }
  }

  /// The views to choose from while the pitch is frozen.
  static let steady = allCases.filter { !$0.followsPitch }
}
