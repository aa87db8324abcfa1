import InstrumentTuning
import PitchEstimation

extension TunerModel {
  /// Shows the first stable pitch of the note, and hides the needle until it is known.
  ///
  /// - Parameter observation: The next observation.
  /// - Returns: The note, if its pitch has just been found.
  mutating func showFrozen(_ observation: TunerObservation) -> TunerReading? {
    let setup = state.setup
    let found = frozen?.process(observation, setup.mode, setup.tuner)
    show(found, observation.pitch)
    return found
  }

  /// Shows the last note, if the sound ended before its pitch was shown.
  mutating func finishFrozen() -> TunerReading? {
    let setup = state.setup
    let found = frozen?.finish(setup.mode, setup.tuner)
    if let found { show(found, found.pitch) }
    return found
  }

  /// Compares the note on the screen with a changed setup.
  mutating func readFrozenAgain() {
    let setup = state.setup
    frozen?.readAgain(setup.mode, setup.tuner)
    state.deviation = frozen?.shown?.deviation
    state.target = frozen?.shown?.target
  }

  private mutating func show(_ found: TunerReading?, _ live: PitchReading) {
    lastPitch = found?.target?.pitch ?? lastPitch
    if !state.isPaused { state.show(frozen: frozen?.shown, during: live) }
  }
}

extension TunerViewKind {
  /// True if the view moves with the pitch while a note sounds.
  var followsPitch: Bool {
    switch self {
    case .strobe, .knob, .playing, .strum, .chord: true
    case .needle, .history, .spectrum, .wave: false
    }
  }

  /// The views to choose from while the pitch is frozen.
  static let steady = allCases.filter { !$0.followsPitch }
}
