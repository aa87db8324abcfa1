import CommandKit
package import InstrumentTuning
package import LiveAudio
import MusicTheory
import PitchEstimation

/// Turns readings and other events into what a tuner shows, without a terminal or a clock.
package struct TunerModel: Sendable {
  /// The state that the view draws.
  package var state: TunerScreenState

  /// The instruments that the lists offer.
  var catalog = InstrumentCatalog.builtIn
  /// The strings of each course in the view of all strings, if they are given one by one.
  var strumNotes: [[Note]]?
  /// The detector of the tone that sets concert pitch; `nil` while none is expected.
  var heardTone: SteadyToneDetector?
  /// True if the tone is the note that is shown, and false if it is an A in any octave.
  var expectsShownNote = false
  /// The first stable pitch of each note, which is shown instead of the needle with `--freeze`;
  /// `nil` without.
  var frozen: FrozenNote? {
    didSet { state.isFrozen = frozen != nil }
  }
  private var playing: PlayingNote
  /// The view that a key returns to.
  var viewBeforePlaying = TunerViewKind.needle
  private(set) var engine: TunerEngine
  private var begun = BegunNote()
  private var endedNotes: [HeardNote] = []
  private(set) var time = 0.0
  private var noticeEnd = Double.infinity
  private var muteEnd = -Double.infinity
  var lastPitch: TargetPitch?
  /// The statistics of all notes that ``takeEndedNotes()`` has returned.
  private(set) var summary = TunerSummary()
  /// True once a tone has been detected.
  private(set) var hasHeard = false
  private var range = RangeMonitor()
  private var loudness = LoudnessMonitor()
  private var hasHeardSeveralTones = false
  /// The time at which several tones were heard last, in seconds.
  private var lastTones = -Double.infinity

  /// Creates a model before any sound.
  package init(_ setup: TunerSetup = TunerSetup()) {
    playing = setup.playingNote
    engine = TunerEngine(mode: setup.mode, tuner: setup.tuner)
    state = TunerScreenState()
    state.setup = setup
  }

  /// The ending of a source that ran to its end.
  var ending: TunerLineWriter.Ending {
    if hasHeard { return .heard }
    if let side = range.lastSide { return .silent(.outside(side)) }
    return .silent(hasHeardSeveralTones ? .severalTones : Silence(loudness))
  }

  /// Returns the notes that ended since the last call. Call it after each event, or they pile up.
  package mutating func takeEndedNotes() -> [HeardNote] {
    defer { endedNotes = [] }
    summary.add(endedNotes)
    return endedNotes
  }

  /// Ends the note that sounds, for example at the end of a run.
  package mutating func finishNote() {
    end(engine.finishNote())
  }

  private mutating func end(_ note: HeardNote?) {
    if let note { endedNotes.append(note) }
  }

  /// Processes the next event.
  ///
  /// - Returns: The reading of the tuner, if the event is a reading.
  package mutating func take(_ event: LiveEvent<TunerObservation>) -> TunerReading? {
    switch event {
    case .reading(let observation): return process(observation)
    case .started(let deviceName, _):
      finishNote()
      state.isLost = false
      state.source = deviceName
      if frozen != nil { frozen = FrozenNote() }
    case .dropped, .resumed:
      notice(event)
    case .lost, .retrying:
      finishNote()
      endListeningForNote()
      state.isLost = true
      state.hideNote()
      forgetPlaying()
      state.level = -.infinity
      notice(event)
    case .ended:
      finishNote()
      return finishFrozen()
    case .skipped: break  // the view shows the newest reading anyway
    }
    return nil
  }

  private mutating func process(_ observation: TunerObservation) -> TunerReading? {
    let reading = observation.pitch
    time = reading.time
    if reading.isVoiced { hasHeard = true }
    loudness.process(reading)
    if let side = range.process(reading) { notice(side.advice, duration: 3) }
    guard isListening else { return ignore(reading) }
    let heard = engine.process(observation)
    listenForConcertPitch(heard)
    end(heard.ended)
    endNotice()
    if heard.hasSeveralTones { noticeTones() }
    if frozen != nil { return showFrozen(observation) }
    follow(heard.pitch)
    lastPitch = heard.target?.pitch ?? lastPitch
    var shown = heard
    begun.show(in: &shown, beginning: heard.pitch.beginning, by: &engine)
    if !state.isPaused { state.show(shown) }
    return heard
  }

  /// Changes the setup, and shows the current sound again with it.
  mutating func change(_ body: (inout TunerSetup) -> Void) {
    let old = state.setup
    let oldMode = state.mode
    body(&state.setup)
    guard state.setup != old else { return }
    let tuner = state.setup.tuner
    if state.setup.view != old.view, state.setup.view.isOfSeveralNotes {
      forgetSound()
    }
    if state.setup.tolerance != old.tolerance {
      // A tuner's tolerance lies within its limits.
      end(try? engine.setTolerance(tuner.tolerance))
      forgetSound()
    }
    engine.concertPitch = tuner.concertPitch
    engine.spelling = tuner.spelling
    if state.mode != oldMode { engine.mode = state.mode }
    if state.setup.reference != old.reference || state.setup.spelling != old.spelling
      || state.setup.tolerance != old.tolerance
    {
      forgetPlaying()
    }
    retuneReference()
    guard state.deviation != nil else { return }
    if frozen != nil { return readFrozenAgain() }
    if state.isPaused { readPausedAgain() } else { readAgain() }
  }

  /// Compares the sound with the changed setup: deviation and target are of one reading.
  private mutating func readAgain() {
    guard let deviation = engine.readAgain(), let target = target(of: deviation) else {
      return state.hideNote()  // until the next reading
    }
    (state.deviation, state.target) = (deviation, target)
  }

  private func target(of deviation: NoteDeviation) -> TuningTarget? {
    if case .chromatic = state.mode {
      return (try? TargetPitch(deviation.note)).map { TuningTarget(pitch: $0) }
    }
    return state.mode.targets.first {
      $0.note == deviation.note
        && $0.pitch.frequency(under: engine.concertPitch) == deviation.targetFrequency
    }
  }

  /// Compares the note that stands still with the changed setup, whatever sounds meanwhile.
  private mutating func readPausedAgain() {
    guard let frequency = state.deviation?.frequency else { return }
    let again = TunerEngine.steadyReading(
      of: frequency,
      like: PitchReading(time: time, candidate: nil, isVoiced: true, level: state.level),
      mode: state.mode, tuner: state.setup.tuner)
    (state.deviation, state.target) = (again.deviation, again.target)
  }

  private mutating func notice(_ event: LiveEvent<TunerObservation>) {
    if let told = event.notice { notice(told.text, duration: told.duration) }
  }

  /// Shows a notice for some seconds.
  mutating func notice(_ text: String?, duration: Double) {
    state.notice = text
    noticeEnd = time + duration
  }

  /// Shows a problem, if there is one, for as long as it takes to read.
  mutating func notice(_ problem: String?) {
    if let problem { notice(problem.printable, duration: 8) }
  }

  mutating func endNotice() {
    guard time >= noticeEnd else { return }
    state.notice = nil
    noticeEnd = .infinity
  }
}

