import InstrumentTuning
import LiveAudio
import MusicTheory
import PitchEstimation

/// From readings and other events to what a tuner shows: one value that knows no terminal, no clock.
struct TunerModel: Sendable {
  /// What the view draws.
  var state: TunerState

  /// A reading with its note, for the feeds.
  struct Result: Sendable, Hashable {
    /// As the tracker found it, for programs.
    var reading: PitchReading
    /// The note of `reading`, while it is voiced.
    var note: TunerReading?
    /// The calmer note of the display, for people; `nil` while nothing sounds.
    var displayed: TunerReading?
    /// Whether `displayed` is only held.
    var isHeld: Bool
    /// The string or note to tune to, if it is more than the nearest note.
    var target: TuningTarget?
    /// Whether the tone has been in tune for long enough to say so.
    var isInTune = false
  }

  /// The error of the microphone's clock.
  var clock = ClockCalibration.none
  private var feedTuner: Tuner
  private(set) var displayTuner: TargetTuner
  private var time = 0.0
  private var noticeEnd = Double.infinity
  private var muteEnd = -Double.infinity
  private(set) var lastNote: Note?

  /// Creates a model that has heard nothing.
  init(tuner: Tuner, target: TargetChoice = TargetChoice(mode: .chromatic)) {
    feedTuner = tuner
    displayTuner = TargetTuner(mode: target.mode, tuner: tuner)
    state = TunerState()
    state.concertPitch = tuner.concertPitch.frequency
    state.spelling = tuner.spelling
    state.tolerance = tuner.tolerance
    state.mode = target.mode
    state.tuningTitle = target.title
  }

  /// Takes the next event.
  ///
  /// - Returns: What became of it, if it is a reading.
  mutating func take(_ event: LivePitchEvent) -> Result? {
    switch event {
    case .reading(var reading):
      if let candidate = reading.candidate {
        reading.candidate?.frequency = clock.corrected(candidate.frequency)
      }
      return take(reading)
    case .started(let deviceName, _):
      state.isLost = false
      state.source = clock == .none ? deviceName : deviceName + ", " + clockText
    case .dropped, .resumed:
      notice(event, duration: 3)
    case .lost, .retrying:
      state.isLost = true
      state.reading = nil
      state.level = -.infinity
      notice(event, duration: .infinity)
    case .skipped, .ended:
      break  // the view shows the newest reading anyway
    }
    return nil
  }

  private mutating func take(_ reading: PitchReading) -> Result {
    time = reading.time
    guard state.reference == nil, time >= muteEnd else { return ignore(reading) }
    let result = displayTuner.update(reading)
    let note = feedTuner.read(reading.frequency)
    endNotice()
    lastNote = result.reading?.note ?? lastNote
    if !state.isPaused {
      state.reading = result.reading
      state.isHeld = result.isHeld
      state.target = result.target
      state.isInTune = result.isInTune
      state.level = reading.level
      state.gateThreshold = reading.gateThreshold
      state.history.append(time: time, cents: result.isHeld ? nil : result.reading?.cents)
    }
    let isChosen = displayTuner.mode != .chromatic
    return Result(
      reading: reading, note: note, displayed: result.reading, isHeld: result.isHeld,
      target: isChosen ? result.target : nil, isInTune: result.isInTune)
  }

  private var clockText: String {
    "clock \(clock.partsPerMillion.signed(decimals: 1)) ppm"
  }

  private mutating func notice(_ event: LivePitchEvent, duration: Double) {
    notice(event.notice ?? state.notice, duration: duration)
  }

  /// Shows a notice for some seconds.
  mutating func notice(_ text: String?, duration: Double) {
    state.notice = text
    noticeEnd = time + duration
  }

  private mutating func endNotice() {
    guard time >= noticeEnd else { return }
    state.notice = nil
    noticeEnd = .infinity
  }
}

// MARK: - While the reference tone sounds

extension TunerModel {
  /// The level goes on; nothing else of what is heard is the instrument's.
  private mutating func ignore(_ reading: PitchReading) -> Result {
    endNotice()
    if !state.isPaused {
      state.level = reading.level
      state.gateThreshold = reading.gateThreshold
      state.history.append(time: reading.time, cents: nil)
    }
    return Result(reading: reading, note: nil, displayed: nil, isHeld: false)
  }

  /// What was heard so far does not belong to what will be heard.
  mutating func forgetSound() {
    state.reading = nil
    state.isHeld = false
    state.target = nil
    state.isInTune = false
    displayTuner.reset()
  }

  mutating func startReferenceTail() {
    muteEnd = time + Self.referenceTail
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
    case .character("r"), .character("R"): toggleReference()
    case .character("s"): stepString(by: -1)
    case .character("S"): stepString(by: 1)
    case .character("a"), .character("A"), .character("0"): chooseString(nil)
    case .character(let character):
      if let number = character.wholeNumberValue { chooseString(number) }
    default: break
    }
  }

  /// Beyond the limits of a concert pitch, nothing happens.
  private mutating func setConcertPitch(_ frequency: Double) {
    // Tenths, so that ten small steps make one great one.
    guard
      let concertPitch = try? ConcertPitch(
        (frequency * 10).rounded() / 10, temperament: displayTuner.concertPitch.temperament)
    else { return }
    state.concertPitch = concertPitch.frequency
    feedTuner.concertPitch = concertPitch
    displayTuner.concertPitch = concertPitch
    retuneReference()
    showAgain()
  }

  /// Steps from the automatic choice through the strings, and around.
  private mutating func stepString(by step: Int) {
    guard let tuning = state.mode.tuning else { return }
    let count = tuning.courses.count + 1  // 0 is the automatic choice
    let next = ((state.mode.lockedString ?? 0) + step + count) % count
    chooseString(next == 0 ? nil : next)
  }

  /// Locks a string, or lets the nearest be chosen; without a tuning, nothing happens.
  private mutating func chooseString(_ number: Int?) {
    guard let tuning = state.mode.tuning else { return }
    if let number {
      guard tuning.stringNumbers.contains(number) else { return }
      state.mode = .string(number, of: tuning)
    } else {
      state.mode = .strings(tuning)
    }
    displayTuner.mode = state.mode
    state.target = nil
    state.isInTune = false
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
    if state.reading != nil { state.reading = displayTuner.readAgain() }
  }
}

extension TargetMode {
  /// The tuning whose strings are the targets, if there is one.
  var tuning: Tuning? {
    switch self {
    case .strings(let tuning), .string(_, let tuning): tuning
    case .chromatic, .note: nil
    }
  }

  /// The number of the one string that is tuned.
  var lockedString: Int? {
    if case .string(let number, _) = self { number } else { nil }
  }
}

extension LivePitchEvent {
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
    case .skipped(let count): "the output is slow: \(count) readings were left out"
    case .started, .reading, .ended: nil
    }
  }
}
