import InstrumentTuning
import PitchEstimation

extension TunerModel {
  /// Shows the first stable pitch of the note, and hides the needle until it is known.
  ///
  /// - Parameter heard: The reading that is not shown.
  /// - Returns: The note, if its pitch has just been found.
  mutating func showFrozen(_ heard: TunerReading) -> TunerReading? {
    let setup = state.setup
    let found = frozen?.take(heard.pitch, setup)
    show(found, heard.pitch)
    return found
  }

  /// Shows the last note, if the sound ended before its pitch was shown.
  mutating func finishFrozen() -> TunerReading? {
    let setup = state.setup
    let found = frozen?.finish(setup)
    if let found { show(found, found.pitch) }
    return found
  }

  /// Compares the note on the screen with a changed setup.
  mutating func readFrozenAgain() {
    let setup = state.setup
    frozen?.readAgain(setup)
    state.deviation = frozen?.shown?.deviation
    state.target = frozen?.shown?.target
  }

  private mutating func show(_ found: TunerReading?, _ live: PitchReading) {
    lastPitch = found?.target?.pitch ?? lastPitch
    if !state.isPaused { state.show(frozen: frozen?.shown, during: live) }
  }
}