// MARK: - Several tones at once

extension TunerModel {
  private static let tonesAdvice =
    "several tones sound at once; --strum tunes strings together, --chord shows all notes"

  /// Tells that several tones sound, but not again with each chord.
  private mutating func noticeTones() {
    hasHeardSeveralTones = true
    if time - lastTones > 10 { notice(Self.tonesAdvice, duration: 4) }
    lastTones = time
  }
}

// MARK: - While single notes are not read

extension TunerModel {
  /// Shows only the level of a reading, because the sound is not the instrument's.
  private mutating func ignore(_ reading: PitchReading) -> TunerReading {
    endNotice()
    let ignored = engine.ignore(reading)
    // An A sets concert pitch in the view of all strings, too; a tone of the tuner's own does not.
    if state.reference == nil, time >= muteEnd { listenForConcertPitch(ignored) }
    end(ignored.ended)
    if !state.isPaused { state.show(ignored) }
    return ignored
  }

  /// Discards the current note, so that the next sound begins another one.
  mutating func forgetSound() {
    begun = BegunNote()
    state.hideNote()
    forgetPlaying()
    end(engine.reset())
  }

  /// Discards the calm note.
  private mutating func forgetPlaying() {
    playing = state.setup.playingNote
    state.playing = nil
  }

  /// False while the microphone may pick up the reference tone, and while strums or chords are shown:
  /// they are no single note.
  var isListening: Bool {
    state.reference == nil && time >= muteEnd && !state.setup.view.isOfSeveralNotes
  }

  /// The setup whose strings are to be heard in strums; `nil` for none.
  var strumSetup: TunerSetup? {
    guard state.setup.view == .strum, state.reference == nil, time >= muteEnd else { return nil }
    return state.setup
  }

  /// The time for which chords are listened for after several tones were heard, in seconds.
  private static let chordTime = 3.0

  /// The setup that chords are compared with; `nil` while none is shown. Where a single note is shown,
  /// they are listened for only after several tones were heard: most notes are single.
  var chordSetup: TunerSetup? {
    guard state.reference == nil, time >= muteEnd else { return nil }
    let hasTones =
      time - lastTones < Self.chordTime && !state.setup.view.isOfSeveralNotes && frozen == nil
    return hasTones || state.setup.view == .chord ? state.setup : nil
  }

  /// Listens for chords while they are to be shown, and keeps the one that sounds.
  package mutating func listen(with chords: ChordWatch) {
    state.chord = chords.follow(chordSetup)
  }

  private mutating func follow(_ reading: PitchReading) {
    let shown = playing.take(reading.frequency, at: reading.time)
    guard !state.isPaused else { return }
    state.playing = shown
    state.playingHistory.append(
      time: reading.time, cents: playing.deviation(of: reading.frequency))
  }

  mutating func startReferenceTail() {
    muteEnd = time + ReferenceTone.tail
  }
}

extension TargetMode {
  /// The tuning whose strings are the targets, if there is one.
  var tuning: Tuning? {
    switch self {
    case .strings(let tuning), .string(_, let tuning): tuning
    case .chromatic, .scale, .note: nil
    }
  }

  /// The number of the string that is locked, if one is.
  var lockedString: Int? {
    if case .string(let number, _) = self { number } else { nil }
  }
}

extension RangeSide {
  /// Advice for the user.
  var advice: String {
    switch self {
    case .below: "the sound is below the range; --range widens it"
    case .above: "the sound is above the range; --range widens it"
    }
  }
}
