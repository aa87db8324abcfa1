import InstrumentTuning
import OnsetDetection
import PitchEstimation

/// What the tuner shows with `--freeze`, with the onsets of the sound.
struct FrozenPitch: Sendable {
  private let watch: OnsetWatch
  private var note = FrozenNote(onsetLatency: OnsetDetector.latency)
  /// The time of the first reading of this device: onsets count from there.
  private var startTime: Double?

  /// - Parameter watch: The onsets of the sound.
  init(_ watch: OnsetWatch) { self.watch = watch }

  /// The note that is shown; `nil` before the first one, and while the pitch of one is not known.
  var shown: TunerReading? { note.shown }

  /// Begins again, because a device has started.
  mutating func start() {
    note = FrozenNote(onsetLatency: OnsetDetector.latency)
    startTime = nil
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
    for onset in watch.take() { note.begin(at: start + onset) }
    return note.take(reading, setup.mode, setup.tuner)
  }

  /// Ends the sound.
  ///
  /// - Parameter setup: The targets.
  /// - Returns: The last note, if its pitch has not been shown yet.
  mutating func finish(_ setup: TunerSetup) -> TunerReading? {
    note.finish(setup.mode, setup.tuner)
  }

  /// Compares the note that is shown with another setup.
  mutating func readAgain(_ setup: TunerSetup) { note.readAgain(setup.mode, setup.tuner) }
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
