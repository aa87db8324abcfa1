import AudioDevices
import InstrumentTuning
import MusicTheory
import PitchEstimation

/// From the events of a source to what a tuner shows: one value that knows no terminal, no clock.
struct TunerModel: Sendable {
  /// What the view draws.
  private(set) var state: TunerState

  /// A reading with its note, for the feeds.
  struct Result: Sendable, Hashable {
    /// As the tracker found it, for programs; times go on when the source is interrupted.
    var reading: PitchReading
    /// The note of `reading`, while it is voiced.
    var note: TunerReading?
    /// The calmer note of the display, for people; `nil` while nothing sounds.
    var displayed: TunerReading?
    /// Whether `displayed` is only held.
    var isHeld: Bool
  }

  private let makeTracker: @Sendable (_ sampleRate: Double) throws -> PitchTracker<NamedEstimator>
  private var tracker: PitchTracker<NamedEstimator>?
  private var stabilizer = PitchStabilizer()
  private var feedTuner: Tuner
  private var displayTuner: Tuner
  private var timeOffset = 0.0  // of the tracker's times, in seconds
  private var time = 0.0
  private var noticeEnd = Double.infinity

  /// Creates a model that has heard nothing.
  ///
  /// - Parameters:
  ///   - tuner: Concert pitch, spelling and tolerance.
  ///   - makeTracker: Makes a tracker for a sample rate, each time the source starts.
  init(
    tuner: Tuner,
    makeTracker: @escaping @Sendable (_ sampleRate: Double) throws -> PitchTracker<NamedEstimator>
  ) {
    feedTuner = tuner
    displayTuner = tuner
    self.makeTracker = makeTracker
    state = TunerState()
    state.concertPitch = tuner.concertPitch.frequency
    state.spelling = tuner.spelling
    state.tolerance = tuner.tolerance
  }

  /// Takes the next event of the source.
  ///
  /// - Returns: The readings that it completed, in order of time.
  /// - Throws: `EstimatorError` if the source cannot carry what was asked for.
  mutating func take(_ event: AudioSourceEvent) throws -> [Result] {
    switch event {
    case .started(let deviceName, let sampleRate):
      timeOffset = tracker == nil ? 0 : time
      tracker = try makeTracker(sampleRate)
      state.source = deviceName
    case .block(let samples):
      tracker?.append(samples.span)
      return drain()
    case .dropped(let sampleCount, _):
      timeOffset += Double(sampleCount) / (tracker?.sampleRate ?? 48_000)
      notice(event, duration: 3)
    case .lost, .retrying:
      state.reading = nil
      state.level = -.infinity
      notice(event, duration: .infinity)
    case .resumed:
      notice(event, duration: 3)
    case .ended:
      tracker?.finish()
      return drain()
    }
    return []
  }

  /// The readings that are complete by now.
  private mutating func drain() -> [Result] {
    var results: [Result] = []
    while var reading = tracker?.next() {
      reading.time += timeOffset
      time = reading.time
      results.append(take(reading))
    }
    return results
  }

  private mutating func take(_ reading: PitchReading) -> Result {
    let stable = stabilizer.update(reading)
    let note = feedTuner.read(reading.frequency)
    let displayed = displayTuner.read(stable.frequency)
    if time >= noticeEnd {
      state.notice = nil
      noticeEnd = .infinity
    }
    if !state.isPaused {
      state.reading = displayed
      state.isHeld = stable.isHeld
      state.level = reading.level
      state.gateThreshold = reading.gateThreshold
      state.history.append(time: time, cents: stable.isHeld ? nil : displayed?.cents)
    }
    return Result(reading: reading, note: note, displayed: displayed, isHeld: stable.isHeld)
  }

  private mutating func notice(_ event: AudioSourceEvent, duration: Double) {
    state.notice = event.notice ?? state.notice
    noticeEnd = time + duration
  }
}

// MARK: - Keys

extension TunerModel {
  /// Takes a key. Quitting is the caller's business.
  mutating func press(_ key: Key) {
    switch key {
    case .left: setConcertPitch(state.concertPitch - 1)
    case .right: setConcertPitch(state.concertPitch + 1)
    case .down: setConcertPitch(state.concertPitch - 0.1)
    case .up: setConcertPitch(state.concertPitch + 0.1)
    case .character("#"), .character("♯"): setSpelling(.sharps)
    case .character("b"), .character("♭"): setSpelling(.flats)
    case .character("p"), .character("P"), .character(" "): state.isPaused.toggle()
    default: break
    }
  }

  /// Beyond the limits of a concert pitch, nothing happens.
  private mutating func setConcertPitch(_ frequency: Double) {
    // Tenths, so that ten small steps make one great one.
    guard let concertPitch = try? ConcertPitch((frequency * 10).rounded() / 10) else { return }
    state.concertPitch = concertPitch.frequency
    feedTuner.concertPitch = concertPitch
    displayTuner.concertPitch = concertPitch
    displayTuner.reset()
    showAgain()
  }

  private mutating func setSpelling(_ spelling: Spelling) {
    state.spelling = spelling
    feedTuner.spelling = spelling
    displayTuner.spelling = spelling
    showAgain()
  }

  /// A paused or held note follows a new setting at once.
  private mutating func showAgain() {
    if let frequency = state.reading?.frequency { state.reading = displayTuner.read(frequency) }
  }
}

extension AudioSourceEvent {
  /// What a user should know about the event; `nil` if everything is as it should be.
  var notice: String? {
    switch self {
    case .dropped(let sampleCount, let overflowCount):
      sampleCount > 0
        ? "\(sampleCount) samples were dropped"
        : "the device dropped samples \(overflowCount) times"
    case .lost(let reason): "the device is lost: \(reason)"
    case .retrying(let attempt, let delay):
      "the device is lost; attempt \(attempt) in \((delay / .seconds(1)).formatted(decimals: 1)) s"
    case .resumed: "the device is back"
    case .started, .block, .ended: nil
    }
  }
}
