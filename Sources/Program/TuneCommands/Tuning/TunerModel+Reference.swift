import InstrumentTuning
import MusicTheory

extension TunerModel {
  /// Starts the reference tone of the target, or ends the one that sounds.
  mutating func toggleReference() {
    if state.reference != nil {
      state.reference?.isEnding = true
      return
    }
    guard let pitch = referencePitch(near: state.target?.pitch ?? lastPitch) else { return }
    state.reference = ReferenceState(
      pitch: pitch, frequency: pitch.frequency(under: engine.concertPitch))
    forgetSound()
  }

  /// Handles a tone that has become silent, or could not be played.
  ///
  /// - Parameter problem: The problem, for the user; `nil` if the tone was played.
  mutating func referenceEnded(_ problem: String? = nil) {
    guard state.reference != nil else { return }
    state.reference = nil
    startReferenceTail()
    if let problem { notice("no reference tone: \(problem)", duration: 5) }
  }

  /// Moves the tone to a new concert pitch or target.
  mutating func retuneReference() {
    guard var reference = state.reference, !reference.isEnding else { return }
    reference.pitch = referencePitch(near: reference.pitch) ?? reference.pitch
    reference.frequency = reference.pitch.frequency(under: engine.concertPitch)
    state.reference = reference
  }

  /// Returns the string or note that was chosen, else the target nearest to the last pitch, else
  /// the first string, or A4.
  private func referencePitch(near last: TargetPitch?) -> TargetPitch? {
    let mode = state.mode
    let reference = engine.concertPitch
    guard let last = last ?? (mode.targets.isEmpty ? Self.pitchOfA4 : nil) else {
      return mode.targets.first?.pitch
    }
    if mode == .chromatic, last.cents == 0 { return last }
    return mode.nearestTarget(to: last.frequency(under: reference), under: reference)?.pitch
  }

  private static let pitchOfA4 = try? TargetPitch(Note(.a, octave: 4))
}
