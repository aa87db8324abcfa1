import CommandKit
import InstrumentTuning
import MusicTheory
import PitchEstimation

extension TunerModel {
  /// Handles a key. The caller handles quitting.
  mutating func press(_ key: KeyPress) {
    if heardTone != nil, expectsShownNote {
      // As a dialog ends with what it asks for, so does this with the next key.
      endListeningForNote()
      if key == .character("h") || key == .character("H") { return }
    }
    if state.picker != nil { return choose(key) }
    if state.showsHelp {
      state.showsHelp = false
      return
    }
    switch key {
    case .left: setConcertPitch(state.setup.concertPitch - 1)
    case .right: setConcertPitch(state.setup.concertPitch + 1)
    case .down: setConcertPitch(state.setup.concertPitch - 0.1)
    case .up: setConcertPitch(state.setup.concertPitch + 0.1)
    case .character(let character): press(character)
    case .enter, .escape, .backspace: break
    }
  }

  /// True while Escape and q belong to a list or the help over the tuner.
  var takesEveryKey: Bool { state.picker != nil || state.showsHelp }

  private mutating func press(_ character: Character) {
    switch character {
    case "#", "♯": change { $0.spelling = .sharps }
    case "b", "♭": change { $0.spelling = .flats }
    case "p", "P", " ": state.isPaused.toggle()
    case "r", "R": toggleReference()
    case "s": stepString(by: -1)
    case "S": stepString(by: 1)
    case "a", "A", "0": chooseString(nil)
    case "v": change { [views] in $0.view = $0.view.stepped(by: 1, among: views) }
    case "V": change { [views] in $0.view = $0.view.stepped(by: -1, among: views) }
    case "y", "Y": togglePlaying()
    case "]": change { $0.stepTolerance(by: 1) }
    case "[": change { $0.stepTolerance(by: -1) }
    case "h", "H": startListeningForNote()
    case "?": state.showsHelp = true
    default:
      if let number = character.wholeNumberValue { return chooseString(number) }
      for subject in SetupPicker.Subject.allCases where subject.key == character {
        open(subject)
      }
    }
  }

  /// The views to choose from.
  private var views: [TunerViewKind] {
    frozen == nil ? TunerViewKind.allCases : TunerViewKind.steady
  }

  private mutating func togglePlaying() {
    guard frozen == nil else {
      return notice("this view follows the pitch, which --freeze hides", duration: 3)
    }
    let view = state.setup.view
    let next = view == .playing ? viewBeforePlaying : .playing
    if view != .playing { viewBeforePlaying = view }
    change { $0.view = next }
  }

  // MARK: Lists

  private mutating func open(_ subject: SetupPicker.Subject) {
    guard let picker = SetupPicker(subject, for: state.setup, catalog: catalog) else {
      return notice("choose an instrument first: i", duration: 3)
    }
    state.picker = picker
  }

  private mutating func choose(_ key: KeyPress) {
    switch state.picker?.press(key) {
    case .stays, nil: break
    case .cancelled: state.picker = nil
    case .chosen(let setup):
      state.picker = nil
      change { $0 = setup }
    }
  }

  // MARK: Concert pitch

  /// Sets concert pitch; frequencies outside its limits are ignored.
  private mutating func setConcertPitch(_ frequency: Double) {
    // Tenths, so that ten small steps make one large step.
    let rounded = (frequency * 10).rounded() / 10
    guard ConcertPitch.limits.contains(rounded) else { return }
    change { $0.concertPitch = rounded }
  }

  /// Waits for a steady note, and sets concert pitch so that it is exact; the next key ends it.
  private mutating func startListeningForNote() {
    guard !state.setup.hasDegrees, !state.setup.view.isOfSeveralNotes else {
      return notice("A4 cannot be set from a note here", duration: 3)
    }
    heardTone = SteadyToneDetector()
    expectsShownNote = true
    notice("hold a note for two seconds: it sets A4; any key cancels", duration: .infinity)
  }

  /// Ends the wait for a note that sets concert pitch, and leaves it as it is.
  mutating func endListeningForNote() {
    guard heardTone != nil, expectsShownNote else { return }
    heardTone = nil
    notice("A4 stays as it is", duration: 2)
  }

  /// Waits for a steady A in any octave, and sets concert pitch from it.
  mutating func startListeningForConcertPitch() {
    heardTone = SteadyToneDetector()
    expectsShownNote = false
    notice("play an A for two seconds: it sets A4", duration: .infinity)
  }

  /// Sets concert pitch from a steady tone, if one is expected.
  ///
  /// - Parameter heard: The next reading of the sound; a tone of the tuner's own is none.
  mutating func listenForConcertPitch(_ heard: TunerReading) {
    guard let frequency = heardTone?.update(heard.pitch) else { return }
    if expectsShownNote { return setConcertPitch(from: heard, frequency) }
    guard let concertPitch = try? ConcertPitch(heardA: frequency) else {
      return notice("\(frequency.formatted(decimals: 1)) Hz is not an A; play an A", duration: 5)
    }
    heardTone = nil
    adopt(concertPitch.frequency, from: "the A")
  }

  /// Sets concert pitch so that a steady note is exact.
  private mutating func setConcertPitch(from heard: TunerReading, _ frequency: Double) {
    guard let note = heard.deviation?.note, let target = heard.target else { return }
    heardTone = nil
    let display = state.setup.noteDisplay(hasUnicode: false)
    let name =
      state.setup.target == .everything ? display.written(heard: note) : display.written(note)
    // The target of a string may be some cents off its note.
    let concertPitch = try? ConcertPitch(
      note, frequency: frequency * Interval.ratio(ofCents: -target.pitch.cents),
      temperament: state.setup.reference.temperament)
    guard let concertPitch else {
      return notice("A4 cannot be set from \(name): it would leave 300...500 Hz", duration: 5)
    }
    adopt(concertPitch.frequency, from: "the \(name)")
  }

  private mutating func adopt(_ concertPitch: Double, from name: String) {
    change { $0.concertPitch = (concertPitch * 1000).rounded() / 1000 }
    notice("A4 = \(concertPitch.formatted(decimals: 2)) Hz, from \(name) you played", duration: 4)
  }

  // MARK: Strings

  /// Steps from the automatic choice through the strings, wrapping around.
  private mutating func stepString(by step: Int) {
    guard let tuning = state.mode.tuning else { return }
    let count = tuning.courses.count + 1  // 0 is the automatic choice
    let next = ((state.mode.lockedString ?? 0) + step + count) % count
    chooseString(next == 0 ? nil : next)
  }

  /// Locks a string, or with `nil` chooses the nearest one again. Does nothing without a tuning.
  private mutating func chooseString(_ number: Int?) {
    guard case .instrument(let instrument, let tuning, _) = state.setup.target else { return }
    if let number, !tuning.stringNumbers.contains(number) { return }
    change { $0.target = .instrument(instrument, tuning, string: number) }
  }
}
